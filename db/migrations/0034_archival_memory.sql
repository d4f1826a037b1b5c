-- Memos: what archival memory keeps for later of what a person said, in the index of episodes and with its visibility. One
-- that is put away keeps its text and loses its search terms, without which no search finds it.
ALTER TABLE episode DROP CONSTRAINT episode_kind_check;
ALTER TABLE episode ADD CONSTRAINT episode_kind_check
    CHECK (kind IN ('exchange', 'decision', 'talk', 'passage', 'memo'));
CREATE INDEX episode_memo ON episode (tenant_id, channel, said_until) WHERE kind = 'memo';
