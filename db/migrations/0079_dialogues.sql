-- What a message refers to is looked up in the latest answers of its conversation: without an index of them all replies of
-- all tenants were read for it.

CREATE INDEX reply_by_conversation ON reply (tenant_id, conversation_id, seq) WHERE NOT is_private;
