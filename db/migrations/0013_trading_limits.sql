-- Limits that people state for more than one decision, and rules in words that code cannot enforce.

CREATE TABLE trading_limit (
    tenant_id        uuid NOT NULL,
    id               uuid NOT NULL,
    scope            text NOT NULL CHECK (scope IN ('thread', 'person', 'channel')),
    measure          text NOT NULL CHECK (measure IN ('trade', 'total', 'position', 'cash', 'loss', 'preference')),
    unit             text NOT NULL CHECK (unit IN ('money', 'percent', 'shares')),
    value            amount NOT NULL CHECK (value >= 0),
    symbols          text[] NOT NULL,  -- empty: every share
    period           text CHECK (period IN ('day', 'week', 'month')),
    text             text NOT NULL,  -- of a preference: as written
    conversation_id  uuid NOT NULL,
    channel          text NOT NULL,
    person_id        text NOT NULL,
    person_name      text NOT NULL,
    stated_at        timestamptz NOT NULL,
    removed_by       text,
    removed_at       timestamptz,
    PRIMARY KEY (tenant_id, id),
    FOREIGN KEY (tenant_id, conversation_id) REFERENCES conversation
);
CREATE INDEX trading_limit_in_force ON trading_limit (tenant_id, scope) WHERE removed_at IS NULL;

GRANT SELECT, INSERT, UPDATE ON trading_limit TO parley_app;
ALTER TABLE trading_limit ENABLE ROW LEVEL SECURITY;
CREATE POLICY one_tenant ON trading_limit TO parley_app USING (tenant_id = current_tenant());
