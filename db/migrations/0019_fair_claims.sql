-- Claims are fair: by person, then by conversation, then by workspace. docs/architecture.md has the rule.
--
-- Start-time fair queueing: the first unanswered message of a conversation, and only that, stands in `queued_turn`, with a
-- start tag. It is the time at which it became the first, but at least a second after the tag of any other that its author
-- has there. Claims take the smallest tag, so a burst of one person's messages stands behind what others say during the
-- next seconds; and what waits behind others in its conversation is not looked at, however much that is.

CREATE TABLE queued_turn (
    tenant_id        uuid NOT NULL,
    conversation_id  uuid NOT NULL,
    turn_id          uuid NOT NULL,
    person_id        text NOT NULL,
    start_tag        timestamptz NOT NULL,
    PRIMARY KEY (tenant_id, conversation_id),
    FOREIGN KEY (tenant_id, turn_id) REFERENCES turn
);
CREATE INDEX queued_turn_to_claim ON queued_turn (start_tag) INCLUDE (tenant_id, conversation_id, person_id);
CREATE INDEX queued_turn_of_person ON queued_turn (tenant_id, person_id, start_tag);
GRANT SELECT, INSERT, UPDATE, DELETE ON queued_turn TO parley_app;
GRANT SELECT, DELETE ON queued_turn TO parley_system;
ALTER TABLE queued_turn ENABLE ROW LEVEL SECURITY;
CREATE POLICY one_tenant ON queued_turn TO parley_app USING (tenant_id = current_tenant());
CREATE POLICY all_tenants ON queued_turn TO parley_system USING (true);
INSERT INTO queued_turn (tenant_id, conversation_id, turn_id, person_id, start_tag)
SELECT DISTINCT ON (tenant_id, conversation_id) tenant_id, conversation_id, id, person_id, accepted_at
  FROM turn WHERE kind = 'message' AND status = 'accepted'
 ORDER BY tenant_id, conversation_id, number;

-- Puts the first unanswered message of a conversation into the queue, unless it is there. The caller holds the
-- conversation's row.
CREATE FUNCTION queue_first_turn(p_tenant uuid, p_conversation uuid) RETURNS void LANGUAGE sql AS $$
    INSERT INTO queued_turn (tenant_id, conversation_id, turn_id, person_id, start_tag)
    SELECT t.tenant_id, t.conversation_id, t.id, t.person_id,
           greatest(clock_timestamp(), (
               SELECT max(q.start_tag) + interval '1 second' FROM queued_turn q
                WHERE q.tenant_id = t.tenant_id AND q.person_id = t.person_id))
      FROM turn t
     WHERE t.tenant_id = p_tenant AND t.conversation_id = p_conversation AND t.kind = 'message' AND t.status = 'accepted'
     ORDER BY t.number LIMIT 1
    ON CONFLICT (tenant_id, conversation_id) DO NOTHING
$$;

-- A trigger, so that it happens whoever answers or withdraws a message, also a process of the version before.
CREATE FUNCTION queue_following_turn() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    -- One that comes in meanwhile waits for this lock, or is seen by the statements after it.
    PERFORM FROM conversation c WHERE c.tenant_id = NEW.tenant_id AND c.id = NEW.conversation_id FOR NO KEY UPDATE;
    DELETE FROM queued_turn q
        WHERE q.tenant_id = NEW.tenant_id AND q.conversation_id = NEW.conversation_id AND q.turn_id = NEW.id;
    IF FOUND THEN
        PERFORM queue_first_turn(NEW.tenant_id, NEW.conversation_id);
    END IF;
    RETURN NULL;
END
$$;
CREATE TRIGGER following_turn_is_queued AFTER UPDATE OF status ON turn
    FOR EACH ROW WHEN (OLD.status = 'accepted' AND NEW.status = 'answered' AND NEW.kind = 'message')
    EXECUTE FUNCTION queue_following_turn();

