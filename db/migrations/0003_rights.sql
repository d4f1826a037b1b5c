-- Who may see and do what. Not FORCEd: owner's functions that search across row-level security come later; nothing at
-- runtime is the owner.
--
-- The app role sees one tenant, named by a setting of the transaction. Without the setting its statements fail, they
-- never see everything. The system role sees all tenants, but only ids, times and leases: no text, no money, no name.

GRANT SELECT, INSERT ON tenant, message, approval, fill, audit TO parley_app;
GRANT SELECT, INSERT, UPDATE ON conversation, turn, reply, conversation_summary, account, decision, trade_order,
    episode TO parley_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON position TO parley_app;
GRANT SELECT, INSERT ON outbox TO parley_app;

GRANT SELECT (tenant_id, platform) ON tenant TO parley_system;
GRANT SELECT (tenant_id, id, message_count, lease_owner, lease_until, fence),
    UPDATE (lease_owner, lease_until, fence) ON conversation TO parley_system;
GRANT SELECT (tenant_id, id, conversation_id, number, kind, status, origin, accepted_at, attempts),
    UPDATE (attempts) ON turn TO parley_system;
GRANT SELECT (tenant_id, id, seq, conversation_id, turn_id, stored_at, lease_owner, lease_until, retry_at, attempts,
        delivered_at),
    UPDATE (lease_owner, lease_until, retry_at, attempts, last_error, platform_id, delivered_at) ON reply
    TO parley_system;
GRANT SELECT (tenant_id, id, version, status, expires_at, decided_at) ON decision TO parley_system;
GRANT SELECT (tenant_id, id, conversation_id, embedding_model, created_at) ON episode TO parley_system;
GRANT SELECT (tenant_id, conversation_id, covered) ON conversation_summary TO parley_system;
GRANT SELECT, INSERT, UPDATE, DELETE ON outbox TO parley_system;

ALTER TABLE tenant ENABLE ROW LEVEL SECURITY;
ALTER TABLE conversation ENABLE ROW LEVEL SECURITY;
ALTER TABLE turn ENABLE ROW LEVEL SECURITY;
ALTER TABLE message ENABLE ROW LEVEL SECURITY;
ALTER TABLE reply ENABLE ROW LEVEL SECURITY;
ALTER TABLE conversation_summary ENABLE ROW LEVEL SECURITY;
ALTER TABLE account ENABLE ROW LEVEL SECURITY;
ALTER TABLE position ENABLE ROW LEVEL SECURITY;
ALTER TABLE decision ENABLE ROW LEVEL SECURITY;
ALTER TABLE approval ENABLE ROW LEVEL SECURITY;
ALTER TABLE trade_order ENABLE ROW LEVEL SECURITY;
ALTER TABLE fill ENABLE ROW LEVEL SECURITY;
ALTER TABLE episode ENABLE ROW LEVEL SECURITY;
ALTER TABLE outbox ENABLE ROW LEVEL SECURITY;
ALTER TABLE audit ENABLE ROW LEVEL SECURITY;

-- STABLE and simple enough to be inlined: the planner sees the setting and uses the tenant's indexes.
CREATE FUNCTION current_tenant() RETURNS uuid LANGUAGE sql STABLE PARALLEL SAFE AS $$
    SELECT current_setting('parley.tenant_id')::uuid
$$;

CREATE POLICY one_tenant ON tenant TO parley_app USING (tenant_id = current_tenant());
CREATE POLICY one_tenant ON conversation TO parley_app USING (tenant_id = current_tenant());
CREATE POLICY one_tenant ON turn TO parley_app USING (tenant_id = current_tenant());
CREATE POLICY one_tenant ON message TO parley_app USING (tenant_id = current_tenant());
CREATE POLICY one_tenant ON reply TO parley_app USING (tenant_id = current_tenant());
CREATE POLICY one_tenant ON conversation_summary TO parley_app USING (tenant_id = current_tenant());
CREATE POLICY one_tenant ON account TO parley_app USING (tenant_id = current_tenant());
CREATE POLICY one_tenant ON position TO parley_app USING (tenant_id = current_tenant());
CREATE POLICY one_tenant ON decision TO parley_app USING (tenant_id = current_tenant());
CREATE POLICY one_tenant ON approval TO parley_app USING (tenant_id = current_tenant());
CREATE POLICY one_tenant ON trade_order TO parley_app USING (tenant_id = current_tenant());
CREATE POLICY one_tenant ON fill TO parley_app USING (tenant_id = current_tenant());
CREATE POLICY one_tenant ON episode TO parley_app USING (tenant_id = current_tenant());
CREATE POLICY one_tenant ON outbox TO parley_app USING (tenant_id = current_tenant());
CREATE POLICY one_tenant ON audit TO parley_app USING (tenant_id = current_tenant());

-- Tables without a line here hold nothing for the system role.
CREATE POLICY all_tenants ON tenant TO parley_system USING (true);
CREATE POLICY all_tenants ON conversation TO parley_system USING (true);
CREATE POLICY all_tenants ON turn TO parley_system USING (true);
CREATE POLICY all_tenants ON reply TO parley_system USING (true);
CREATE POLICY all_tenants ON conversation_summary TO parley_system USING (true);
CREATE POLICY all_tenants ON decision TO parley_system USING (true);
CREATE POLICY all_tenants ON episode TO parley_system USING (true);
CREATE POLICY all_tenants ON outbox TO parley_system USING (true);
