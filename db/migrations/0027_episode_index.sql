-- Episodes in the form in which they are searched: who said what, where and when; the terms of the text; and the vectors of
-- one or more embedding models, apart from the text.

-- Owns the search functions, which come later: row-level security, whose conditions are checked before the index of terms
-- can be used, lets it see what is searched, and nothing else. The functions name tenant and scopes themselves.
DO $$
BEGIN
    BEGIN
        IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'parley_search') THEN
            CREATE ROLE parley_search NOLOGIN;
        END IF;
    EXCEPTION WHEN duplicate_object OR unique_violation THEN
        NULL;  -- another database's migration was quicker
    END;
    BEGIN
        GRANT parley_search TO CURRENT_USER;
    EXCEPTION
        WHEN unique_violation OR internal_error THEN
            NULL;  -- "tuple concurrently updated": the same grant, by another database's migration
        WHEN insufficient_privilege THEN
            SET LOCAL ROLE parley_search;  -- fine if a DBA has granted it; raises if not
            RESET ROLE;
    END;
END
$$;
GRANT USAGE ON SCHEMA public TO parley_search;

-- What is known of who can read a channel. No row: nothing, which counts as private.
CREATE TABLE channel_visibility (
    tenant_id     uuid NOT NULL REFERENCES tenant,
    channel       text NOT NULL,
    is_public     boolean NOT NULL,                -- everybody of the workspace can read it
    since         timestamptz NOT NULL,            -- what was said before was said under the other visibility
    needs_hiding  boolean NOT NULL DEFAULT false,  -- turned private: episodes may still be marked as public
    PRIMARY KEY (tenant_id, channel)
);
CREATE INDEX channel_visibility_to_hide ON channel_visibility (tenant_id, channel) WHERE needs_hiding;

-- Notes what a message tells of its channel. NULL: the platform has not told. A message that was delivered before may be
-- older than what is known: it makes no private channel public.
CREATE FUNCTION note_visibility(p_tenant uuid, p_channel text, p_is_public boolean, p_at timestamptz, p_is_new boolean)
RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
    -- Read first: an upsert would lock the row, and the messages of a channel would wait for each other.
    IF p_is_public IS NULL OR EXISTS (
        SELECT FROM channel_visibility v
         WHERE v.tenant_id = p_tenant AND v.channel = p_channel AND v.is_public = p_is_public) THEN
        RETURN false;
    END IF;
    INSERT INTO channel_visibility AS v (tenant_id, channel, is_public, since)
        VALUES (p_tenant, p_channel, p_is_public, '-infinity')
        ON CONFLICT (tenant_id, channel) DO UPDATE
            SET is_public = EXCLUDED.is_public, since = p_at, needs_hiding = v.needs_hiding OR NOT EXCLUDED.is_public
            WHERE v.is_public <> EXCLUDED.is_public AND (p_is_new OR NOT EXCLUDED.is_public);
    RETURN FOUND;
END
$$;
REVOKE EXECUTE ON FUNCTION note_visibility FROM PUBLIC;
GRANT EXECUTE ON FUNCTION note_visibility TO parley_app;

ALTER TABLE episode DROP CONSTRAINT episode_kind_check;
ALTER TABLE episode ADD CHECK (kind IN ('exchange', 'decision', 'talk', 'passage'));
ALTER TABLE episode ALTER COLUMN conversation_id DROP NOT NULL;  -- passages have none
ALTER TABLE episode ALTER COLUMN turn_id DROP NOT NULL;          -- nor has talk a turn
ALTER TABLE episode ADD CHECK (conversation_id IS NOT NULL OR kind = 'passage');
ALTER TABLE episode ADD CHECK (turn_id IS NOT NULL OR kind IN ('talk', 'passage'));
ALTER TABLE episode
    ADD COLUMN channel text,
    ADD COLUMN speakers text[] NOT NULL DEFAULT '{}',      -- names, in the order in which they first spoke
    ADD COLUMN speaker_ids text[] NOT NULL DEFAULT '{}',
    ADD COLUMN first_message integer,                      -- numbers of the messages of the history it was made of
    ADD COLUMN last_message integer,
    ADD COLUMN said_from timestamptz,
    ADD COLUMN said_until timestamptz,
    ADD COLUMN is_public boolean NOT NULL DEFAULT false,   -- said in a channel that was public and has been since
    ADD COLUMN link_message_id text,                       -- the platform's id of the message to link to
    ADD COLUMN language text,
    ADD COLUMN terms tsvector,                             -- search terms, and the scopes in which it may be found
    ADD COLUMN term_count integer NOT NULL DEFAULT 0,      -- search terms, repeated ones counted each time
    ADD COLUMN indexed_at timestamptz,
    ADD CHECK ((first_message IS NULL) = (last_message IS NULL)),
    ADD CHECK ((terms IS NULL) = (indexed_at IS NULL));
