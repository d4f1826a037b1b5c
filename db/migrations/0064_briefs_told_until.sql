-- A result whose price comes a day late is told by the next brief: it was not known to the one of its session. So each
-- subscription knows when what was known was read for its latest brief.
ALTER TABLE brief_subscription ADD COLUMN told_until timestamptz;  -- wall clock
