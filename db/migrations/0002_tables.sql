-- Everything a turn, a decision and the paper account need.
--
-- The tenant is in every key and foreign key: no row can point into another tenant. Ids are made by us. Instants that
-- decide leases are the database's; all others are given by us. Later tables (core memory, analyses, model calls) come
-- with the issues that use them.

-- NUMERIC admits NaN and infinities, and NaN is greater than every number: one upper bound refuses both.
CREATE DOMAIN amount AS numeric
    CONSTRAINT amount_is_finite CHECK (VALUE > '-Infinity' AND VALUE < 'Infinity');

CREATE TABLE tenant (
    tenant_id   uuid PRIMARY KEY,
    platform    text NOT NULL,
    workspace   text NOT NULL,
    created_at  timestamptz NOT NULL,
    UNIQUE (platform, workspace)
);

CREATE TABLE conversation (
    tenant_id       uuid NOT NULL REFERENCES tenant,
    id              uuid NOT NULL,
    channel         text NOT NULL,
    thread          text NOT NULL,
    state           text NOT NULL DEFAULT 'IDLE',
    focus           text[] NOT NULL DEFAULT '{}',
    stated          jsonb NOT NULL DEFAULT '[]',  -- limits: who stated them, of which symbols, when
    language        text NOT NULL,
    last_active_at  timestamptz NOT NULL,
    message_count   integer NOT NULL DEFAULT 0 CHECK (message_count >= 0),
    turn_count      integer NOT NULL DEFAULT 0,  -- numbers messages and presses
    lease_owner     text,
    lease_until     timestamptz,
    fence           bigint NOT NULL DEFAULT 0,   -- one more with every lease
    created_at      timestamptz NOT NULL,
    PRIMARY KEY (tenant_id, id),
    UNIQUE (tenant_id, channel, thread)
) WITH (fillfactor = 70);  -- updated several times a turn, in place as long as there is room

CREATE TABLE turn (
    tenant_id        uuid NOT NULL,
    id               uuid NOT NULL,
    conversation_id  uuid NOT NULL,
    number           integer NOT NULL CHECK (number > 0),
    kind             text NOT NULL CHECK (kind IN ('message', 'press')),
    channel          text NOT NULL,
    platform_id      text NOT NULL,
    person_id        text NOT NULL,
    person_name      text NOT NULL,
    person_language  text,
    text             text NOT NULL,
    status           text NOT NULL DEFAULT 'accepted' CHECK (status IN ('accepted', 'answered')),
    origin           text NOT NULL,  -- the process that took it in
    accepted_at      timestamptz NOT NULL,
    answered_at      timestamptz,
    attempts         integer NOT NULL DEFAULT 0,
    PRIMARY KEY (tenant_id, id),
    UNIQUE (tenant_id, channel, platform_id, kind),
    UNIQUE (tenant_id, conversation_id, number),
    FOREIGN KEY (tenant_id, conversation_id) REFERENCES conversation,
    CHECK ((status = 'answered') = (answered_at IS NOT NULL))
) WITH (fillfactor = 80);
CREATE INDEX turn_to_claim ON turn (accepted_at) WHERE kind = 'message' AND status = 'accepted';
CREATE INDEX turn_unanswered ON turn (tenant_id, conversation_id, number) WHERE status = 'accepted';

CREATE TABLE message (
    tenant_id        uuid NOT NULL,
    id               uuid NOT NULL,
    conversation_id  uuid NOT NULL,
    number           integer NOT NULL CHECK (number >= 0),
    turn_id          uuid NOT NULL,
    role             text NOT NULL CHECK (role IN ('user', 'assistant')),
    author           text NOT NULL,
    text             text NOT NULL,
    intent           text,
    state_before     text NOT NULL,
    state_after      text NOT NULL,
    created_at       timestamptz NOT NULL,
    PRIMARY KEY (tenant_id, id),
    UNIQUE (tenant_id, conversation_id, number),
    FOREIGN KEY (tenant_id, conversation_id) REFERENCES conversation,
    FOREIGN KEY (tenant_id, turn_id) REFERENCES turn
);

