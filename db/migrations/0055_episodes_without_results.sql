-- Results are kept in a table of their own (0047): these two columns of an episode have been unused since. The index on
-- the second one, and the right to read it, go with it.
ALTER TABLE episode DROP COLUMN actual_result, DROP COLUMN settle_after;
