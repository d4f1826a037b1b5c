-- What of a prompt is kept: its version (as before), a digest of what it said, and the ids of the facts that were told. So it
-- can be shown later that two requests were told the same, and on which facts an answer rests, without keeping words.
ALTER TABLE llm_call ADD COLUMN prompt_hash text NOT NULL DEFAULT '';  -- SHA-256, hexadecimal; empty: of before this migration
ALTER TABLE llm_call ADD COLUMN fact_ids text[] NOT NULL DEFAULT '{}';  -- the first hundred

-- The texts themselves, only while somebody looks for a fault (LLM_KEEP_PROMPTS), for 30 days. They may hold what people said.
CREATE TABLE llm_prompt_text (
    tenant_id  uuid NOT NULL,
    call_id    uuid NOT NULL,
    messages   jsonb NOT NULL,  -- in order: role and text
    at         timestamptz NOT NULL,
    PRIMARY KEY (tenant_id, call_id),
    FOREIGN KEY (tenant_id, call_id) REFERENCES llm_call
);
CREATE INDEX llm_prompt_text_by_time ON llm_prompt_text (at);

GRANT SELECT, INSERT ON llm_prompt_text TO parley_app;
GRANT SELECT (tenant_id, call_id, at), DELETE ON llm_prompt_text TO parley_system;
GRANT SELECT, DELETE ON llm_prompt_text TO parley_erasure;

ALTER TABLE llm_prompt_text ENABLE ROW LEVEL SECURITY;
CREATE POLICY one_tenant ON llm_prompt_text TO parley_app USING (tenant_id = current_tenant());
CREATE POLICY one_tenant_erased ON llm_prompt_text TO parley_erasure USING (tenant_id = current_tenant());
CREATE POLICY all_tenants ON llm_prompt_text TO parley_system USING (true);

-- As the answers in the cache, prompts are not known by person: for a while none is kept.
CREATE TRIGGER erasure_empties_the_prompts BEFORE INSERT ON llm_prompt_text
    FOR EACH ROW EXECUTE FUNCTION keep_no_answers_during_erasure();