UPDATE episode e
   SET channel = c.channel, said_from = t.accepted_at, said_until = e.created_at, speakers = ARRAY[t.person_name],
       speaker_ids = ARRAY[t.person_id], link_message_id = CASE t.kind WHEN 'message' THEN t.platform_id END,
       language = c.language
  FROM conversation c, turn t
 WHERE c.tenant_id = e.tenant_id AND c.id = e.conversation_id AND t.tenant_id = e.tenant_id AND t.id = e.turn_id;
UPDATE episode e SET first_message = m.first, last_message = m.last
  FROM (SELECT tenant_id, turn_id, min(number) AS first, max(number) AS last FROM message GROUP BY 1, 2) m
 WHERE m.tenant_id = e.tenant_id AND m.turn_id = e.turn_id;
ALTER TABLE episode
    ALTER COLUMN channel SET NOT NULL,
    ALTER COLUMN said_from SET NOT NULL,
    ALTER COLUMN said_until SET NOT NULL;

-- Processes of the version before name none of these.
CREATE FUNCTION place_episode() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    SELECT c.channel, NEW.created_at, NEW.created_at INTO STRICT NEW.channel, NEW.said_from, NEW.said_until
        FROM conversation c WHERE c.tenant_id = NEW.tenant_id AND c.id = NEW.conversation_id;
    RETURN NEW;
END
$$;
CREATE TRIGGER episode_is_placed BEFORE INSERT ON episode
    FOR EACH ROW WHEN (NEW.channel IS NULL) EXECUTE FUNCTION place_episode();

-- The dimension is the model's: `parley migrate` makes a partial HNSW index of the configured one. What a search is bound to
-- stands beside the vector: a join would read the episode of each. In parts by tenant, for an index returns the nearest of
-- all its rows: a search would read and discard 50 of others for each one of a tenant with 2 % of them.
CREATE TABLE episode_vector (
    tenant_id        uuid NOT NULL,
    model            text NOT NULL,
    episode_id       uuid NOT NULL,
    embedding        halfvec NOT NULL,
    conversation_id  uuid,
    channel          text NOT NULL,
    is_public        boolean NOT NULL,
    said_until       timestamptz NOT NULL,
    PRIMARY KEY (tenant_id, model, episode_id),
    FOREIGN KEY (tenant_id, episode_id) REFERENCES episode ON DELETE CASCADE
) PARTITION BY HASH (tenant_id);
CREATE TABLE episode_vector_0 PARTITION OF episode_vector FOR VALUES WITH (MODULUS 8, REMAINDER 0);
CREATE TABLE episode_vector_1 PARTITION OF episode_vector FOR VALUES WITH (MODULUS 8, REMAINDER 1);
CREATE TABLE episode_vector_2 PARTITION OF episode_vector FOR VALUES WITH (MODULUS 8, REMAINDER 2);
CREATE TABLE episode_vector_3 PARTITION OF episode_vector FOR VALUES WITH (MODULUS 8, REMAINDER 3);
CREATE TABLE episode_vector_4 PARTITION OF episode_vector FOR VALUES WITH (MODULUS 8, REMAINDER 4);
CREATE TABLE episode_vector_5 PARTITION OF episode_vector FOR VALUES WITH (MODULUS 8, REMAINDER 5);
CREATE TABLE episode_vector_6 PARTITION OF episode_vector FOR VALUES WITH (MODULUS 8, REMAINDER 6);
CREATE TABLE episode_vector_7 PARTITION OF episode_vector FOR VALUES WITH (MODULUS 8, REMAINDER 7);
CREATE INDEX episode_vector_of_episode ON episode_vector (tenant_id, episode_id);
INSERT INTO episode_vector (tenant_id, model, episode_id, embedding, conversation_id, channel, is_public, said_until)
    SELECT tenant_id, embedding_model, id, embedding, conversation_id, channel, is_public, said_until
      FROM episode WHERE embedding IS NOT NULL;
ALTER TABLE episode DROP COLUMN embedding, DROP COLUMN embedding_model;  -- and episode_by_model, episode_unembedded

CREATE FUNCTION place_vector() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    SELECT e.conversation_id, e.channel, e.is_public, e.said_until
      INTO STRICT NEW.conversation_id, NEW.channel, NEW.is_public, NEW.said_until
      FROM episode e WHERE e.tenant_id = NEW.tenant_id AND e.id = NEW.episode_id;
    RETURN NEW;
