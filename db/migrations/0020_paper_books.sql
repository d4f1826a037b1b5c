-- The paper broker gets books of its own, and our ledger is compared with the broker's.
--
-- Until now an order's fill, the position and the cash were written once, by the paper broker, into our own ledger:
-- there was nothing to compare. Now `paper_*` is what the broker has, and `trade_order`, `fill`, `position` and
-- `account.cash` what Parley has booked of its reports, each fill once (`broker_fill_id`). Triggers keep the paper books
-- where nobody sends an order: an account's opening deposit, dividends and splits. So processes of the version before,
-- which know nothing of these books, keep both sides too; a fill that they book is entered at the broker as well.
--
-- `account` is locked first and in full: whoever books anything locks its row first.

-- What a broker has done is booked: a fill at a worse price may take the cash below zero. Admission keeps it above.
ALTER TABLE account
    DROP CONSTRAINT account_cash_check,
    ADD COLUMN differences jsonb NOT NULL DEFAULT '[]',  -- from the broker's books; while there are any, nothing is traded
    ADD COLUMN differs boolean GENERATED ALWAYS AS (differences <> '[]') STORED,
    ADD COLUMN compared_at timestamptz;  -- when a process last took it up to compare it

ALTER TABLE trade_order
    DROP CONSTRAINT trade_order_status_check,
    ADD CONSTRAINT trade_order_status_check CHECK (status IN ('new', 'submitted', 'filled', 'partially_filled', 'rejected',
        'cancelled', 'unknown')),
    ADD COLUMN required amount,          -- of a rejection: what was needed, what there is, what would have been taken
    ADD COLUMN available amount,
    ADD COLUMN suggested_shares amount NOT NULL DEFAULT 0 CHECK (suggested_shares >= 0);

ALTER TABLE fill ADD COLUMN broker_fill_id text;
UPDATE fill SET broker_fill_id = id::text;
ALTER TABLE fill ALTER COLUMN broker_fill_id SET NOT NULL;
ALTER TABLE fill ADD CONSTRAINT fill_is_booked_once UNIQUE (tenant_id, order_id, broker_fill_id);

CREATE TABLE paper_account (
    tenant_id   uuid NOT NULL,
    account_id  uuid NOT NULL,
    cash        amount NOT NULL CHECK (cash >= 0),
    PRIMARY KEY (tenant_id, account_id),
    FOREIGN KEY (tenant_id, account_id) REFERENCES account
);

CREATE TABLE paper_position (
    tenant_id   uuid NOT NULL,
    account_id  uuid NOT NULL,
    symbol      text NOT NULL,
    shares      amount NOT NULL CHECK (shares > 0),  -- a closed position has no row
    PRIMARY KEY (tenant_id, account_id, symbol),
    FOREIGN KEY (tenant_id, account_id) REFERENCES paper_account
);

CREATE TABLE paper_order (
    tenant_id         uuid NOT NULL,
    client_order_id   text NOT NULL,
    account_id        uuid NOT NULL,
    symbol            text NOT NULL,
    side              text NOT NULL CHECK (side IN ('buy', 'sell')),
    shares            amount NOT NULL CHECK (shares > 0),
    status            text NOT NULL CHECK (status IN ('submitted', 'filled', 'partially_filled', 'rejected', 'cancelled')),
    reason            text,
    required          amount,
    available         amount,
    suggested_shares  amount NOT NULL DEFAULT 0,
    created_at        timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (tenant_id, client_order_id),
    FOREIGN KEY (tenant_id, account_id) REFERENCES paper_account
);
CREATE INDEX paper_order_open ON paper_order (tenant_id, account_id) WHERE status IN ('submitted', 'partially_filled');

CREATE TABLE paper_fill (
    tenant_id        uuid NOT NULL,
    client_order_id  text NOT NULL,
    id               text NOT NULL,
    shares           amount NOT NULL CHECK (shares > 0),
    price            amount NOT NULL CHECK (price > 0),
    commission       amount NOT NULL CHECK (commission >= 0),
    executed_at      timestamptz NOT NULL,  -- market time
    created_at       timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (tenant_id, client_order_id, id),
    FOREIGN KEY (tenant_id, client_order_id) REFERENCES paper_order
);

-- Orders without an outcome have not reached the paper broker of the version before: it carried out at once or not at all.
INSERT INTO paper_account (tenant_id, account_id, cash) SELECT tenant_id, id, cash FROM account WHERE kind = 'paper';
INSERT INTO paper_position (tenant_id, account_id, symbol, shares)
    SELECT p.tenant_id, p.account_id, p.symbol, p.shares
      FROM position p JOIN paper_account USING (tenant_id, account_id);
INSERT INTO paper_order (tenant_id, client_order_id, account_id, symbol, side, shares, status, reason, created_at)
    SELECT o.tenant_id, o.client_order_id, o.account_id, o.symbol, o.side, o.shares, o.status, o.reason, o.created_at
      FROM trade_order o JOIN paper_account USING (tenant_id, account_id) WHERE o.status IN ('filled', 'rejected');
INSERT INTO paper_fill (tenant_id, client_order_id, id, shares, price, commission, executed_at, created_at)
    SELECT f.tenant_id, o.client_order_id, f.broker_fill_id, f.shares, f.price, f.commission, f.executed_at, f.created_at
      FROM fill f JOIN trade_order o ON o.tenant_id = f.tenant_id AND o.id = f.order_id
      JOIN paper_order b ON b.tenant_id = o.tenant_id AND b.client_order_id = o.client_order_id;

CREATE FUNCTION open_paper_account() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO paper_account (tenant_id, account_id, cash) VALUES (NEW.tenant_id, NEW.id, NEW.cash);
    RETURN NULL;
