-- Language models: every request, answers that may be used again, what a day has cost, and how proposals came to be.

-- Append-only: the app may neither change nor delete what was asked.
CREATE TABLE llm_call (
    tenant_id          uuid NOT NULL REFERENCES tenant,
    id                 uuid NOT NULL,
    turn_id            uuid,  -- none: asked outside of any turn
    purpose            text NOT NULL,
    role               text NOT NULL CHECK (role IN ('main', 'light')),
    model              text NOT NULL,
    prompt_version     text NOT NULL,
    prompt_tokens      bigint NOT NULL CHECK (prompt_tokens >= 0),
    completion_tokens  bigint NOT NULL CHECK (completion_tokens >= 0),
    cost               amount NOT NULL CHECK (cost >= 0),  -- US dollars
    latency            double precision NOT NULL CHECK (latency >= 0),  -- seconds
    is_cached          boolean NOT NULL,
    attempts           integer NOT NULL CHECK (attempts >= 0),
    outcome            text NOT NULL,  -- 'ok', or the error's class
    at                 timestamptz NOT NULL,
    PRIMARY KEY (tenant_id, id),
    FOREIGN KEY (tenant_id, turn_id) REFERENCES turn
);
CREATE INDEX llm_call_by_time ON llm_call (tenant_id, at);

CREATE TABLE llm_cache (
    tenant_id   uuid NOT NULL REFERENCES tenant,
    key         text NOT NULL,  -- a digest of everything that shapes the answer
    answer      jsonb NOT NULL,
    model       text NOT NULL,
    created_at  timestamptz NOT NULL DEFAULT now(),
    expires_at  timestamptz NOT NULL,
    PRIMARY KEY (tenant_id, key)
);
CREATE INDEX llm_cache_by_expiry ON llm_cache (tenant_id, expires_at);

-- What was used and what is set aside for requests under way, in one number: whoever asks next adds to it and looks at
-- the allowance in one statement. How much of it is only set aside stands beside it: whoever finds too little left can
-- tell what is spent from what may be given back, and what a killed process had set aside is given back after a while.
CREATE TABLE llm_day (
    tenant_id          uuid NOT NULL REFERENCES tenant,
    day                date NOT NULL,  -- UTC
    prompt_tokens      bigint NOT NULL CHECK (prompt_tokens >= 0),
    completion_tokens  bigint NOT NULL CHECK (completion_tokens >= 0),
    cost               amount NOT NULL CHECK (cost >= 0),  -- US dollars
    set_aside_prompt_tokens      bigint NOT NULL CHECK (set_aside_prompt_tokens >= 0),  -- contained in the above
    set_aside_completion_tokens  bigint NOT NULL CHECK (set_aside_completion_tokens >= 0),
    set_aside_cost               amount NOT NULL CHECK (set_aside_cost >= 0),
    set_aside_at       timestamptz NOT NULL,  -- the last time anything was
    PRIMARY KEY (tenant_id, day)
) WITH (fillfactor = 70);  -- updated twice a request, in place

CREATE TABLE engine_run (
    tenant_id          uuid NOT NULL,
    id                 uuid NOT NULL,
    conversation_id    uuid NOT NULL,
    turn_id            uuid NOT NULL,
    engine             text NOT NULL,
    prompt_version     text NOT NULL,
    calls              integer NOT NULL CHECK (calls >= 0),
    cache_hits         integer NOT NULL CHECK (cache_hits >= 0),
    parse_errors       integer NOT NULL CHECK (parse_errors >= 0),
    retries            integer NOT NULL CHECK (retries >= 0),
    latency            double precision NOT NULL CHECK (latency >= 0),  -- seconds
    prompt_tokens      bigint NOT NULL CHECK (prompt_tokens >= 0),
    completion_tokens  bigint NOT NULL CHECK (completion_tokens >= 0),
    at                 timestamptz NOT NULL,
    PRIMARY KEY (tenant_id, id),
    FOREIGN KEY (tenant_id, conversation_id) REFERENCES conversation,
    FOREIGN KEY (tenant_id, turn_id) REFERENCES turn
);
CREATE INDEX engine_run_by_conversation ON engine_run (tenant_id, conversation_id, at);

CREATE TABLE agent_message (
    tenant_id  uuid NOT NULL,
    run_id     uuid NOT NULL,
    number     integer NOT NULL CHECK (number > 0),
    sender     text NOT NULL,
    recipient  text NOT NULL,
    text       text NOT NULL,
    symbols    text[] NOT NULL,
    PRIMARY KEY (tenant_id, run_id, number),
    FOREIGN KEY (tenant_id, run_id) REFERENCES engine_run
);

-- Of each conversation the latest logged turn only: it serves whoever looks for what went wrong just now.
CREATE TABLE turn_log (
    tenant_id        uuid NOT NULL,
    conversation_id  uuid NOT NULL,
    turn_id          uuid NOT NULL,
    number           integer NOT NULL CHECK (number > 0),
    intent           text NOT NULL,
    entries          jsonb NOT NULL,
    at               timestamptz NOT NULL,
    PRIMARY KEY (tenant_id, conversation_id),
    FOREIGN KEY (tenant_id, conversation_id) REFERENCES conversation,
    FOREIGN KEY (tenant_id, turn_id) REFERENCES turn
);

-- A run is stored before the decisions that came out of it.
ALTER TABLE decision ADD COLUMN run_id uuid;
ALTER TABLE decision ADD FOREIGN KEY (tenant_id, run_id) REFERENCES engine_run;

GRANT SELECT, INSERT ON llm_call, engine_run, agent_message TO parley_app;
GRANT SELECT, INSERT, UPDATE ON llm_day, turn_log TO parley_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON llm_cache TO parley_app;

ALTER TABLE llm_call ENABLE ROW LEVEL SECURITY;
ALTER TABLE llm_cache ENABLE ROW LEVEL SECURITY;
ALTER TABLE llm_day ENABLE ROW LEVEL SECURITY;
ALTER TABLE engine_run ENABLE ROW LEVEL SECURITY;
ALTER TABLE agent_message ENABLE ROW LEVEL SECURITY;
ALTER TABLE turn_log ENABLE ROW LEVEL SECURITY;

CREATE POLICY one_tenant ON llm_call TO parley_app USING (tenant_id = current_tenant());
CREATE POLICY one_tenant ON llm_cache TO parley_app USING (tenant_id = current_tenant());
CREATE POLICY one_tenant ON llm_day TO parley_app USING (tenant_id = current_tenant());
CREATE POLICY one_tenant ON engine_run TO parley_app USING (tenant_id = current_tenant());
CREATE POLICY one_tenant ON agent_message TO parley_app USING (tenant_id = current_tenant());
CREATE POLICY one_tenant ON turn_log TO parley_app USING (tenant_id = current_tenant());
