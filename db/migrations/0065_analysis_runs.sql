-- A committee with a model outlives the turn that asked for it: the turn answers that it works on it, and a run of its own
-- goes on, with a lease of its own, while its thread is free. What it concludes is a further turn of that thread, of a kind
-- of its own: stop, delivery and erasure are those of turns.

ALTER TABLE turn DROP CONSTRAINT turn_kind_check;
ALTER TABLE turn ADD CONSTRAINT turn_kind_check CHECK (kind IN ('message', 'press', 'analysis'));

-- One row for each committee that has a stored run, also for those that end within their turn.
CREATE TABLE analysis_run (
    tenant_id        uuid NOT NULL,
    id               uuid NOT NULL,   -- of its engine_run
    conversation_id  uuid NOT NULL,
    turn_id          uuid NOT NULL,   -- that its end answers
    symbols          text[] NOT NULL,
    understanding    jsonb,           -- what is to be answered, as it was understood; NULL once the run has ended
    fusion           jsonb NOT NULL,  -- what was concluded on each share; empty until the run has ended
    lease_owner      text,
    lease_until      timestamptz,
    fence            bigint NOT NULL DEFAULT 0,
    started_at       timestamptz NOT NULL,
    ended_at         timestamptz,
    PRIMARY KEY (tenant_id, id),
    FOREIGN KEY (tenant_id, id) REFERENCES engine_run,
    FOREIGN KEY (tenant_id, conversation_id) REFERENCES conversation,
    FOREIGN KEY (tenant_id, turn_id) REFERENCES turn
);
CREATE INDEX analysis_run_of_turn ON analysis_run (tenant_id, turn_id);  -- several orders of one message have one each
CREATE INDEX analysis_run_under_way ON analysis_run (started_at) WHERE ended_at IS NULL;
CREATE INDEX analysis_run_of_conversation ON analysis_run (tenant_id, conversation_id, started_at);

-- What a member has concluded, stored as soon as it stands: a run that was killed goes on from there. NULL once it ended.
ALTER TABLE agent_message ADD COLUMN step jsonb;

GRANT SELECT, INSERT ON analysis_run TO parley_app;
GRANT UPDATE (understanding, fusion, lease_owner, lease_until, ended_at) ON analysis_run TO parley_app;
GRANT SELECT (tenant_id, id, conversation_id, turn_id, lease_owner, lease_until, fence, started_at, ended_at)
    ON analysis_run TO parley_system;
GRANT UPDATE (lease_owner, lease_until, fence) ON analysis_run TO parley_system;
GRANT UPDATE (prompt_version, calls, cache_hits, parse_errors, retries, latency, prompt_tokens, completion_tokens, at)
    ON engine_run TO parley_app;
GRANT UPDATE (step) ON agent_message TO parley_app;
GRANT SELECT ON analysis_run TO parley_erasure;
GRANT UPDATE (fusion, lease_owner, lease_until, fence) ON analysis_run TO parley_erasure;
GRANT UPDATE (step) ON agent_message TO parley_erasure;

ALTER TABLE analysis_run ENABLE ROW LEVEL SECURITY;
CREATE POLICY one_tenant ON analysis_run TO parley_app USING (tenant_id = current_tenant());
CREATE POLICY one_tenant_erased ON analysis_run TO parley_erasure USING (tenant_id = current_tenant());
CREATE POLICY all_tenants ON analysis_run TO parley_system USING (true);