END
$$;
CREATE TRIGGER account_is_opened_at_the_paper_broker AFTER INSERT ON account
    FOR EACH ROW WHEN (NEW.kind = 'paper') EXECUTE FUNCTION open_paper_account();

-- A corporate action does to the broker's side exactly what it does to ours: a split that is listed late changes the
-- shares held on its day, and those that were bought or sold since stay as they are. NULL: the version before booked it;
-- it counts as listed in time. A split leaves whole shares, as in our own books: the fraction is paid in cash.
ALTER TABLE corporate_action ADD COLUMN share_change amount;  -- to those held when it was booked; of several at once, of all
CREATE FUNCTION apply_action_to_paper_account() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    v_change numeric := coalesce(NEW.share_change, CASE NEW.kind
        WHEN 'split' THEN trunc(round(NEW.shares * NEW.value, 6)) - NEW.shares ELSE 0 END);
BEGIN
    UPDATE paper_account SET cash = cash + NEW.cash WHERE tenant_id = NEW.tenant_id AND account_id = NEW.account_id;
    IF v_change > 0 THEN
        INSERT INTO paper_position AS p (tenant_id, account_id, symbol, shares)
            VALUES (NEW.tenant_id, NEW.account_id, NEW.symbol, v_change)
            ON CONFLICT (tenant_id, account_id, symbol) DO UPDATE SET shares = p.shares + v_change;
    ELSIF v_change < 0 THEN
        DELETE FROM paper_position
            WHERE tenant_id = NEW.tenant_id AND account_id = NEW.account_id AND symbol = NEW.symbol
              AND shares + v_change <= 0;
        UPDATE paper_position SET shares = shares + v_change
            WHERE tenant_id = NEW.tenant_id AND account_id = NEW.account_id AND symbol = NEW.symbol;
    END IF;
    RETURN NULL;
END
$$;
CREATE TRIGGER action_reaches_the_paper_broker AFTER INSERT ON corporate_action
    FOR EACH ROW EXECUTE FUNCTION apply_action_to_paper_account();

-- Only the version before books a fill without the broker's id: it is its own broker. What the broker has carried out
-- already for a process of this version, it does not carry out again.
CREATE FUNCTION enter_fill_of_version_before() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    v_signed numeric := CASE NEW.side WHEN 'buy' THEN NEW.shares ELSE -NEW.shares END;
    v_client_order_id text;
BEGIN
    NEW.broker_fill_id := NEW.id::text;
    INSERT INTO paper_order (tenant_id, client_order_id, account_id, symbol, side, shares, status)
        SELECT o.tenant_id, o.client_order_id, o.account_id, o.symbol, o.side, o.shares, 'filled' FROM trade_order o
         WHERE o.tenant_id = NEW.tenant_id AND o.id = NEW.order_id
        ON CONFLICT DO NOTHING RETURNING client_order_id INTO v_client_order_id;
    IF v_client_order_id IS NULL THEN
        RETURN NEW;
    END IF;
    INSERT INTO paper_fill (tenant_id, client_order_id, id, shares, price, commission, executed_at)
        VALUES (NEW.tenant_id, v_client_order_id, NEW.broker_fill_id, NEW.shares, NEW.price, NEW.commission,
                NEW.executed_at);
    UPDATE paper_account SET cash = cash - v_signed * NEW.price - NEW.commission
        WHERE tenant_id = NEW.tenant_id AND account_id = NEW.account_id;
    IF NEW.side = 'buy' THEN
        INSERT INTO paper_position AS p (tenant_id, account_id, symbol, shares)
            VALUES (NEW.tenant_id, NEW.account_id, NEW.symbol, NEW.shares)
            ON CONFLICT (tenant_id, account_id, symbol) DO UPDATE SET shares = p.shares + NEW.shares;
    ELSE
        DELETE FROM paper_position
            WHERE tenant_id = NEW.tenant_id AND account_id = NEW.account_id AND symbol = NEW.symbol
              AND shares = NEW.shares;
        UPDATE paper_position SET shares = shares - NEW.shares
            WHERE tenant_id = NEW.tenant_id AND account_id = NEW.account_id AND symbol = NEW.symbol;
    END IF;
    RETURN NEW;
END
$$;
CREATE TRIGGER fill_of_version_before_is_entered BEFORE INSERT ON fill
    FOR EACH ROW WHEN (NEW.broker_fill_id IS NULL) EXECUTE FUNCTION enter_fill_of_version_before();

GRANT SELECT, INSERT, UPDATE ON paper_account, paper_order TO parley_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON paper_position TO parley_app;
GRANT SELECT, INSERT ON paper_fill TO parley_app;
GRANT SELECT (tenant_id, id, differs, compared_at), UPDATE (compared_at) ON account TO parley_system;
GRANT SELECT (tenant_id, account_id, decision_id, status) ON trade_order TO parley_system;

ALTER TABLE paper_account ENABLE ROW LEVEL SECURITY;
ALTER TABLE paper_position ENABLE ROW LEVEL SECURITY;
ALTER TABLE paper_order ENABLE ROW LEVEL SECURITY;
ALTER TABLE paper_fill ENABLE ROW LEVEL SECURITY;
CREATE POLICY one_tenant ON paper_account TO parley_app USING (tenant_id = current_tenant());
CREATE POLICY one_tenant ON paper_position TO parley_app USING (tenant_id = current_tenant());
CREATE POLICY one_tenant ON paper_order TO parley_app USING (tenant_id = current_tenant());
CREATE POLICY one_tenant ON paper_fill TO parley_app USING (tenant_id = current_tenant());
CREATE POLICY all_tenants ON account TO parley_system USING (true);
CREATE POLICY all_tenants ON trade_order TO parley_system USING (true);
