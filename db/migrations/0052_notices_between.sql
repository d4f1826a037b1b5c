-- An alert or a brief may be told between a card and a "yes", which is then read back: looked for when a "yes" is typed.
CREATE INDEX reply_notice ON reply (tenant_id, conversation_id, seq)
    WHERE occasion LIKE 'alert:%' OR occasion LIKE 'brief:%';
