-- Shares that a channel or a person watches, and the channels that get a brief before the opening and after the close.

CREATE TABLE watched_share (
    tenant_id    uuid NOT NULL REFERENCES tenant,
    kind         text NOT NULL CHECK (kind IN ('channel', 'person')),
    owner        text NOT NULL,         -- the platform's id of the channel or person
    symbol       text NOT NULL,
    person_id    text NOT NULL,         -- who added it
    person_name  text NOT NULL,
    added_at     timestamptz NOT NULL,
    market       text NOT NULL,
    market_time  timestamptz NOT NULL,  -- of the account at that time
    PRIMARY KEY (tenant_id, kind, owner, symbol)
);

-- Ends when somebody ends it, or when the bot can no longer write in the channel: then the row goes.
CREATE TABLE brief_subscription (
    tenant_id        uuid NOT NULL REFERENCES tenant,
    channel          text NOT NULL,
    conversation_id  uuid NOT NULL,  -- in which briefs are posted
    turn_id          uuid NOT NULL,  -- the message that asked for them, which they answer
    person_id        text NOT NULL,
    person_name      text NOT NULL,
    language         text NOT NULL,
    pre_open         boolean NOT NULL,
    post_close       boolean NOT NULL,
    subscribed_at    timestamptz NOT NULL,
    PRIMARY KEY (tenant_id, channel),
    FOREIGN KEY (tenant_id, conversation_id) REFERENCES conversation,
    FOREIGN KEY (tenant_id, turn_id) REFERENCES turn,
    CHECK (pre_open OR post_close)
);

GRANT SELECT, INSERT, DELETE ON watched_share TO parley_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON brief_subscription TO parley_app;
GRANT SELECT, DELETE, UPDATE (person_id, person_name) ON watched_share TO parley_erasure;
GRANT SELECT, UPDATE (person_id, person_name) ON brief_subscription TO parley_erasure;

ALTER TABLE watched_share ENABLE ROW LEVEL SECURITY;
ALTER TABLE brief_subscription ENABLE ROW LEVEL SECURITY;
CREATE POLICY one_tenant ON watched_share TO parley_app USING (tenant_id = current_tenant());
CREATE POLICY one_tenant ON brief_subscription TO parley_app USING (tenant_id = current_tenant());
CREATE POLICY one_tenant_erased ON watched_share TO parley_erasure USING (tenant_id = current_tenant());
CREATE POLICY one_tenant_erased ON brief_subscription TO parley_erasure USING (tenant_id = current_tenant());
