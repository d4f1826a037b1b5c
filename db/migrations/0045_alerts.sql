-- Price alerts: what a person asked to be told about a share's price, in the thread where they asked. Never an order.

CREATE TABLE price_alert (
    tenant_id        uuid NOT NULL,
    id               uuid NOT NULL,
    number           integer NOT NULL CHECK (number > 0),  -- in its channel: people name it by that
    conversation_id  uuid NOT NULL,
    channel          text NOT NULL,
    turn_id          uuid NOT NULL,  -- that asked for it: it is told as a further reply to that
    account_id       uuid NOT NULL,  -- by whose market clock it fires
    market           text NOT NULL,  -- of that account; here too, for the poller, which reads no accounts
    person_id        text NOT NULL,
    person_name      text NOT NULL,
    symbol           text NOT NULL,
    kind             text NOT NULL CHECK (kind IN ('level', 'move', 'stop')),
    lower_bound      amount,         -- fires at this price and below, for a share of the day of the reference price
    upper_bound      amount,         -- fires at this price and above
    percent          numeric,        -- of a move
    reference_price  amount NOT NULL,
    reference_at     timestamptz NOT NULL,  -- market time
    armed_from       timestamptz NOT NULL,  -- market time: earlier prices do not count
    asked_at         timestamptz NOT NULL,
    state            text NOT NULL CHECK (state IN ('armed', 'told', 'done', 'removed')),
    times_told       integer NOT NULL DEFAULT 0,
    told_price       amount,
    told_at          timestamptz,    -- market time
    settled_by       text,
    settled_name     text,
    decision_id      uuid,           -- whose stop level it is
    PRIMARY KEY (tenant_id, id),
    FOREIGN KEY (tenant_id, conversation_id) REFERENCES conversation,
    FOREIGN KEY (tenant_id, turn_id) REFERENCES turn,
    FOREIGN KEY (tenant_id, account_id) REFERENCES account,
    UNIQUE (tenant_id, channel, number),
    CHECK (lower_bound IS NOT NULL OR upper_bound IS NOT NULL),
    CHECK ((kind = 'stop') = (decision_id IS NOT NULL))
);
CREATE INDEX price_alert_armed ON price_alert (market, symbol) WHERE state = 'armed';
CREATE INDEX price_alert_of_account ON price_alert (tenant_id, account_id) WHERE state = 'armed';
CREATE UNIQUE INDEX price_alert_of_stop ON price_alert (tenant_id, decision_id) WHERE decision_id IS NOT NULL;

GRANT SELECT, INSERT, UPDATE ON price_alert TO parley_app;
GRANT SELECT (tenant_id, id, market, symbol, lower_bound, upper_bound, reference_at, armed_from, state) ON price_alert
    TO parley_system;
GRANT SELECT, DELETE, UPDATE (settled_by, settled_name) ON price_alert TO parley_erasure;

ALTER TABLE price_alert ENABLE ROW LEVEL SECURITY;
CREATE POLICY one_tenant ON price_alert TO parley_app USING (tenant_id = current_tenant());
CREATE POLICY all_tenants ON price_alert FOR SELECT TO parley_system USING (true);
CREATE POLICY one_tenant_erased ON price_alert TO parley_erasure USING (tenant_id = current_tenant());

-- Which process asks a source for the prices of all tenants' alerts, and when the next one may. It holds nothing of a tenant.
CREATE TABLE alert_poll (
    market   text PRIMARY KEY,
    owner    text NOT NULL,
    next_at  timestamptz NOT NULL
);
GRANT SELECT, INSERT, UPDATE ON alert_poll TO parley_system;