END
$$;
CREATE TRIGGER vector_is_placed BEFORE INSERT ON episode_vector FOR EACH ROW EXECUTE FUNCTION place_vector();
CREATE FUNCTION hide_vector() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    UPDATE episode_vector SET is_public = NEW.is_public WHERE tenant_id = NEW.tenant_id AND episode_id = NEW.id;
    RETURN NULL;
END
$$;
CREATE TRIGGER vector_is_hidden AFTER UPDATE OF is_public ON episode
    FOR EACH ROW WHEN (OLD.is_public <> NEW.is_public) EXECUTE FUNCTION hide_vector();

-- How many indexed episodes of a tenant have a term, can be found in a scope, have a vector of a model.
CREATE TABLE episode_term_count (
    tenant_id  uuid NOT NULL REFERENCES tenant,
    term       text NOT NULL,
    episodes   integer NOT NULL,
    PRIMARY KEY (tenant_id, term)
) WITH (fillfactor = 70);
CREATE TABLE episode_scope_count (
    tenant_id  uuid NOT NULL REFERENCES tenant,
    scope      text NOT NULL,  -- as in the terms: "scope:…"; "all": every indexed episode
    episodes   integer NOT NULL,
    PRIMARY KEY (tenant_id, scope)
) WITH (fillfactor = 70);
CREATE INDEX episode_scope_count_all ON episode_scope_count (tenant_id) WHERE scope = 'scope:all';
CREATE TABLE episode_model_count (
    tenant_id  uuid NOT NULL REFERENCES tenant,
    model      text NOT NULL,
    episodes   integer NOT NULL,
    PRIMARY KEY (tenant_id, model)
) WITH (fillfactor = 70);
INSERT INTO episode_model_count (tenant_id, model, episodes)
    SELECT tenant_id, model, count(*) FROM episode_vector GROUP BY 1, 2;

