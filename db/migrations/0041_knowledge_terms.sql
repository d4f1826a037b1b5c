-- Each word of a team's files as a row, so that whether a question's words stand in a base is looked up and not unpacked from
-- every file's vocabulary. The vocabularies stay where they are: processes of the version before write and read them there.

CREATE TABLE knowledge_term (
    tenant_id    uuid NOT NULL,
    base_id      uuid NOT NULL,
    term         text NOT NULL,
    document_id  uuid NOT NULL,
    PRIMARY KEY (tenant_id, base_id, term, document_id)
);
CREATE INDEX knowledge_term_of_document ON knowledge_term (tenant_id, document_id);

CREATE FUNCTION enter_knowledge_terms() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP <> 'INSERT' THEN
        DELETE FROM knowledge_term t WHERE t.tenant_id = OLD.tenant_id AND t.document_id = OLD.id;
    END IF;
    IF TG_OP <> 'DELETE' THEN
        INSERT INTO knowledge_term (tenant_id, base_id, term, document_id)
        SELECT DISTINCT NEW.tenant_id, NEW.base_id, each.term, NEW.id FROM unnest(NEW.terms) AS each (term);
    END IF;
    RETURN NULL;
END
$$;
CREATE TRIGGER knowledge_terms AFTER INSERT OR DELETE OR UPDATE OF id, base_id, terms ON knowledge_document
    FOR EACH ROW EXECUTE FUNCTION enter_knowledge_terms();

INSERT INTO knowledge_term (tenant_id, base_id, term, document_id)
SELECT DISTINCT d.tenant_id, d.base_id, each.term, d.id FROM knowledge_document d, unnest(d.terms) AS each (term);

GRANT SELECT, INSERT, DELETE ON knowledge_term TO parley_app, parley_erasure;
ALTER TABLE knowledge_term ENABLE ROW LEVEL SECURITY;
CREATE POLICY one_tenant ON knowledge_term TO parley_app USING (tenant_id = current_tenant());
CREATE POLICY one_tenant_erased ON knowledge_term TO parley_erasure USING (tenant_id = current_tenant());
