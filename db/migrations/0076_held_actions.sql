-- A position says which listed dividend or split is not booked, as the prices do not show it.
--
-- Until now a split that a source listed for a whole history of unsplit prices multiplied the shares. It waits for the
-- source or for an admin, who can state what has become of a share in shares of the same symbol, too.

ALTER TABLE position
    ADD COLUMN held_on date,  -- its ex-date; NULL: nothing is held back
    ADD COLUMN held_kind text CHECK (held_kind IN ('dividend', 'split')),
    ADD COLUMN held_value amount CHECK (held_value > 0),
    ADD CHECK (num_nonnulls(held_on, held_kind, held_value) IN (0, 3));
ALTER TABLE holding_correction DROP CONSTRAINT holding_correction_check;
