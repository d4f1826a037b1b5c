-- What prompts cost in tokens, beside what they would cost if every message of the conversation were told word for word.

-- What a prompt would pay for all messages of a conversation: a running count, as estimated. Of what is stored already, a
-- token for four bytes of UTF-8, and 20 for each message besides its text.
ALTER TABLE conversation ADD COLUMN history_tokens bigint NOT NULL DEFAULT 0 CHECK (history_tokens >= 0);
UPDATE conversation c SET history_tokens = m.tokens
  FROM (SELECT tenant_id, conversation_id, sum(octet_length(text) / 4 + 20) AS tokens
          FROM message GROUP BY tenant_id, conversation_id) m
 WHERE m.tenant_id = c.tenant_id AND m.conversation_id = c.id;

-- Of each request: its prompt as estimated, and what stood in it for the conversation so far. 0 where nothing was sent.
ALTER TABLE llm_call
    ADD COLUMN estimated_prompt_tokens bigint NOT NULL DEFAULT 0 CHECK (estimated_prompt_tokens >= 0),
    ADD COLUMN history_tokens bigint NOT NULL DEFAULT 0 CHECK (history_tokens >= 0),
    ADD COLUMN full_history_tokens bigint NOT NULL DEFAULT 0 CHECK (full_history_tokens >= 0);
