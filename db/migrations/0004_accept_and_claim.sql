-- Acceptance and claims, each one round trip. Functions, because every statement in one sees what was committed while
-- the one before waited for a lock: a check after the lock is a check of the present.

-- Stores a message or press as the next turn of its conversation, unless the platform has delivered it before.
CREATE FUNCTION accept_turn(
    p_tenant uuid, p_platform text, p_workspace text, p_conversation uuid, p_channel text, p_thread text,
    p_turn uuid, p_kind text, p_platform_id text, p_person text, p_name text, p_person_language text,
    p_language text, p_text text, p_origin text, p_at timestamptz,
    OUT stored turn, OUT stored_thread text, OUT is_new boolean, OUT ahead bigint
) LANGUAGE plpgsql AS $$
DECLARE
    next_number integer;
BEGIN
    PERFORM set_config('parley.tenant_id', p_tenant::text, true);
    INSERT INTO tenant (tenant_id, platform, workspace, created_at)
        VALUES (p_tenant, p_platform, p_workspace, p_at) ON CONFLICT DO NOTHING;
    INSERT INTO conversation (tenant_id, id, channel, thread, language, last_active_at, created_at)
        VALUES (p_tenant, p_conversation, p_channel, p_thread, p_language, p_at, p_at) ON CONFLICT DO NOTHING;
    SELECT c.turn_count + 1 INTO STRICT next_number FROM conversation c
        WHERE c.tenant_id = p_tenant AND c.id = p_conversation FOR NO KEY UPDATE;
    INSERT INTO turn (tenant_id, id, conversation_id, number, kind, channel, platform_id, person_id, person_name,
            person_language, text, origin, accepted_at)
        VALUES (p_tenant, p_turn, p_conversation, next_number, p_kind, p_channel, p_platform_id, p_person, p_name,
            p_person_language, p_text, p_origin, p_at)
        ON CONFLICT (tenant_id, channel, platform_id, kind) DO NOTHING;
    is_new := FOUND;
    IF is_new THEN
        UPDATE conversation c SET turn_count = next_number WHERE c.tenant_id = p_tenant AND c.id = p_conversation;
        PERFORM pg_notify('parley', 'turn');
    END IF;
    SELECT t.* INTO STRICT stored FROM turn t
        WHERE t.tenant_id = p_tenant AND t.channel = p_channel AND t.platform_id = p_platform_id AND t.kind = p_kind;
    SELECT c.thread INTO STRICT stored_thread FROM conversation c
        WHERE c.tenant_id = p_tenant AND c.id = stored.conversation_id;
    SELECT count(*) INTO ahead FROM turn t
        WHERE t.tenant_id = p_tenant AND t.conversation_id = stored.conversation_id AND t.number < stored.number
          AND t.status = 'accepted' AND t.kind = 'message';
END
$$;

-- Leases the conversation that has waited longest and returns its first unanswered message.
-- p_conversations NULL: any conversation of the platforms. No row: nothing to do.
CREATE FUNCTION claim_conversation(p_owner text, p_ttl interval, p_platforms text[], p_conversations uuid[])
RETURNS TABLE (tenant_id uuid, turn_id uuid, fence bigint) LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
    v_tenant uuid;
    v_conversation uuid;
BEGIN
    LOOP
        SELECT c.tenant_id, c.id INTO v_tenant, v_conversation
            FROM turn t
            JOIN conversation c ON c.tenant_id = t.tenant_id AND c.id = t.conversation_id
            JOIN tenant n ON n.tenant_id = t.tenant_id
            WHERE t.kind = 'message' AND t.status = 'accepted' AND n.platform = ANY (p_platforms)
              AND (p_conversations IS NULL OR c.id = ANY (p_conversations))
              AND (c.lease_until IS NULL OR c.lease_until <= now())
            ORDER BY t.accepted_at LIMIT 1
            FOR NO KEY UPDATE OF c SKIP LOCKED;
        IF NOT FOUND THEN
            RETURN;
        END IF;
        -- Between the search and the lock another runner may have answered it: look again, under the lock.
        UPDATE turn t SET attempts = t.attempts + 1
            WHERE t.tenant_id = v_tenant AND t.conversation_id = v_conversation AND t.number = (
                SELECT min(f.number) FROM turn f WHERE f.tenant_id = v_tenant AND f.conversation_id = v_conversation
                    AND f.kind = 'message' AND f.status = 'accepted')
            RETURNING t.tenant_id, t.id INTO tenant_id, turn_id;
        IF FOUND THEN
            UPDATE conversation c
                SET lease_owner = p_owner, lease_until = clock_timestamp() + p_ttl, fence = c.fence + 1
                WHERE c.tenant_id = v_tenant AND c.id = v_conversation
                RETURNING c.fence INTO fence;
            RETURN NEXT;
            RETURN;
        END IF;
    END LOOP;
END
$$;

REVOKE EXECUTE ON FUNCTION accept_turn, claim_conversation FROM PUBLIC;
GRANT EXECUTE ON FUNCTION accept_turn TO parley_app;
GRANT EXECUTE ON FUNCTION claim_conversation TO parley_system;
