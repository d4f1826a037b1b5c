-- When Parley speaks, and what a typed "yes" means: what people say to each other in its threads, how a channel is
-- listened to, and which decisions Parley's last answer offered.

ALTER TABLE conversation ADD COLUMN offered uuid[] NOT NULL DEFAULT '{}';  -- decisions that a "yes" now confirms

ALTER TABLE channel_settings ADD COLUMN listen text CHECK (listen IN ('mention', 'thread', 'all'));
ALTER TABLE channel_settings ADD COLUMN overhear boolean;  -- false: the text of what is overheard is not kept

-- Messages in Parley's threads that were not meant for it: no turns. A row without text says that somebody spoke.
CREATE TABLE overheard (
    tenant_id        uuid NOT NULL,
    conversation_id  uuid NOT NULL,
    channel          text NOT NULL,
    platform_id      text NOT NULL,
    person_id        text NOT NULL,
    person_name      text NOT NULL,
    text             text NOT NULL,
    said_at          timestamptz NOT NULL,
    PRIMARY KEY (tenant_id, channel, platform_id),
    FOREIGN KEY (tenant_id, conversation_id) REFERENCES conversation
);
CREATE INDEX overheard_latest ON overheard (tenant_id, conversation_id, said_at);

GRANT SELECT, INSERT, UPDATE, DELETE ON overheard TO parley_app;
ALTER TABLE overheard ENABLE ROW LEVEL SECURITY;
CREATE POLICY one_tenant ON overheard TO parley_app USING (tenant_id = current_tenant());
