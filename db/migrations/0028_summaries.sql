-- Summaries hold talk, each statement with the numbers of its messages, and say how they were written. Of rows written by
-- processes of the version before, `statements` does not match `text`: the next update makes them from all messages.
ALTER TABLE conversation_summary
    ADD COLUMN version     integer NOT NULL DEFAULT 1 CHECK (version > 0),  -- counts the conversation's summaries
    ADD COLUMN language    text NOT NULL DEFAULT 'en',
    ADD COLUMN method      text NOT NULL DEFAULT 'rules' CHECK (method IN ('rules', 'model')),
    ADD COLUMN model       text,
    ADD COLUMN quality     real NOT NULL DEFAULT 1 CHECK (quality BETWEEN 0 AND 1),  -- share of statements supported
    ADD COLUMN statements  jsonb NOT NULL DEFAULT '[]',
    ADD COLUMN symbols     text[] NOT NULL DEFAULT '{}',
    ADD CONSTRAINT a_model_has_a_name CHECK ((method = 'model') = (model IS NOT NULL));

-- Who is writing a conversation's summary: no transaction is open meanwhile, because a model may be asked.
CREATE TABLE summary_lease (
    tenant_id        uuid NOT NULL,
    conversation_id  uuid NOT NULL,
    token            uuid NOT NULL,  -- of one run
    owner            text NOT NULL,  -- the process, as in conversation.lease_owner
    until            timestamptz NOT NULL,
    PRIMARY KEY (tenant_id, conversation_id),
    FOREIGN KEY (tenant_id, conversation_id) REFERENCES conversation
);

-- Vectors of summaries, apart from them: of each model the newest.
CREATE TABLE summary_vector (
    tenant_id        uuid NOT NULL,
    model            text NOT NULL,
    conversation_id  uuid NOT NULL,
    version          integer NOT NULL,  -- of the summary
    embedding        halfvec NOT NULL,  -- its dimension is the model's
    PRIMARY KEY (tenant_id, model, conversation_id),
    FOREIGN KEY (tenant_id, conversation_id) REFERENCES conversation_summary ON DELETE CASCADE
);

GRANT SELECT, INSERT, UPDATE, DELETE ON summary_lease, summary_vector TO parley_app;
ALTER TABLE summary_lease ENABLE ROW LEVEL SECURITY;
ALTER TABLE summary_vector ENABLE ROW LEVEL SECURITY;
CREATE POLICY one_tenant ON summary_lease TO parley_app USING (tenant_id = current_tenant());
CREATE POLICY one_tenant ON summary_vector TO parley_app USING (tenant_id = current_tenant());

-- The symbols that a conversation is about: those of the answers in it, kept by a trigger. Histories are searched by them.
CREATE TABLE conversation_symbol (
    tenant_id        uuid NOT NULL,
    symbol           text NOT NULL,
    conversation_id  uuid NOT NULL,
    first_at         timestamptz NOT NULL,
    last_at          timestamptz NOT NULL,
    PRIMARY KEY (tenant_id, conversation_id, symbol),
    FOREIGN KEY (tenant_id, conversation_id) REFERENCES conversation
);
CREATE INDEX conversation_symbol_by_symbol ON conversation_symbol (tenant_id, symbol, conversation_id);
INSERT INTO conversation_symbol (tenant_id, symbol, conversation_id, first_at, last_at)
SELECT r.tenant_id, s.symbol, r.conversation_id, min(r.created_at), max(r.created_at)
  FROM reply r CROSS JOIN LATERAL jsonb_array_elements_text(r.answer->'symbols') s (symbol)
 WHERE r.occasion = 'answer' AND jsonb_array_length(r.answer->'symbols') <= 20
 GROUP BY 1, 2, 3;

-- In the order of the symbols, although the conversation is locked: no two transactions wait for each other in a circle.
CREATE FUNCTION note_symbols() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO conversation_symbol AS c (tenant_id, symbol, conversation_id, first_at, last_at)
        SELECT DISTINCT NEW.tenant_id, s.symbol, NEW.conversation_id, NEW.created_at, NEW.created_at
          FROM jsonb_array_elements_text(NEW.answer->'symbols') s (symbol) ORDER BY s.symbol
        ON CONFLICT (tenant_id, conversation_id, symbol)
        DO UPDATE SET last_at = greatest(c.last_at, excluded.last_at);
    RETURN NULL;
END
$$;
-- An answer with more symbols is a list, and about none of them.
CREATE TRIGGER symbols_are_noted AFTER INSERT ON reply FOR EACH ROW
    WHEN (NEW.occasion = 'answer' AND jsonb_array_length(NEW.answer->'symbols') BETWEEN 1 AND 20)
    EXECUTE FUNCTION note_symbols();

GRANT SELECT, INSERT, UPDATE, DELETE ON conversation_symbol TO parley_app;
ALTER TABLE conversation_symbol ENABLE ROW LEVEL SECURITY;
CREATE POLICY one_tenant ON conversation_symbol TO parley_app USING (tenant_id = current_tenant());
