-- A decision gets an actual result after each of several horizons, whether or not it has an episode: in a table of its own.

CREATE TABLE decision_result (
    tenant_id         uuid NOT NULL,
    decision_id       uuid NOT NULL,
    decision_version  integer NOT NULL,
    sessions          integer NOT NULL CHECK (sessions > 0),
    as_of             timestamptz NOT NULL,  -- market time of the horizon's close
    result            jsonb,                 -- NULL: there is none for good, for want of a price
    PRIMARY KEY (tenant_id, decision_id, decision_version, sessions),
    FOREIGN KEY (tenant_id, decision_id, decision_version) REFERENCES decision
);
GRANT SELECT, INSERT ON decision_result TO parley_app;
GRANT SELECT ON decision_result TO parley_erasure;
ALTER TABLE decision_result ENABLE ROW LEVEL SECURITY;
CREATE POLICY one_tenant ON decision_result TO parley_app USING (tenant_id = current_tenant());
CREATE POLICY one_tenant_erased ON decision_result TO parley_erasure USING (tenant_id = current_tenant());

INSERT INTO decision_result (tenant_id, decision_id, decision_version, sessions, as_of, result)
SELECT tenant_id, decision_id, decision_version, (actual_result ->> 'sessions')::integer,
       (actual_result ->> 'as_of')::timestamptz, actual_result
  FROM episode WHERE kind = 'decision' AND actual_result IS NOT NULL
    ON CONFLICT DO NOTHING;

-- Market time before which no further result of a decision is known. A trigger sets it, so that processes of the version
-- before do too: a session closes 20 hours after the one before, or later. Those that are older get their results as well.
ALTER TABLE decision ADD COLUMN settle_after timestamptz;
UPDATE decision SET settle_after = price_as_of + interval '20 hours' WHERE status <> 'superseded' AND fallback IS NULL;
CREATE OR REPLACE FUNCTION set_market_time() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    NEW.market_at := NEW.price_as_of;
    IF NEW.fallback IS NULL THEN
        NEW.settle_after := NEW.price_as_of + interval '20 hours';
    END IF;
    RETURN NEW;
END
$$;
CREATE INDEX decision_to_settle ON decision (tenant_id, settle_after)
    WHERE settle_after IS NOT NULL AND status IN ('filled', 'partially_filled', 'rejected', 'cancelled', 'expired');
GRANT SELECT (settle_after) ON decision TO parley_system;

-- Only processes of the version before read or write these two columns any more; with nothing due they settle nothing.
ALTER TABLE episode ALTER COLUMN settle_after DROP DEFAULT;
UPDATE episode SET settle_after = NULL WHERE settle_after IS NOT NULL;
DROP INDEX episode_to_settle;
