-- Old episodes are pruned, decisions get their actual results, and figures of success are read: columns and indexes for these.

-- Pruning looks for what is older than a day; passages of a team's own files, and what it was told to remember, have no age.
CREATE INDEX episode_by_age ON episode (tenant_id, kind, said_until) WHERE kind <> 'passage';
GRANT SELECT (kind, said_until) ON episode TO parley_system;

-- The actual result of a decision, once it is settled. Market time from which it may be: older processes name none, and a
-- job sets it.
ALTER TABLE episode ADD COLUMN actual_result jsonb, ADD COLUMN settle_after timestamptz DEFAULT 'epoch';
UPDATE episode SET settle_after = CASE WHEN kind = 'decision' THEN market_time + interval '27 days' END;
CREATE INDEX episode_to_settle ON episode (tenant_id, settle_after) WHERE kind = 'decision' AND settle_after IS NOT NULL;
GRANT SELECT (decision_id, decision_version, settle_after) ON episode TO parley_system;
GRANT SELECT (account_id) ON decision TO parley_system;
GRANT SELECT (market, market_time) ON account TO parley_system;

-- Workers cannot be scraped: what their requests to language models cost is added up here, like their jobs in job_stat. One
-- row per purpose and outcome: no tenant, no ids, nothing private. The app may not read it, so a trigger writes it.
CREATE TABLE background_call_stat (
    purpose            text NOT NULL,
    outcome            text NOT NULL,  -- 'ok', or the error's class
    requests           bigint NOT NULL CHECK (requests >= 0),
    seconds            double precision NOT NULL CHECK (seconds >= 0),
    prompt_tokens      bigint NOT NULL CHECK (prompt_tokens >= 0),
    completion_tokens  bigint NOT NULL CHECK (completion_tokens >= 0),
    tokens_saved       bigint NOT NULL CHECK (tokens_saved >= 0),
    cost               double precision NOT NULL CHECK (cost >= 0),  -- US dollars
    PRIMARY KEY (purpose, outcome)
) WITH (fillfactor = 20);
GRANT SELECT ON background_call_stat TO parley_system;
ALTER TABLE llm_call ADD COLUMN is_background boolean NOT NULL DEFAULT false;

CREATE FUNCTION add_up_background_call() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public AS $$
BEGIN
    INSERT INTO background_call_stat AS s
        VALUES (NEW.purpose, NEW.outcome, 1, NEW.latency, NEW.prompt_tokens, NEW.completion_tokens,
                greatest(NEW.full_history_tokens - NEW.history_tokens, 0), NEW.cost)
        ON CONFLICT (purpose, outcome) DO UPDATE
       SET requests = s.requests + 1, seconds = s.seconds + excluded.seconds,
           prompt_tokens = s.prompt_tokens + excluded.prompt_tokens,
           completion_tokens = s.completion_tokens + excluded.completion_tokens,
           tokens_saved = s.tokens_saved + excluded.tokens_saved, cost = s.cost + excluded.cost;
    RETURN NULL;
END
$$;
REVOKE EXECUTE ON FUNCTION add_up_background_call FROM PUBLIC;
CREATE TRIGGER background_calls_are_added_up AFTER INSERT ON llm_call
    FOR EACH ROW WHEN (NEW.is_background) EXECUTE FUNCTION add_up_background_call();

-- What people think of answers, by week.
CREATE INDEX feedback_by_time ON feedback (voted_at);
GRANT SELECT (tenant_id, vote, engines, voted_at) ON feedback TO parley_system;
CREATE POLICY all_tenants ON feedback TO parley_system USING (true);

-- Of each answer, what a report of a span counts: the episodes found for it, those that it quotes, and why it is not whole.
ALTER TABLE reply
    ADD COLUMN recalled integer NOT NULL DEFAULT 0 CHECK (recalled >= 0),
    ADD COLUMN quoted integer NOT NULL DEFAULT 0 CHECK (quoted >= 0),
    ADD COLUMN fallback text;  -- a code, or the error's class
UPDATE reply
   SET quoted = CASE jsonb_typeof(answer -> 'sources') WHEN 'array' THEN jsonb_array_length(answer -> 'sources') ELSE 0 END,
       fallback = answer ->> 'fallback'
 WHERE answer ? 'sources' OR answer ->> 'fallback' IS NOT NULL;

-- Rows are stored in the order of these times, so that a few pages of such an index find a span of all workspaces.
CREATE INDEX turn_by_time ON turn USING brin (accepted_at) WITH (pages_per_range = 16);
CREATE INDEX reply_by_time ON reply USING brin (created_at) WITH (pages_per_range = 16);

GRANT SELECT (created_at, state, occasion, recalled, quoted, fallback) ON reply TO parley_system;
GRANT SELECT (created_at, action) ON decision TO parley_system;
GRANT SELECT (id, created_at) ON trade_order TO parley_system;
GRANT SELECT (tenant_id, at, outcome, is_cached, prompt_tokens, completion_tokens, history_tokens, full_history_tokens, cost)
    ON llm_call TO parley_system;
CREATE POLICY all_tenants ON llm_call TO parley_system USING (true);
