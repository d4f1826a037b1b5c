-- What a proposal forecasts is frozen with it, so that its confidence can be judged once the outcome is known; and what is
-- learnt from the outcome is kept, with the market time from which it was known.

CREATE TABLE forecast (
    tenant_id         uuid NOT NULL,
    decision_id       uuid NOT NULL,
    version           integer NOT NULL,
    account_id        uuid NOT NULL,
    event             text NOT NULL CHECK (event IN ('beats', 'falls_behind')),
    sessions          integer NOT NULL CHECK (sessions > 0),
    probability       numeric NOT NULL CHECK (probability BETWEEN 0 AND 1),
    base_rate         numeric NOT NULL CHECK (base_rate BETWEEN 0 AND 1),
    base_rate_source  text NOT NULL CHECK (base_rate_source IN ('history', 'forecasts', 'unknown')),
    base_rate_cases   integer NOT NULL CHECK (base_rate_cases >= 0),
    as_of             timestamptz NOT NULL,  -- market time
    PRIMARY KEY (tenant_id, decision_id, version),
    FOREIGN KEY (tenant_id, decision_id, version) REFERENCES decision,
    FOREIGN KEY (tenant_id, account_id) REFERENCES account
);
CREATE INDEX forecast_by_time ON forecast (tenant_id, account_id, as_of);

-- Append-only for everybody, the owner and superusers included: a forecast that could be changed afterwards proves nothing.
CREATE FUNCTION refuse_forecast_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'forecasts are append-only' USING ERRCODE = 'insufficient_privilege';
END
$$;
CREATE TRIGGER forecast_is_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON forecast
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_forecast_change();

GRANT SELECT, INSERT ON forecast TO parley_app;
ALTER TABLE forecast ENABLE ROW LEVEL SECURITY;
CREATE POLICY one_tenant ON forecast TO parley_app USING (tenant_id = current_tenant());

-- What is learnt of a decision, once: figures, and the places of arguments among the decision's reasons. No words, so that
-- nobody is to be erased from it.
CREATE TABLE reflection (
    tenant_id        uuid NOT NULL,
    decision_id      uuid NOT NULL,
    version          integer NOT NULL,
    account_id       uuid NOT NULL,
    symbol           text NOT NULL,
    settled_as_of    timestamptz NOT NULL,  -- market time: it is not known before
    came_true        boolean NOT NULL,
    excess_percent   numeric NOT NULL,
    "right"          integer[] NOT NULL,
    wrong            integer[] NOT NULL,
    cases            integer NOT NULL CHECK (cases > 0),
    cases_come_true  integer NOT NULL CHECK (cases_come_true BETWEEN 0 AND cases),
    PRIMARY KEY (tenant_id, decision_id, version),
    FOREIGN KEY (tenant_id, decision_id, version) REFERENCES decision,
    FOREIGN KEY (tenant_id, account_id) REFERENCES account
);
CREATE INDEX reflection_by_symbol ON reflection (tenant_id, account_id, symbol, settled_as_of);
GRANT SELECT, INSERT ON reflection TO parley_app;
ALTER TABLE reflection ENABLE ROW LEVEL SECURITY;
CREATE POLICY one_tenant ON reflection TO parley_app USING (tenant_id = current_tenant());
