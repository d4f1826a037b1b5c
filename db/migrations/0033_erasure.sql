-- Erasure of a person's words and name. Orders, decisions and the audit trail stay, with a random reference in place of the
-- person's id. docs/forgetting.md says what goes and what stays, db/erasure/columns.py says it column by column.

-- Erases, and nothing else: whoever answers messages may change neither messages nor approvals nor what agents said.
DO $$
BEGIN
    BEGIN
        IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'parley_erasure') THEN
            CREATE ROLE parley_erasure NOLOGIN;
        END IF;
    EXCEPTION WHEN duplicate_object OR unique_violation THEN
        NULL;  -- another database's migration was quicker
    END;
    BEGIN
        GRANT parley_erasure TO CURRENT_USER;
    EXCEPTION
        WHEN unique_violation OR internal_error THEN
            NULL;  -- "tuple concurrently updated": the same grant, by another database's migration
        WHEN insufficient_privilege THEN
            SET LOCAL ROLE parley_erasure;  -- fine if a DBA has granted it; raises if not
            RESET ROLE;
    END;
END
$$;
GRANT USAGE ON SCHEMA public TO parley_erasure;

-- Whom the audit trail means. It is append-only, so a person stands in it by a reference, and erasure deletes this row.
CREATE TABLE person_reference (
    tenant_id  uuid NOT NULL REFERENCES tenant,
    person_id  text NOT NULL,
    reference  text NOT NULL,
    PRIMARY KEY (tenant_id, person_id)
);

-- A request to erase a person, and how far it has come. Once it is finished it names nobody.
CREATE TABLE erasure (
    tenant_id       uuid NOT NULL REFERENCES tenant,
    id              uuid NOT NULL,
    asked_turn      uuid NOT NULL,  -- the message that asked for it
    confirmed_turn  uuid,           -- the press or message that confirmed it, which is told the result
    is_own          boolean NOT NULL,
    person_id       text,           -- NULL: finished
    names           text[] NOT NULL,
    reference       text NOT NULL,  -- stands in the ledgers from then on
    step            integer NOT NULL DEFAULT 0,
    after_id        uuid,           -- how far a scan has come
    counts          jsonb NOT NULL DEFAULT '{}',
    asked_at        timestamptz NOT NULL,
    confirmed_at    timestamptz,    -- what is said later stays
    finished_at     timestamptz,
    PRIMARY KEY (tenant_id, id),
    FOREIGN KEY (tenant_id, asked_turn) REFERENCES turn,
    FOREIGN KEY (tenant_id, confirmed_turn) REFERENCES turn,
    CHECK ((person_id IS NULL) = (finished_at IS NOT NULL))
);
CREATE UNIQUE INDEX erasure_one_per_person ON erasure (tenant_id, person_id) WHERE confirmed_at IS NOT NULL;
CREATE INDEX erasure_unfinished ON erasure (tenant_id, id) WHERE confirmed_at IS NOT NULL AND finished_at IS NULL;

-- Digests of a few words in a row that the person wrote, to find where they are quoted. Deleted with the last step.
CREATE TABLE erasure_fragment (
    tenant_id   uuid NOT NULL,
    erasure_id  uuid NOT NULL,
    digest      bigint NOT NULL,
    PRIMARY KEY (tenant_id, erasure_id, digest),
    FOREIGN KEY (tenant_id, erasure_id) REFERENCES erasure
);

