-- An admin can correct a holding whose share has changed its name, was merged or is worthless: the third part of the ledger.
--
-- Until now nothing but a fill, a dividend or a split changed a holding: one whose share was renamed could neither be priced
-- nor sold. A correction is proposed by a card, booked once, and may be undone. While a conversion is `booked`, the ledger
-- has it; the paper broker's books follow by a trigger, in the same transaction, as they do for dividends and splits.

CREATE TABLE holding_correction (
    tenant_id       uuid NOT NULL,
    id              uuid NOT NULL,
    account_id      uuid NOT NULL,
    kind            text NOT NULL CHECK (kind IN ('conversion', 'price')),
    status          text NOT NULL CHECK (status IN ('proposed', 'withdrawn', 'booked', 'undone')),
    symbol          text NOT NULL,
    into_symbol     text,             -- of a conversion; NULL: no share is received
    ratio           amount NOT NULL DEFAULT 0 CHECK (ratio >= 0),           -- new shares for each old one
    cash_per_share  amount NOT NULL DEFAULT 0 CHECK (cash_per_share >= 0),  -- for each old share
    shares          amount NOT NULL CHECK (shares > 0),                     -- old ones, all that were held
    shares_into     amount NOT NULL DEFAULT 0 CHECK (shares_into >= 0),
    cash            amount NOT NULL DEFAULT 0 CHECK (cash >= 0),            -- whole cents, with the fraction of a share
    price           amount CHECK (price >= 0),  -- of a new share; of a stated price: that
    price_before    amount,           -- of a stated price: what it took the place of
    priced_before   date,
    effective_at    timestamptz NOT NULL,       -- market time
    booked_at       timestamptz NOT NULL,       -- wall clock; until it is booked: when it was proposed
    asked_turn      uuid NOT NULL,
    moved_alerts    uuid[] NOT NULL DEFAULT '{}',  -- to the new symbol
    person_id       text NOT NULL,              -- who proposed, booked or undid it, whoever was the last
    person_name     text NOT NULL,
    PRIMARY KEY (tenant_id, id),
    FOREIGN KEY (tenant_id, account_id) REFERENCES account,
    FOREIGN KEY (tenant_id, asked_turn) REFERENCES turn,
    CHECK (into_symbol <> symbol)
);
CREATE INDEX holding_correction_of_account ON holding_correction (tenant_id, account_id, booked_at)
    WHERE status IN ('booked', 'undone');

-- Counts the corrections booked and undone: whoever has read the account before one finds that it has changed since, though a
-- rename changes no cash.
ALTER TABLE account ADD COLUMN corrections integer NOT NULL DEFAULT 0;

-- A price that an admin states values the position until the source has a later one.
ALTER TABLE position ADD COLUMN price_correction uuid;  -- by which `last_price` was stated; NULL: it is the source's
ALTER TABLE position ADD FOREIGN KEY (tenant_id, price_correction) REFERENCES holding_correction;

CREATE FUNCTION change_paper_shares(p_tenant uuid, p_account uuid, p_symbol text, p_change numeric)
RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    IF p_change > 0 THEN
        INSERT INTO paper_position AS p (tenant_id, account_id, symbol, shares)
            VALUES (p_tenant, p_account, p_symbol, p_change)
            ON CONFLICT (tenant_id, account_id, symbol) DO UPDATE SET shares = p.shares + p_change;
    ELSIF p_change < 0 THEN
        DELETE FROM paper_position
            WHERE tenant_id = p_tenant AND account_id = p_account AND symbol = p_symbol AND shares + p_change <= 0;
        UPDATE paper_position SET shares = shares + p_change
            WHERE tenant_id = p_tenant AND account_id = p_account AND symbol = p_symbol;
    END IF;
END
$$;
CREATE FUNCTION apply_conversion_to_paper_account() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    v_sign integer := CASE NEW.status WHEN 'booked' THEN 1 ELSE -1 END;
BEGIN
    UPDATE paper_account SET cash = cash + v_sign * NEW.cash
        WHERE tenant_id = NEW.tenant_id AND account_id = NEW.account_id;
    PERFORM change_paper_shares(NEW.tenant_id, NEW.account_id, NEW.symbol, -v_sign * NEW.shares);
    IF NEW.into_symbol IS NOT NULL THEN
        PERFORM change_paper_shares(NEW.tenant_id, NEW.account_id, NEW.into_symbol, v_sign * NEW.shares_into);
    END IF;
    RETURN NULL;
END
$$;
CREATE TRIGGER conversion_reaches_the_paper_broker AFTER UPDATE OF status ON holding_correction
    FOR EACH ROW WHEN (NEW.kind = 'conversion' AND NEW.status <> OLD.status AND NEW.status IN ('booked', 'undone'))
    EXECUTE FUNCTION apply_conversion_to_paper_account();

GRANT SELECT, INSERT, UPDATE ON holding_correction TO parley_app;
GRANT SELECT, UPDATE (person_id, person_name) ON holding_correction TO parley_erasure;

ALTER TABLE holding_correction ENABLE ROW LEVEL SECURITY;
CREATE POLICY one_tenant ON holding_correction TO parley_app USING (tenant_id = current_tenant());
CREATE POLICY one_tenant_erased ON holding_correction TO parley_erasure USING (tenant_id = current_tenant());
