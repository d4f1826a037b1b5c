-- The schedule of live markets writes jobs for accounts with something to do: an armed alert, or somebody who gets briefs.
-- Results of decisions have a job of their own.
GRANT SELECT (account_id) ON price_alert TO parley_system;
GRANT SELECT (tenant_id) ON brief_subscription TO parley_system;
CREATE POLICY all_tenants ON brief_subscription FOR SELECT TO parley_system USING (true);
