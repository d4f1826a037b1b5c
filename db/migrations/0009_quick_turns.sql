-- Fewer and quicker statements for a turn: what it reads of an account with a long history has indexes of its own, and
-- one claim leases as many conversations as a runner has room for.

CREATE INDEX trade_order_open ON trade_order (tenant_id, account_id)
    WHERE status IN ('new', 'submitted', 'partially_filled', 'unknown');
CREATE INDEX decision_pending ON decision (tenant_id, account_id, expires_at) INCLUDE (id, cash_change)
    WHERE status = 'proposed' AND action <> 'hold';

-- Leases up to p_limit conversations, those that have waited longest first, and returns the first unanswered message of
-- each. p_conversations NULL: any conversation of the platforms. The default serves processes of the version before.
DROP FUNCTION claim_conversation(text, interval, text[], uuid[]);
CREATE FUNCTION claim_conversation(
    p_owner text, p_ttl interval, p_platforms text[], p_conversations uuid[], p_limit integer DEFAULT 1
) RETURNS TABLE (tenant_id uuid, turn_id uuid, fence bigint) LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
    v_tenant uuid;
    v_conversation uuid;
    v_left integer := p_limit;
BEGIN
    WHILE v_left > 0 LOOP
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
            v_left := v_left - 1;
        END IF;
    END LOOP;
END
$$;
REVOKE EXECUTE ON FUNCTION claim_conversation FROM PUBLIC;
GRANT EXECUTE ON FUNCTION claim_conversation TO parley_system;