-- As in 0004, and queues the message if it is the first of its conversation.
CREATE OR REPLACE FUNCTION accept_turn(
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
        IF p_kind = 'message' THEN  -- a press is handled by whoever took it in; runners claim none
            PERFORM pg_notify('parley', 'turn');
        END IF;
    END IF;
    SELECT t.* INTO STRICT stored FROM turn t
        WHERE t.tenant_id = p_tenant AND t.channel = p_channel AND t.platform_id = p_platform_id AND t.kind = p_kind;
    SELECT c.thread INTO STRICT stored_thread FROM conversation c
        WHERE c.tenant_id = p_tenant AND c.id = stored.conversation_id;
    SELECT count(*) INTO ahead FROM turn t
        WHERE t.tenant_id = p_tenant AND t.conversation_id = stored.conversation_id AND t.number < stored.number
          AND t.status = 'accepted' AND t.kind = 'message';
    IF is_new AND p_kind = 'message' AND ahead = 0 THEN
        PERFORM queue_first_turn(p_tenant, p_conversation);
    END IF;
END
$$;

-- Leases up to p_limit conversations, those with the smallest start tags, and returns the first message of each.
-- p_running: the authors of what the process is answering, one element per turn, each tenant_id || ' ' || person_id. Of
-- p_limit places left, a person gets another one only while they have no more than are left, and a workspace no more than
-- three times as many: whoever comes next finds a place. Without it, for processes of the version before: any number.
DROP FUNCTION claim_conversation(text, interval, text[], uuid[], integer);
CREATE FUNCTION claim_conversation(
    p_owner text, p_ttl interval, p_platforms text[], p_conversations uuid[], p_limit integer DEFAULT 1,
    p_running text[] DEFAULT NULL
) RETURNS TABLE (tenant_id uuid, turn_id uuid, fence bigint) LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
    v_tenant uuid;
    v_conversation uuid;
    v_author text;
    v_left integer := p_limit;
    v_people text[];
    v_tenants uuid[];
BEGIN
    WHILE v_left > 0 LOOP
        SELECT array_agg(r.person) INTO v_people FROM (
            SELECT u.person FROM unnest(p_running) u (person) GROUP BY 1 HAVING count(*) > v_left) r;
        SELECT array_agg(r.tenant::uuid) INTO v_tenants FROM (
            SELECT split_part(u.person, ' ', 1) AS tenant FROM unnest(p_running) u (person)
             GROUP BY 1 HAVING count(*) > 3 * v_left) r;
        -- The bound keeps the search short where one person has many thousands of conversations waiting. Who gets no place
        -- now is left out before it, from the index alone (2 ms for 10,000): no place stays empty while somebody else waits.
        SELECT c.tenant_id, c.id, w.author INTO v_tenant, v_conversation, v_author
            FROM (SELECT q.tenant_id, q.conversation_id, q.start_tag, q.tenant_id::text || ' ' || q.person_id AS author
                    FROM queued_turn q JOIN tenant n ON n.tenant_id = q.tenant_id
                   WHERE n.platform = ANY (p_platforms)
                     AND (p_conversations IS NULL OR q.conversation_id = ANY (p_conversations))
                     AND (v_tenants IS NULL OR q.tenant_id <> ALL (v_tenants))
                     AND (v_people IS NULL OR q.tenant_id::text || ' ' || q.person_id <> ALL (v_people))
                   ORDER BY q.start_tag LIMIT 1000) w
            JOIN conversation c ON c.tenant_id = w.tenant_id AND c.id = w.conversation_id
            WHERE c.lease_until IS NULL OR c.lease_until <= now()
            ORDER BY w.start_tag LIMIT 1
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
            v_left := v_left - 1;
            IF p_running IS NOT NULL THEN
                p_running := p_running || v_author;
            END IF;
        ELSE
            DELETE FROM queued_turn q WHERE q.tenant_id = v_tenant AND q.conversation_id = v_conversation;
        END IF;
    END LOOP;
END
$$;
REVOKE EXECUTE ON FUNCTION claim_conversation, queue_first_turn, queue_following_turn FROM PUBLIC;
GRANT EXECUTE ON FUNCTION claim_conversation TO parley_system;
GRANT EXECUTE ON FUNCTION queue_first_turn TO parley_app;

-- Limits per person. The first message above them is answered by a sentence, and so is the first in each conversation that
-- has begun already; the following ones count as answered by it, until one is within the limits again.
CREATE TABLE person_pace (
    tenant_id    uuid NOT NULL REFERENCES tenant,
    person_id    text NOT NULL,
    paced_until  timestamptz NOT NULL,  -- generic cell rate algorithm: the theoretical arrival time of the next message
    told_at      timestamptz,           -- since when messages above the limits are not answered
    PRIMARY KEY (tenant_id, person_id)
) WITH (fillfactor = 50);  -- updated with every message, in place as long as there is room
CREATE TABLE surplus_turn (
    tenant_id        uuid NOT NULL,
    turn_id          uuid NOT NULL,
    conversation_id  uuid NOT NULL,
    person_id        text NOT NULL,
    reason           text NOT NULL CHECK (reason IN ('pace', 'waiting')),
    is_told          boolean NOT NULL,  -- answered by a sentence of its own
    at               timestamptz NOT NULL,
    PRIMARY KEY (tenant_id, turn_id),
    FOREIGN KEY (tenant_id, turn_id) REFERENCES turn
);
CREATE INDEX surplus_told_in_conversation ON surplus_turn (tenant_id, conversation_id, person_id, at) WHERE is_told;
-- The number of the latest message that was dropped: whatever was offered before is confirmed by no typed "yes".
ALTER TABLE conversation ADD COLUMN dropped_turn integer NOT NULL DEFAULT 0;
CREATE INDEX turn_waiting_of_person ON turn (tenant_id, person_id) WHERE kind = 'message' AND status = 'accepted';
GRANT SELECT, INSERT, UPDATE ON person_pace TO parley_app;
GRANT SELECT, INSERT ON surplus_turn TO parley_app;
ALTER TABLE person_pace ENABLE ROW LEVEL SECURITY;
ALTER TABLE surplus_turn ENABLE ROW LEVEL SECURITY;
CREATE POLICY one_tenant ON person_pace TO parley_app USING (tenant_id = current_tenant());
CREATE POLICY one_tenant ON surplus_turn TO parley_app USING (tenant_id = current_tenant());

-- p_coming: how many are not stored as messages yet.
CREATE FUNCTION has_too_many_waiting(p_tenant uuid, p_person text, p_waiting integer, p_coming integer)
RETURNS boolean LANGUAGE sql AS $$
    SELECT p_waiting > 0 AND p_coming + (
        SELECT count(*) FROM (
            SELECT FROM turn t WHERE t.tenant_id = p_tenant AND t.person_id = p_person AND t.kind = 'message'
                AND t.status = 'accepted' LIMIT p_waiting + 1) w) > p_waiting
$$;

-- Counts one message that is stored, or one command that is to become one (p_coming 1), against its author's limits, 0:
-- none; returns which one it is above.
CREATE FUNCTION exceeded_limit(
    p_tenant uuid, p_person text, p_per_minute integer, p_waiting integer, p_coming integer, OUT surplus text
) LANGUAGE plpgsql AS $$
DECLARE
    v_step interval := CASE WHEN p_per_minute > 0 THEN interval '1 minute' / p_per_minute ELSE '0' END;
    v_until timestamptz;
BEGIN
    INSERT INTO person_pace AS p (tenant_id, person_id, paced_until) VALUES (p_tenant, p_person, clock_timestamp())
        ON CONFLICT (tenant_id, person_id) DO UPDATE SET paced_until = greatest(p.paced_until, clock_timestamp())
        RETURNING p.paced_until + v_step INTO v_until;
    IF p_per_minute > 0 AND v_until > clock_timestamp() + interval '1 minute' + v_step / 2 THEN
        surplus := 'pace';
    ELSIF has_too_many_waiting(p_tenant, p_person, p_waiting, p_coming) THEN
        surplus := 'waiting';
    ELSE
        UPDATE person_pace p SET paced_until = v_until, told_at = NULL
            WHERE p.tenant_id = p_tenant AND p.person_id = p_person;
    END IF;
END
$$;

-- Holds a message against its author's limits, unless it was stored before. Call it in the statement that accepts the
-- message, which holds the conversation's row.
CREATE FUNCTION limit_person(
    p_is_new boolean, p_tenant uuid, p_turn uuid, p_person text, p_per_minute integer, p_waiting integer, p_at timestamptz,
    OUT surplus text, OUT is_dropped boolean
) LANGUAGE plpgsql AS $$
DECLARE
    v_conversation uuid;
    v_number integer;
    v_told timestamptz;
BEGIN
    is_dropped := false;
    IF NOT p_is_new THEN
        RETURN;
    END IF;
    surplus := exceeded_limit(p_tenant, p_person, p_per_minute, p_waiting, 0);
    IF surplus IS NULL THEN
        RETURN;
    END IF;
    SELECT t.conversation_id, t.number INTO STRICT v_conversation, v_number
        FROM turn t WHERE t.tenant_id = p_tenant AND t.id = p_turn;
    -- "Cancel it" and "no wait" are read, however fast they come.
    IF surplus = 'pace' AND EXISTS (
        SELECT FROM decision d WHERE d.tenant_id = p_tenant AND d.conversation_id = v_conversation
            AND d.asked_by = p_person AND d.status = 'proposed' AND d.action <> 'hold' AND d.expires_at > p_at) THEN
        surplus := CASE WHEN has_too_many_waiting(p_tenant, p_person, p_waiting, 0) THEN 'waiting' END;
        IF surplus IS NULL THEN
            RETURN;
        END IF;
    END IF;
    UPDATE person_pace p SET told_at = coalesce(p.told_at, clock_timestamp())
        FROM person_pace before
        WHERE p.tenant_id = p_tenant AND p.person_id = p_person
          AND before.tenant_id = p.tenant_id AND before.person_id = p.person_id
        RETURNING before.told_at INTO v_told;
    -- What begins a conversation loses nothing there, and a sentence there would open a thread for it.
    is_dropped := v_told IS NOT NULL AND (v_number = 1 OR EXISTS (
        SELECT FROM surplus_turn s WHERE s.tenant_id = p_tenant AND s.conversation_id = v_conversation
            AND s.person_id = p_person AND s.is_told AND s.at >= v_told));
    INSERT INTO surplus_turn (tenant_id, turn_id, conversation_id, person_id, reason, is_told, at)
        VALUES (p_tenant, p_turn, v_conversation, p_person, surplus, NOT is_dropped, clock_timestamp());
    IF is_dropped THEN
        UPDATE turn t SET status = 'answered', answered_at = p_at WHERE t.tenant_id = p_tenant AND t.id = p_turn;
        UPDATE conversation c SET offered = '{}', dropped_turn = v_number
            WHERE c.tenant_id = p_tenant AND c.id = v_conversation;
    END IF;
END
$$;
REVOKE EXECUTE ON FUNCTION has_too_many_waiting, exceeded_limit, limit_person FROM PUBLIC;
GRANT EXECUTE ON FUNCTION has_too_many_waiting, exceeded_limit, limit_person TO parley_app;

-- What language models have read and written for a person, while that is limited; requests under way are not contained.
CREATE TABLE llm_person_day (
    tenant_id  uuid NOT NULL REFERENCES tenant,
    person_id  text NOT NULL,
    day        date NOT NULL,  -- UTC
    tokens     bigint NOT NULL CHECK (tokens >= 0),
    PRIMARY KEY (tenant_id, person_id, day)
) WITH (fillfactor = 70);
GRANT SELECT, INSERT, UPDATE ON llm_person_day TO parley_app;
ALTER TABLE llm_person_day ENABLE ROW LEVEL SECURITY;
CREATE POLICY one_tenant ON llm_person_day TO parley_app USING (tenant_id = current_tenant());

-- As in 0010, and says why a message is not worked on.
DROP FUNCTION claimed_turn(uuid, uuid);
CREATE FUNCTION claimed_turn(p_tenant uuid, p_turn uuid)
RETURNS TABLE (stored turn, thread text, platform text, workspace text, surplus text) LANGUAGE plpgsql AS $$
#variable_conflict use_column
BEGIN
    PERFORM set_config('parley.tenant_id', p_tenant::text, true);
    RETURN QUERY SELECT t, c.thread, n.platform, n.workspace, s.reason
        FROM turn t
        JOIN conversation c ON c.tenant_id = t.tenant_id AND c.id = t.conversation_id
        JOIN tenant n ON n.tenant_id = t.tenant_id
        LEFT JOIN surplus_turn s ON s.tenant_id = t.tenant_id AND s.turn_id = t.id
        WHERE t.tenant_id = p_tenant AND t.id = p_turn;
END
$$;
REVOKE EXECUTE ON FUNCTION claimed_turn FROM PUBLIC;
GRANT EXECUTE ON FUNCTION claimed_turn TO parley_app;

-- An abandoned press is handled by one process at a time.
ALTER TABLE turn ADD COLUMN press_claimed_until timestamptz;
CREATE INDEX press_unanswered ON turn (accepted_at) WHERE kind = 'press' AND status = 'accepted';
GRANT SELECT (press_claimed_until), UPDATE (press_claimed_until) ON turn TO parley_system;
