-- Dividends and splits reach the paper account, and its value at each close is kept.
--
-- Until now an account knew nothing but its fills. `corporate_action` is the second part of its ledger: what a dividend
-- or split did to the shares held at the close before its day. The primary key admits each once, whichever process
-- comes first. `account_value` follows from the ledger and the closes; it is kept because the closes are others'.
-- `rolled_to` is the market time up to which both are complete; NULL: nothing is.

CREATE TABLE corporate_action (
    tenant_id   uuid NOT NULL,
    account_id  uuid NOT NULL,
    symbol      text NOT NULL,
    ex_date     date NOT NULL,
    kind        text NOT NULL CHECK (kind IN ('dividend', 'split')),
    value       amount NOT NULL CHECK (value > 0),   -- a dividend: per share; a split: new shares for each old one
    shares      amount NOT NULL CHECK (shares > 0),  -- held at the close before
    cash        amount NOT NULL CHECK (cash >= 0),   -- credited, whole cents
    created_at  timestamptz NOT NULL,
    PRIMARY KEY (tenant_id, account_id, symbol, ex_date, kind),
    FOREIGN KEY (tenant_id, account_id) REFERENCES account
);

CREATE TABLE account_value (
    tenant_id   uuid NOT NULL,
    account_id  uuid NOT NULL,
    session     date NOT NULL,
    cash        amount NOT NULL,
    positions   amount NOT NULL,
    at_cost     text[] NOT NULL,  -- symbols without a close: valued at their average cost
    PRIMARY KEY (tenant_id, account_id, session),
    FOREIGN KEY (tenant_id, account_id) REFERENCES account
);

ALTER TABLE account ADD COLUMN rolled_to timestamptz;

GRANT SELECT, INSERT ON corporate_action TO parley_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON account_value TO parley_app;  -- deleted where the sample's clock goes back

ALTER TABLE corporate_action ENABLE ROW LEVEL SECURITY;
ALTER TABLE account_value ENABLE ROW LEVEL SECURITY;
CREATE POLICY one_tenant ON corporate_action TO parley_app USING (tenant_id = current_tenant());
CREATE POLICY one_tenant ON account_value TO parley_app USING (tenant_id = current_tenant());