CREATE TABLE reply (
    tenant_id        uuid NOT NULL,
    id               uuid NOT NULL,
    seq              bigint GENERATED ALWAYS AS IDENTITY,  -- order of creation
    conversation_id  uuid NOT NULL,
    turn_id          uuid NOT NULL,
    intent           text NOT NULL,
    confidence       amount NOT NULL,
    state            text NOT NULL,
    language         text NOT NULL,
    answer           jsonb NOT NULL,
    created_at       timestamptz NOT NULL,
    stored_at        timestamptz NOT NULL DEFAULT now(),  -- by the database's clock, which decides who delivers
    lease_owner      text,
    lease_until      timestamptz,
    retry_at         timestamptz,
    attempts         integer NOT NULL DEFAULT 0,
    last_error       text,
    platform_id      text,
    delivered_at     timestamptz,
    PRIMARY KEY (tenant_id, id),
    UNIQUE (tenant_id, turn_id),
    FOREIGN KEY (tenant_id, conversation_id) REFERENCES conversation,
    FOREIGN KEY (tenant_id, turn_id) REFERENCES turn
) WITH (fillfactor = 80);
CREATE INDEX reply_undelivered ON reply (tenant_id, conversation_id, seq) WHERE delivered_at IS NULL;

CREATE TABLE conversation_summary (
    tenant_id        uuid NOT NULL,
    conversation_id  uuid NOT NULL,
    text             text NOT NULL,
    covered          integer NOT NULL CHECK (covered > 0),
    increments       integer NOT NULL CHECK (increments >= 0),
    updated_at       timestamptz NOT NULL,
    PRIMARY KEY (tenant_id, conversation_id),
    FOREIGN KEY (tenant_id, conversation_id) REFERENCES conversation
);

CREATE TABLE account (
    tenant_id      uuid NOT NULL REFERENCES tenant,
    id             uuid NOT NULL,
    kind           text NOT NULL CHECK (kind IN ('paper', 'live')),
    market         text NOT NULL,
    currency       text NOT NULL CHECK (currency ~ '^[A-Z]{3}$'),
    starting_cash  amount NOT NULL CHECK (starting_cash >= 0),
    cash           amount NOT NULL CHECK (cash >= 0),
    market_time    timestamptz,
    created_at     timestamptz NOT NULL,
    PRIMARY KEY (tenant_id, id),
    UNIQUE (tenant_id, market),
    CONSTRAINT sample_prices_never_meet_a_live_broker CHECK (kind = 'paper' OR market <> 'sample')
);

CREATE TABLE position (
    tenant_id     uuid NOT NULL,
    account_id    uuid NOT NULL,
    symbol        text NOT NULL,
    shares        amount NOT NULL CHECK (shares > 0),  -- a closed position has no row
    average_cost  amount NOT NULL CHECK (average_cost >= 0),
    opened_at     timestamptz NOT NULL,
    PRIMARY KEY (tenant_id, account_id, symbol),
    FOREIGN KEY (tenant_id, account_id) REFERENCES account
);

