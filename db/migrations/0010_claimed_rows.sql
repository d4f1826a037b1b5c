-- What is claimed is read with one statement, and the decisions of one conversation have an index.

CREATE INDEX decision_of_conversation ON decision (tenant_id, conversation_id, created_at);

-- A claimed turn or reply, with what it is joined with. Functions, because the one statement also names the tenant.
CREATE FUNCTION claimed_turn(p_tenant uuid, p_turn uuid)
RETURNS TABLE (stored turn, thread text, platform text, workspace text) LANGUAGE plpgsql AS $$
#variable_conflict use_column
BEGIN
    PERFORM set_config('parley.tenant_id', p_tenant::text, true);
    RETURN QUERY SELECT t, c.thread, n.platform, n.workspace
        FROM turn t
        JOIN conversation c ON c.tenant_id = t.tenant_id AND c.id = t.conversation_id
        JOIN tenant n ON n.tenant_id = t.tenant_id
        WHERE t.tenant_id = p_tenant AND t.id = p_turn;
END
$$;
CREATE FUNCTION claimed_reply(p_tenant uuid, p_reply uuid)
RETURNS TABLE (stored reply, asked turn, thread text, platform text, workspace text) LANGUAGE plpgsql AS $$
#variable_conflict use_column
BEGIN
    PERFORM set_config('parley.tenant_id', p_tenant::text, true);
    RETURN QUERY SELECT r, t, c.thread, n.platform, n.workspace
        FROM reply r
        JOIN turn t ON t.tenant_id = r.tenant_id AND t.id = r.turn_id
        JOIN conversation c ON c.tenant_id = r.tenant_id AND c.id = r.conversation_id
        JOIN tenant n ON n.tenant_id = r.tenant_id
        WHERE r.tenant_id = p_tenant AND r.id = p_reply;
END
$$;
REVOKE EXECUTE ON FUNCTION claimed_turn, claimed_reply FROM PUBLIC;
GRANT EXECUTE ON FUNCTION claimed_turn, claimed_reply TO parley_app;
