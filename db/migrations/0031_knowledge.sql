-- A team's own files: which there are, in which base, and who may ask it. Their passages are episodes of kind "passage", in
-- a channel of the base's own, so that they are indexed and searched like what was said, and found by nothing else.

CREATE TABLE knowledge_base (
    tenant_id   uuid NOT NULL REFERENCES tenant,
    id          uuid NOT NULL,
    name        text NOT NULL CHECK (name <> ''),
    channel     text,  -- the only one that may ask it; NULL: the whole workspace
    PRIMARY KEY (tenant_id, id)
);

CREATE TABLE knowledge_document (
    tenant_id    uuid NOT NULL,
    id           uuid NOT NULL,
    base_id      uuid NOT NULL,
    title        text NOT NULL CHECK (title <> ''),
    file_name    text NOT NULL,
    digest       text NOT NULL,
    pages        integer,
    passages     integer NOT NULL,
    terms        text[] NOT NULL,  -- its vocabulary, in search terms
    added_by     text NOT NULL,    -- the platform's id of the person
    added_name   text NOT NULL,
    added_at     timestamptz NOT NULL,
    PRIMARY KEY (tenant_id, id),
    FOREIGN KEY (tenant_id, base_id) REFERENCES knowledge_base
);
CREATE INDEX knowledge_document_of_base ON knowledge_document (tenant_id, base_id);

-- The files of a message: what the platform says of them, not what is in them.
CREATE TABLE shared_files (
    tenant_id   uuid NOT NULL REFERENCES tenant,
    channel     text NOT NULL,
    message_id  text NOT NULL,
    files       jsonb NOT NULL CHECK (octet_length(files::text) <= 65536),
    PRIMARY KEY (tenant_id, channel, message_id)
);

-- Stores the files of a message in the statement that accepts it. NULL: it has none. A second delivery may bring them.
CREATE FUNCTION note_files(p_tenant uuid, p_channel text, p_message_id text, p_files jsonb)
RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
    IF p_files IS NULL THEN
        RETURN false;
    END IF;
    INSERT INTO shared_files (tenant_id, channel, message_id, files)
        VALUES (p_tenant, p_channel, p_message_id, p_files) ON CONFLICT DO NOTHING;
    RETURN FOUND;
END
$$;
REVOKE EXECUTE ON FUNCTION note_files FROM PUBLIC;
GRANT EXECUTE ON FUNCTION note_files TO parley_app;

GRANT SELECT, INSERT, UPDATE, DELETE ON knowledge_base, knowledge_document TO parley_app;
GRANT SELECT, INSERT, DELETE ON shared_files TO parley_app;
ALTER TABLE knowledge_base ENABLE ROW LEVEL SECURITY;
ALTER TABLE knowledge_document ENABLE ROW LEVEL SECURITY;
ALTER TABLE shared_files ENABLE ROW LEVEL SECURITY;
CREATE POLICY one_tenant ON knowledge_base TO parley_app USING (tenant_id = current_tenant());
CREATE POLICY one_tenant ON knowledge_document TO parley_app USING (tenant_id = current_tenant());
CREATE POLICY one_tenant ON shared_files TO parley_app USING (tenant_id = current_tenant());