CREATE TABLE decision (
    tenant_id           uuid NOT NULL,
    id                  uuid NOT NULL,
    version             integer NOT NULL CHECK (version > 0),
    conversation_id     uuid NOT NULL,
    turn_id             uuid NOT NULL,
    account_id          uuid NOT NULL,
    asked_by            text NOT NULL,
    symbol              text NOT NULL,
    action              text NOT NULL CHECK (action IN ('increase', 'decrease', 'hold', 'close')),
    target_cash_amount  amount NOT NULL CHECK (target_cash_amount >= 0),
    cash_change         amount NOT NULL,
    shares              amount NOT NULL CHECK (shares >= 0),
    price               amount NOT NULL CHECK (price > 0),
    price_as_of         timestamptz NOT NULL,
    price_source        text NOT NULL,
    confidence          amount NOT NULL CHECK (confidence BETWEEN 0 AND 1),
    reasons             jsonb NOT NULL,
    tags                text[] NOT NULL,
    stop_price          amount CHECK (stop_price > 0),
    stop_is_stated      boolean NOT NULL,
    max_cash            amount,
    engine              text NOT NULL,
    fallback            text,
    status              text NOT NULL CHECK (status IN ('proposed', 'confirmed', 'submitted', 'filled',
                            'partially_filled', 'rejected', 'unknown', 'cancelled', 'expired', 'superseded')),
    created_at          timestamptz NOT NULL,
    expires_at          timestamptz NOT NULL,
    decided_by          text,
    decided_at          timestamptz,
    PRIMARY KEY (tenant_id, id, version),
    FOREIGN KEY (tenant_id, conversation_id) REFERENCES conversation,
    FOREIGN KEY (tenant_id, turn_id) REFERENCES turn,
    FOREIGN KEY (tenant_id, account_id) REFERENCES account
);
CREATE UNIQUE INDEX decision_one_live_version ON decision (tenant_id, id)
    WHERE status NOT IN ('superseded', 'cancelled', 'expired');
CREATE INDEX decision_proposed ON decision (tenant_id, conversation_id, expires_at) WHERE status = 'proposed';
CREATE INDEX decision_unfinished ON decision (decided_at) WHERE status IN ('confirmed', 'submitted', 'unknown');
CREATE INDEX decision_by_time ON decision (tenant_id, created_at);

-- Through which message or press a decision was confirmed or cancelled: once, for ever.
CREATE TABLE approval (
    tenant_id    uuid NOT NULL,
    decision_id  uuid NOT NULL,
    version      integer NOT NULL,
    turn_id      uuid NOT NULL,
    outcome      text NOT NULL CHECK (outcome IN ('confirmed', 'cancelled')),
    decided_by   text NOT NULL,
    decided_at   timestamptz NOT NULL,
    PRIMARY KEY (tenant_id, decision_id),
    UNIQUE (tenant_id, turn_id),
    UNIQUE (tenant_id, decision_id, outcome),
    FOREIGN KEY (tenant_id, decision_id, version) REFERENCES decision,
    FOREIGN KEY (tenant_id, turn_id) REFERENCES turn
);

-- No order without a person's confirmation: the foreign key says so. Checked at the end of the transaction, so that
-- approval and order may be written in either sequence.
CREATE TABLE trade_order (
    tenant_id        uuid NOT NULL,
    id               uuid NOT NULL,
    client_order_id  text NOT NULL CHECK (length(client_order_id) BETWEEN 1 AND 48),
    account_id       uuid NOT NULL,
    decision_id      uuid NOT NULL,
    approved         text NOT NULL DEFAULT 'confirmed' CHECK (approved = 'confirmed'),
    symbol           text NOT NULL,
    side             text NOT NULL CHECK (side IN ('buy', 'sell')),
    shares           amount NOT NULL CHECK (shares > 0),
    reference_price  amount NOT NULL CHECK (reference_price > 0),
    reference_as_of  timestamptz NOT NULL,
    status           text NOT NULL CHECK (status IN ('new', 'submitted', 'filled', 'partially_filled', 'rejected',
                         'unknown')),
    created_at       timestamptz NOT NULL,
    filled_shares    amount NOT NULL DEFAULT 0 CHECK (filled_shares BETWEEN 0 AND shares),
    average_price    amount CHECK (average_price > 0),
    commission       amount NOT NULL DEFAULT 0 CHECK (commission >= 0),
    executed_at      timestamptz,
    reason           text,
    PRIMARY KEY (tenant_id, id),
    UNIQUE (tenant_id, decision_id),
    UNIQUE (tenant_id, client_order_id),
    FOREIGN KEY (tenant_id, account_id) REFERENCES account,
    FOREIGN KEY (tenant_id, decision_id, approved) REFERENCES approval (tenant_id, decision_id, outcome)
        DEFERRABLE INITIALLY DEFERRED
);
CREATE INDEX trade_order_by_account ON trade_order (tenant_id, account_id, created_at);