CREATE FUNCTION reference_of_person(p_tenant uuid, p_person text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
    v_reference text;
BEGIN
    SELECT r.reference INTO v_reference FROM person_reference r WHERE r.tenant_id = p_tenant AND r.person_id = p_person;
    IF v_reference IS NULL THEN
        INSERT INTO person_reference (tenant_id, person_id, reference)
            VALUES (p_tenant, p_person, 'person:' || gen_random_uuid()) ON CONFLICT DO NOTHING;
        SELECT r.reference INTO v_reference
            FROM person_reference r WHERE r.tenant_id = p_tenant AND r.person_id = p_person;
    END IF;
    RETURN v_reference;
END
$$;
-- Whoever writes an entry names the person; a trigger, so that processes of the version before do it too.
CREATE FUNCTION refer_to_person() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    NEW."by" := reference_of_person(NEW.tenant_id, NEW."by");
    RETURN NEW;
END
$$;
CREATE TRIGGER audit_refers_to_people BEFORE INSERT ON audit
    FOR EACH ROW WHEN (NEW.by NOT IN ('parley', 'platform') AND NEW.by NOT LIKE 'person:%')
    EXECUTE FUNCTION refer_to_person();

-- What is there already. A press may name a form with the words that were typed into it: what it is about is enough.
ALTER TABLE audit DISABLE TRIGGER audit_is_append_only;
UPDATE audit SET by = reference_of_person(tenant_id, by) WHERE by NOT IN ('parley', 'platform');
UPDATE audit SET facts = jsonb_set(facts, '{button}', to_jsonb(substring(facts->>'button' FROM '^[^:]*(?::[^:]*){0,2}')))
 WHERE facts ? 'button';
ALTER TABLE audit ENABLE TRIGGER audit_is_append_only;

-- What a model has made of a message may come when that message has been erased: it is dropped.
CREATE FUNCTION drop_notes_of_erased_messages() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF EXISTS (SELECT FROM turn t WHERE t.tenant_id = NEW.tenant_id AND t.id = NEW.turn_id
                  AND t.person_id LIKE 'person:%') THEN
        RETURN NULL;
    END IF;
    RETURN NEW;
END
$$;
CREATE TRIGGER erased_messages_leave_no_notes BEFORE INSERT ON core_memory
    FOR EACH ROW WHEN (NEW.turn_id IS NOT NULL) EXECUTE FUNCTION drop_notes_of_erased_messages();
-- The same for models' answers, which the cache does not know by person: for a while none is kept.
CREATE FUNCTION keep_no_answers_during_erasure() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF EXISTS (SELECT FROM erasure e WHERE e.tenant_id = NEW.tenant_id AND e.confirmed_at IS NOT NULL
                  AND (e.finished_at IS NULL OR e.finished_at > now() - interval '10 minutes')) THEN
        RETURN NULL;
    END IF;
    RETURN NEW;
END
$$;
CREATE TRIGGER erasure_empties_the_cache BEFORE INSERT ON llm_cache
    FOR EACH ROW EXECUTE FUNCTION keep_no_answers_during_erasure();

GRANT SELECT, INSERT ON person_reference TO parley_app;
GRANT SELECT, INSERT ON erasure TO parley_app;
GRANT UPDATE (confirmed_at, confirmed_turn) ON erasure TO parley_app;
GRANT SELECT ON erasure_fragment TO parley_app;
GRANT SELECT (tenant_id, id, confirmed_at, finished_at) ON erasure TO parley_system;
REVOKE EXECUTE ON FUNCTION reference_of_person FROM PUBLIC;
GRANT EXECUTE ON FUNCTION reference_of_person TO parley_app, parley_erasure;

GRANT SELECT, DELETE ON person_reference TO parley_erasure;
GRANT INSERT ON person_reference TO parley_erasure;
GRANT SELECT, UPDATE, DELETE ON erasure TO parley_erasure;
GRANT SELECT, INSERT, DELETE ON erasure_fragment TO parley_erasure;
GRANT SELECT, INSERT ON outbox TO parley_erasure;
GRANT SELECT ON tenant, conversation, turn, message, reply, conversation_summary, summary_lease, decision, approval,
    episode, episode_term_count, episode_scope_count, episode_model_count, episode_vector, overheard, opening, feedback,
    channel_settings, channel_visibility, slack_installation, llm_cache, llm_person_day, engine_run, agent_message,
    turn_log, person_pace, surplus_turn, trading_limit, core_memory TO parley_erasure;
GRANT UPDATE (stated, summarised, lease_owner, lease_until, fence) ON conversation TO parley_erasure;
GRANT UPDATE (person_id, person_name, person_language, text, attempts) ON turn TO parley_erasure;
GRANT UPDATE (author, text, intent) ON message TO parley_erasure;
GRANT UPDATE (answer, last_error) ON reply TO parley_erasure;
GRANT UPDATE (asked_by, decided_by, reasons, fallback) ON decision TO parley_erasure;
GRANT UPDATE (decided_by) ON approval TO parley_erasure;
GRANT INSERT, DELETE ON episode TO parley_erasure;
GRANT DELETE ON conversation_summary, episode_vector, llm_cache, llm_person_day, person_pace, turn_log, core_memory
    TO parley_erasure;
GRANT INSERT, UPDATE, DELETE ON episode_term_count, episode_scope_count, episode_model_count TO parley_erasure;
GRANT UPDATE (person_id, person_name, text, episode_id) ON overheard TO parley_erasure;
GRANT UPDATE (person_id, person_name, text) ON opening TO parley_erasure;
GRANT UPDATE (person_id) ON feedback, surplus_turn TO parley_erasure;
GRANT UPDATE (changed_by) ON channel_settings TO parley_erasure;
GRANT SELECT, UPDATE (added_by, added_name) ON knowledge_document TO parley_erasure;
GRANT SELECT, DELETE ON shared_files TO parley_erasure;
GRANT UPDATE (installer_id) ON slack_installation TO parley_erasure;
GRANT UPDATE (text) ON agent_message TO parley_erasure;
GRANT UPDATE (person_id, person_name, text, removed_by, removed_at) ON trading_limit TO parley_erasure;
GRANT UPDATE (facts, added, removed, person_id, person_name, why) ON core_memory TO parley_erasure;

ALTER TABLE person_reference ENABLE ROW LEVEL SECURITY;
ALTER TABLE erasure ENABLE ROW LEVEL SECURITY;
ALTER TABLE erasure_fragment ENABLE ROW LEVEL SECURITY;
CREATE POLICY one_tenant ON person_reference TO parley_app USING (tenant_id = current_tenant());
CREATE POLICY one_tenant ON erasure TO parley_app USING (tenant_id = current_tenant());
CREATE POLICY one_tenant ON erasure_fragment TO parley_app USING (tenant_id = current_tenant());
CREATE POLICY all_tenants ON erasure TO parley_system USING (true);
-- The eraser is bound to one tenant as the app is, in every table.
DO $$
DECLARE
    v_table text;
BEGIN
    FOR v_table IN SELECT tablename FROM pg_policies WHERE schemaname = 'public' AND policyname = 'one_tenant' LOOP
        EXECUTE format('CREATE POLICY one_tenant_erased ON %I TO parley_erasure USING (tenant_id = current_tenant())',
                       v_table);
    END LOOP;
END
$$;
