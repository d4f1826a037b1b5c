-- The release of a doubted price is confirmed by a card and can be undone, as the corrections of holdings are: it is one of them.
--
-- Until now it had a table of its own, acted at once, and nobody could see which were in force. What was released before is
-- dropped: it counted for one session, and who did it stands in the audit log.

DROP TABLE price_release;

ALTER TABLE holding_correction ADD COLUMN session date;  -- of a release: the one whose price it is
ALTER TABLE holding_correction DROP CONSTRAINT holding_correction_kind_check;
ALTER TABLE holding_correction ADD CONSTRAINT holding_correction_kind_check
    CHECK (kind IN ('conversion', 'price', 'release') AND (kind = 'release') = (session IS NOT NULL));
ALTER TABLE holding_correction DROP CONSTRAINT holding_correction_shares_check;
ALTER TABLE holding_correction ADD CONSTRAINT holding_correction_shares_check
    CHECK (CASE kind WHEN 'release' THEN shares = 0 ELSE shares > 0 END);
