-- What other engines think of the share when one proposes a trade, frozen with the forecast: only so can two engines be
-- compared on the same cases. Of what was forecast before, nothing is known of it.

ALTER TABLE forecast ADD COLUMN shadows jsonb NOT NULL DEFAULT '[]';
