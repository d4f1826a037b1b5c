-- Platforms whose messages stay and can be edited: what is posted where, threads still to be opened, replies to be drawn
-- anew, later notices, stops, feedback, and what is set for a channel.

ALTER TABLE turn ADD COLUMN stop_asked boolean NOT NULL DEFAULT false;

-- One reply per turn and occasion: the answer, and what is told of its decisions later on.
ALTER TABLE reply ADD COLUMN occasion text NOT NULL DEFAULT 'answer';
ALTER TABLE reply DROP CONSTRAINT reply_tenant_id_turn_id_key;
ALTER TABLE reply ADD UNIQUE (tenant_id, turn_id, occasion);
ALTER TABLE reply ADD COLUMN is_undeliverable boolean NOT NULL DEFAULT false;
-- Counted, so that a change that comes while an earlier one is drawn is not lost.
ALTER TABLE reply ADD COLUMN redraw_wanted integer NOT NULL DEFAULT 0;
ALTER TABLE reply ADD COLUMN redraw_done integer NOT NULL DEFAULT 0;
ALTER TABLE reply ADD COLUMN redraw_after timestamptz;
CREATE INDEX reply_to_redraw ON reply (seq) WHERE redraw_wanted > redraw_done;

CREATE TABLE shown_decision (
    tenant_id    uuid NOT NULL,
    decision_id  uuid NOT NULL,
    reply_id     uuid NOT NULL,
    PRIMARY KEY (tenant_id, decision_id, reply_id),
    FOREIGN KEY (tenant_id, reply_id) REFERENCES reply
);

-- Written before each attempt at a message, and after it: a row without an id is an attempt whose answer was lost.
CREATE TABLE posting (
    tenant_id      uuid NOT NULL REFERENCES tenant,
    subject        uuid NOT NULL,  -- the reply's or opening's id
    part           integer NOT NULL CHECK (part > 0),
    platform_id    text,
    is_final       boolean NOT NULL,      -- no live line any more
    attempt_until  timestamptz NOT NULL,  -- until then the latest attempt may still come through
    PRIMARY KEY (tenant_id, subject, part)
);

-- Commands that were typed where there is no thread: each opens one and becomes its first message.
CREATE TABLE opening (
    tenant_id        uuid NOT NULL REFERENCES tenant,
    id               uuid NOT NULL,
    channel          text NOT NULL,
    command_id       text NOT NULL,
    person_id        text NOT NULL,
    person_name      text NOT NULL,
    person_language  text,
    text             text NOT NULL,
    accepted_at      timestamptz NOT NULL,
    opened_at        timestamptz,
    PRIMARY KEY (tenant_id, id),
    UNIQUE (tenant_id, channel, command_id)
);
CREATE INDEX opening_unopened ON opening (accepted_at) WHERE opened_at IS NULL;

CREATE TABLE feedback (
    tenant_id  uuid NOT NULL,
    reply_id   uuid NOT NULL,
    person_id  text NOT NULL,
    vote       text NOT NULL CHECK (vote IN ('up', 'down')),
    turn_id    uuid NOT NULL,
    engines    text[] NOT NULL,
    voted_at   timestamptz NOT NULL,
    PRIMARY KEY (tenant_id, reply_id, person_id),
    FOREIGN KEY (tenant_id, reply_id) REFERENCES reply
);

CREATE TABLE channel_settings (
    tenant_id   uuid NOT NULL REFERENCES tenant,
    channel     text NOT NULL,
    language    text,
    time_zone   text,
    engine      text,
    changed_by  text NOT NULL,
    changed_at  timestamptz NOT NULL,
    PRIMARY KEY (tenant_id, channel)
);

GRANT SELECT, INSERT ON shown_decision TO parley_app;
GRANT SELECT, INSERT, UPDATE ON opening, feedback, channel_settings TO parley_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON posting TO parley_app;

GRANT SELECT (is_undeliverable, redraw_wanted, redraw_done, redraw_after),
    UPDATE (is_undeliverable, redraw_done, redraw_after) ON reply TO parley_system;
GRANT SELECT (tenant_id, id, accepted_at, opened_at) ON opening TO parley_system;

ALTER TABLE shown_decision ENABLE ROW LEVEL SECURITY;
ALTER TABLE posting ENABLE ROW LEVEL SECURITY;
ALTER TABLE opening ENABLE ROW LEVEL SECURITY;
ALTER TABLE feedback ENABLE ROW LEVEL SECURITY;
ALTER TABLE channel_settings ENABLE ROW LEVEL SECURITY;

CREATE POLICY one_tenant ON shown_decision TO parley_app USING (tenant_id = current_tenant());
CREATE POLICY one_tenant ON posting TO parley_app USING (tenant_id = current_tenant());
CREATE POLICY one_tenant ON opening TO parley_app USING (tenant_id = current_tenant());
CREATE POLICY one_tenant ON feedback TO parley_app USING (tenant_id = current_tenant());
CREATE POLICY one_tenant ON channel_settings TO parley_app USING (tenant_id = current_tenant());
CREATE POLICY all_tenants ON opening TO parley_system USING (true);