CREATE TABLE fill (
    tenant_id    uuid NOT NULL,
    id           uuid NOT NULL,
    order_id     uuid NOT NULL,
    account_id   uuid NOT NULL,
    symbol       text NOT NULL,
    side         text NOT NULL CHECK (side IN ('buy', 'sell')),
    shares       amount NOT NULL CHECK (shares > 0),
    price        amount NOT NULL CHECK (price > 0),
    commission   amount NOT NULL CHECK (commission >= 0),
    executed_at  timestamptz NOT NULL,  -- market time
    created_at   timestamptz NOT NULL,
    PRIMARY KEY (tenant_id, id),
    FOREIGN KEY (tenant_id, order_id) REFERENCES trade_order,
    FOREIGN KEY (tenant_id, account_id) REFERENCES account
);
CREATE INDEX fill_by_account ON fill (tenant_id, account_id, executed_at);

CREATE TABLE episode (
    tenant_id         uuid NOT NULL,
    id                uuid NOT NULL,
    conversation_id   uuid NOT NULL,
    turn_id           uuid NOT NULL,
    kind              text NOT NULL CHECK (kind IN ('exchange', 'decision')),
    text              text NOT NULL,
    symbols           text[] NOT NULL,
    tags              text[] NOT NULL,
    decision_id       uuid,
    decision_version  integer,
    context           jsonb NOT NULL,
    created_at        timestamptz NOT NULL,
    market_time       timestamptz,
    embedding         halfvec(384),
    embedding_model   text,
    PRIMARY KEY (tenant_id, id),
    FOREIGN KEY (tenant_id, conversation_id) REFERENCES conversation,
    FOREIGN KEY (tenant_id, turn_id) REFERENCES turn,
    FOREIGN KEY (tenant_id, decision_id, decision_version) REFERENCES decision,
    CHECK ((embedding IS NULL) = (embedding_model IS NULL)),
    CHECK ((decision_id IS NULL) = (decision_version IS NULL))
);
-- Small tenants are searched exactly, by this index; the HNSW index for large ones comes with the memory issue.
CREATE INDEX episode_by_model ON episode (tenant_id, embedding_model, created_at);
CREATE INDEX episode_decisions ON episode (tenant_id, created_at) WHERE kind = 'decision';
CREATE INDEX episode_unembedded ON episode (created_at) WHERE embedding_model IS NULL;

-- Later work; a finished job's row is deleted.
CREATE TABLE outbox (
    tenant_id    uuid NOT NULL REFERENCES tenant,
    id           uuid NOT NULL UNIQUE,
    name         text NOT NULL,
    key          text NOT NULL,
    arguments    jsonb NOT NULL,  -- ids only: the relay reads them without being of the tenant
    created_at   timestamptz NOT NULL,
    due_at       timestamptz NOT NULL DEFAULT now(),
    taken_until  timestamptz,
    failures     integer NOT NULL DEFAULT 0,
    last_error   text,
    given_up_at  timestamptz,
    PRIMARY KEY (tenant_id, id)
);
CREATE UNIQUE INDEX outbox_one_unfinished ON outbox (tenant_id, name, key) WHERE given_up_at IS NULL;
CREATE INDEX outbox_due ON outbox (due_at) WHERE given_up_at IS NULL;

CREATE TABLE audit (
    tenant_id  uuid NOT NULL REFERENCES tenant,
    id         uuid NOT NULL,
    at         timestamptz NOT NULL,
    kind       text NOT NULL,
    subject    uuid NOT NULL,
    by         text NOT NULL,
    facts      jsonb NOT NULL,
    PRIMARY KEY (tenant_id, id)
);
CREATE INDEX audit_by_subject ON audit (tenant_id, subject, at);

-- Append-only for everybody, the owner and superusers included.
CREATE FUNCTION refuse_audit_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'the audit trail is append-only' USING ERRCODE = 'insufficient_privilege';
END
$$;
CREATE TRIGGER audit_is_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change();
