-- A price that is doubted can be released by an admin, for the rest of its session.
--
-- The audit log says who did it.

CREATE TABLE price_release (
    tenant_id   uuid NOT NULL,
    account_id  uuid NOT NULL,
    symbol      text NOT NULL,
    session     date NOT NULL,
    price       amount NOT NULL CHECK (price > 0),
    created_at  timestamptz NOT NULL,
    PRIMARY KEY (tenant_id, account_id, symbol, session),
    FOREIGN KEY (tenant_id, account_id) REFERENCES account
);

GRANT SELECT, INSERT, UPDATE ON price_release TO parley_app;
ALTER TABLE price_release ENABLE ROW LEVEL SECURITY;
CREATE POLICY one_tenant ON price_release TO parley_app USING (tenant_id = current_tenant());
