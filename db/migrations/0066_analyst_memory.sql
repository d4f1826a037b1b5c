-- What a committee's analysts have reported is kept, so that another conversation of the workspace need not ask for it again
-- in the same part of a session; and digests of the reports by rules, as of a market time: what is asked as of a past
-- date must not tell later reports. No words of a person: a model that words a report is given public figures and headlines.

CREATE TABLE analyst_report (
    tenant_id   uuid NOT NULL REFERENCES tenant,
    market      text NOT NULL,
    symbol      text NOT NULL,
    analyst     text NOT NULL,
    trade_date  date NOT NULL,
    session     text NOT NULL CHECK (session IN ('pre_open', 'post_close')),
    prompt      text NOT NULL,         -- the version of a model's prompt; empty: by rules
    language    text NOT NULL,         -- of a model's words; empty: by rules
    as_of       timestamptz NOT NULL,  -- market time
    asked_at    timestamptz,           -- market time at which a committee made it; null: by the schedule
    report      jsonb NOT NULL,
    PRIMARY KEY (tenant_id, market, symbol, analyst, trade_date, session, prompt, language),
    CHECK ((prompt = '') = (language = ''))
);
-- History by time, and the shares that a committee has read lately.
CREATE INDEX analyst_report_by_time ON analyst_report (tenant_id, market, symbol, analyst, as_of) WHERE prompt = '';
CREATE INDEX analyst_report_asked ON analyst_report (tenant_id, market, asked_at) WHERE asked_at IS NOT NULL;

CREATE TABLE analyst_digest (
    tenant_id   uuid NOT NULL REFERENCES tenant,
    market      text NOT NULL,
    symbol      text NOT NULL,
    analyst     text NOT NULL,
    trade_date  date NOT NULL,
    session     text NOT NULL CHECK (session IN ('pre_open', 'post_close')),
    as_of       timestamptz NOT NULL,  -- market time: no later report is in it
    digest      jsonb NOT NULL,
    PRIMARY KEY (tenant_id, market, symbol, analyst, trade_date, session)
);
CREATE INDEX analyst_digest_by_time ON analyst_digest (tenant_id, market, symbol, analyst, as_of);

GRANT SELECT, INSERT, UPDATE (as_of, asked_at, report) ON analyst_report TO parley_app;
GRANT SELECT, INSERT, UPDATE (as_of, digest) ON analyst_digest TO parley_app;
-- The schedule of live markets writes jobs for accounts with shares whose reports are renewed.
GRANT SELECT (tenant_id, market, asked_at) ON analyst_report TO parley_system;
GRANT SELECT (tenant_id, account_id) ON position TO parley_system;
GRANT SELECT (tenant_id, market) ON watched_share TO parley_system;
ALTER TABLE analyst_report ENABLE ROW LEVEL SECURITY;
ALTER TABLE analyst_digest ENABLE ROW LEVEL SECURITY;
CREATE POLICY one_tenant ON analyst_report TO parley_app USING (tenant_id = current_tenant());
CREATE POLICY one_tenant ON analyst_digest TO parley_app USING (tenant_id = current_tenant());
CREATE POLICY all_tenants ON analyst_report FOR SELECT TO parley_system USING (true);
CREATE POLICY all_tenants ON position FOR SELECT TO parley_system USING (true);
CREATE POLICY all_tenants ON watched_share FOR SELECT TO parley_system USING (true);
