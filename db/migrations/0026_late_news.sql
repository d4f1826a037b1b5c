-- What is known late: a split that is listed late, and an order that arrives at the broker late.

-- A split that merges shares, listed late, may leave fewer shares than were sold since. The sale of what was not there
-- counts for nothing: the split takes its proceeds back, in our books and at the paper broker, though they may be spent.
ALTER TABLE corporate_action DROP CONSTRAINT corporate_action_cash_check;
ALTER TABLE paper_account DROP CONSTRAINT paper_account_cash_check;

-- Orders that count as never sent are asked for: one may have arrived after all.
GRANT SELECT (reason) ON trade_order TO parley_system;
CREATE INDEX trade_order_too_late ON trade_order (tenant_id, account_id) WHERE status = 'rejected' AND reason = 'too_late';

-- Since when a comparison has found that the outcome of an open order is not booked; every process goes by it.
ALTER TABLE trade_order ADD COLUMN unbooked_since timestamptz;

-- Commands whose threads are not opened yet wait for an answer like messages.
CREATE INDEX opening_waiting_of_person ON opening (tenant_id, person_id) WHERE opened_at IS NULL;
CREATE OR REPLACE FUNCTION has_too_many_waiting(p_tenant uuid, p_person text, p_waiting integer, p_coming integer)
RETURNS boolean LANGUAGE sql AS $$
    SELECT p_waiting > 0 AND p_coming + (
        SELECT count(*) FROM (
            (SELECT 1 FROM turn t WHERE t.tenant_id = p_tenant AND t.person_id = p_person AND t.kind = 'message'
                AND t.status = 'accepted' LIMIT p_waiting + 1)
            UNION ALL
            (SELECT 1 FROM opening o WHERE o.tenant_id = p_tenant AND o.person_id = p_person AND o.opened_at IS NULL
                AND o.accepted_at > now() - interval '1 hour' LIMIT p_waiting + 1)) w) > p_waiting
$$;

-- As in 0019, and goes by what the message reads as (`VerdictReading`): while a decision of its author is pending in the
-- conversation, a verdict or a correction is not held against the pace, and only what is plainly something else is dropped
-- without a word. Without it, for processes of the version before: all that is said there may be a verdict.
DROP FUNCTION limit_person(boolean, uuid, uuid, text, integer, integer, timestamptz);
CREATE FUNCTION limit_person(
    p_is_new boolean, p_tenant uuid, p_turn uuid, p_person text, p_per_minute integer, p_waiting integer, p_at timestamptz,
    p_reading text DEFAULT 'verdict',
    OUT surplus text, OUT is_dropped boolean
) LANGUAGE plpgsql AS $$
DECLARE
    v_conversation uuid;
    v_number integer;
    v_told timestamptz;
    v_is_pending boolean;
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
    v_is_pending := p_reading <> 'other' AND EXISTS (
        SELECT FROM decision d WHERE d.tenant_id = p_tenant AND d.conversation_id = v_conversation
            AND d.asked_by = p_person AND d.status = 'proposed' AND d.action <> 'hold' AND d.expires_at > p_at);
    IF v_is_pending AND surplus = 'pace' AND p_reading = 'verdict' THEN
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
    is_dropped := NOT v_is_pending AND v_told IS NOT NULL AND (v_number = 1 OR EXISTS (
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
REVOKE EXECUTE ON FUNCTION limit_person FROM PUBLIC;
GRANT EXECUTE ON FUNCTION limit_person TO parley_app;
