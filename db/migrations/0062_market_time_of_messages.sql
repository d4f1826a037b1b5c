-- The clock of a simulated market can be moved back, and what was answered before is then of the future: nothing of it may
-- be told to whoever decides at the earlier time. NULL: not known, or of a live market, whose clock only moves forward.

ALTER TABLE message ADD COLUMN market_time timestamptz;
ALTER TABLE conversation_summary ADD COLUMN market_time timestamptz;  -- the latest of the messages that it covers