-- Triggers keep the counts: they follow whatever changes an episode, in its transaction. Each changes rows in the order of
-- their keys, so that two workers never wait for each other in a circle; a transaction indexes with one statement.
CREATE FUNCTION add_term_counts(p_tenants uuid[], p_terms text[], p_changes bigint[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO episode_term_count AS c (tenant_id, term, episodes)
        SELECT * FROM unnest(p_tenants, p_terms, p_changes) u (tenant_id, term, change)
         WHERE u.term NOT LIKE 'scope:%' ORDER BY u.tenant_id, u.term
        ON CONFLICT (tenant_id, term) DO UPDATE SET episodes = c.episodes + EXCLUDED.episodes;
    INSERT INTO episode_scope_count AS c (tenant_id, scope, episodes)
        SELECT * FROM unnest(p_tenants, p_terms, p_changes) u (tenant_id, scope, change)
         WHERE u.scope LIKE 'scope:%' ORDER BY u.tenant_id, u.scope
        ON CONFLICT (tenant_id, scope) DO UPDATE SET episodes = c.episodes + EXCLUDED.episodes;
END
$$;
CREATE FUNCTION count_changed_terms() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM add_term_counts(array_agg(d.tenant_id), array_agg(d.term), array_agg(d.change))
      FROM (SELECT w.tenant_id, w.term, sum(w.change)::bigint AS change
              FROM (SELECT n.tenant_id, unnest(tsvector_to_array(n.terms) || 'scope:all'::text) AS term, 1 AS change
                      FROM new_rows n WHERE n.terms IS NOT NULL
                    UNION ALL
                    SELECT o.tenant_id, unnest(tsvector_to_array(o.terms) || 'scope:all'::text), -1
                      FROM old_rows o WHERE o.terms IS NOT NULL) w
             GROUP BY 1, 2 HAVING sum(w.change) <> 0) d
    HAVING count(*) > 0;
    RETURN NULL;
END
$$;
CREATE FUNCTION count_deleted_terms() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM add_term_counts(array_agg(d.tenant_id), array_agg(d.term), array_agg(d.change))
      FROM (SELECT w.tenant_id, w.term, -count(*) AS change
              FROM (SELECT o.tenant_id, unnest(tsvector_to_array(o.terms) || 'scope:all'::text) AS term
                      FROM old_rows o WHERE o.terms IS NOT NULL) w
             GROUP BY 1, 2) d
    HAVING count(*) > 0;
    RETURN NULL;
END
$$;
CREATE TRIGGER changed_terms_are_counted AFTER UPDATE ON episode
    REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
    FOR EACH STATEMENT EXECUTE FUNCTION count_changed_terms();
CREATE TRIGGER deleted_terms_are_counted AFTER DELETE ON episode
    REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION count_deleted_terms();

CREATE FUNCTION count_added_vectors() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO episode_model_count AS c (tenant_id, model, episodes)
        SELECT n.tenant_id, n.model, count(*) FROM new_rows n GROUP BY 1, 2 ORDER BY 1, 2
        ON CONFLICT (tenant_id, model) DO UPDATE SET episodes = c.episodes + EXCLUDED.episodes;
    RETURN NULL;
END
$$;
CREATE FUNCTION count_deleted_vectors() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO episode_model_count AS c (tenant_id, model, episodes)
        SELECT o.tenant_id, o.model, -count(*) FROM old_rows o GROUP BY 1, 2 ORDER BY 1, 2
        ON CONFLICT (tenant_id, model) DO UPDATE SET episodes = c.episodes + EXCLUDED.episodes;
    RETURN NULL;
END
$$;
CREATE TRIGGER added_vectors_are_counted AFTER INSERT ON episode_vector
    REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION count_added_vectors();
CREATE TRIGGER deleted_vectors_are_counted AFTER DELETE ON episode_vector
    REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION count_deleted_vectors();

-- Without a pending list, which every search would have to read: workers write the index, and no reply waits for them.
CREATE INDEX episode_terms ON episode USING gin (terms) WITH (fastupdate = off);
-- Exact search of what is small: a channel, a conversation, the public channels of a workspace.
CREATE INDEX episode_of_channel ON episode (tenant_id, channel, said_until);
CREATE INDEX episode_of_conversation ON episode (tenant_id, conversation_id, said_until, id);
CREATE INDEX episode_public ON episode (tenant_id, said_until) WHERE is_public;
CREATE INDEX episode_unindexed ON episode (tenant_id, created_at) WHERE indexed_at IS NULL;

-- Talk becomes an episode in groups, once: a row of a group names it. One without text belongs to none.
ALTER TABLE overheard ADD COLUMN episode_id uuid;
ALTER TABLE overheard ADD COLUMN is_kept boolean GENERATED ALWAYS AS (text <> '') STORED;  -- which the sweeper may see
CREATE INDEX overheard_ungrouped ON overheard (tenant_id, conversation_id, said_at) WHERE episode_id IS NULL AND is_kept;

GRANT SELECT, INSERT, UPDATE, DELETE ON channel_visibility, episode_vector, episode_term_count, episode_scope_count,
    episode_model_count TO parley_app;
GRANT DELETE ON episode TO parley_app;
GRANT SELECT (indexed_at) ON episode TO parley_system;
GRANT SELECT (tenant_id, conversation_id, said_at, episode_id, is_kept) ON overheard TO parley_system;
GRANT SELECT (tenant_id, scope, episodes) ON episode_scope_count TO parley_system;
GRANT SELECT (tenant_id, model, episodes) ON episode_model_count TO parley_system;
GRANT SELECT (tenant_id, channel, needs_hiding) ON channel_visibility TO parley_system;
GRANT SELECT ON episode, episode_vector, episode_term_count, episode_scope_count, episode_model_count, channel_visibility
    TO parley_search;

ALTER TABLE channel_visibility ENABLE ROW LEVEL SECURITY;
ALTER TABLE episode_vector ENABLE ROW LEVEL SECURITY;  -- its parts are granted to nobody
ALTER TABLE episode_term_count ENABLE ROW LEVEL SECURITY;
ALTER TABLE episode_scope_count ENABLE ROW LEVEL SECURITY;
ALTER TABLE episode_model_count ENABLE ROW LEVEL SECURITY;

CREATE POLICY one_tenant ON channel_visibility TO parley_app USING (tenant_id = current_tenant());
CREATE POLICY one_tenant ON episode_vector TO parley_app USING (tenant_id = current_tenant());
CREATE POLICY one_tenant ON episode_term_count TO parley_app USING (tenant_id = current_tenant());
CREATE POLICY one_tenant ON episode_scope_count TO parley_app USING (tenant_id = current_tenant());
CREATE POLICY one_tenant ON episode_model_count TO parley_app USING (tenant_id = current_tenant());

CREATE POLICY all_tenants ON overheard TO parley_system USING (true);
CREATE POLICY all_tenants ON channel_visibility TO parley_system USING (true);
CREATE POLICY all_tenants ON episode_scope_count TO parley_system USING (true);
CREATE POLICY all_tenants ON episode_model_count TO parley_system USING (true);

CREATE POLICY searched ON episode FOR SELECT TO parley_search USING (true);
CREATE POLICY searched ON episode_vector FOR SELECT TO parley_search USING (true);
CREATE POLICY searched ON episode_term_count FOR SELECT TO parley_search USING (true);
CREATE POLICY searched ON episode_scope_count FOR SELECT TO parley_search USING (true);
CREATE POLICY searched ON episode_model_count FOR SELECT TO parley_search USING (true);
CREATE POLICY searched ON channel_visibility FOR SELECT TO parley_search USING (true);
