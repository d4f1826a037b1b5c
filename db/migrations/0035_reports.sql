-- Old episodes are pruned, decisions get their actual results, and figures of success are read: columns and indexes for these.

-- Pruning looks for what is older than a day; passages of a team's own files, and what it was told to remember, have no age.
CREATE INDEX episode_by_age ON episode (tenant_id, kind, said_until) WHERE kind <> 'passage';
GRANT SELECT (kind, said_until) ON episode TO parley_system;

-- The actual result of a decision, once it is settled. Market time from which it may be: older processes name none, and a
-- job sets it.
ALTER TABLE episode ADD COLUMN actual_result jsonb, ADD COLUMN settle_after timestamptz DEFAULT '-infinity';
UPDATE episode SET settle_after = CASE WHEN kind = 'decision' THEN market_time + interval '27 days' END;
CREATE INDEX episode_to_settle ON episode (tenant_id, settle_after) WHERE kind = 'decision' AND settle_after IS NOT NULL;
GRANT SELECT (decision_id, decision_version, settle_after) ON episode TO parley_system;
GRANT SELECT (account_id) ON decision TO parley_system;
GRANT SELECT (market, market_time) ON account TO parley_system;
