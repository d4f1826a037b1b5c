-- What a dead process held is free at once, instead of when its leases have run out. A process is known by a session of
-- the database that holds an advisory lock: the lock ends with the session, and that with the process, on any host.
--
-- A process of the version before registers nothing: its leases last as long as they did.

CREATE TABLE process (
    owner          text PRIMARY KEY,   -- as in lease_owner and origin: host, pid and a random part
    lock_key       bigint NOT NULL,    -- random, new with each session, so that a session that lingers blocks no later one
    missing_since  timestamptz,        -- when the lock was first found to be free
    died_at        timestamptz         -- when its leases were released
);
GRANT SELECT, INSERT, UPDATE, DELETE ON process TO parley_system;

ALTER TABLE posting ADD COLUMN owner text;

-- Tables of their own, because processes of the version before select all columns of `outbox` and `opening` by prepared
-- statements, which fail when a column is added.
CREATE TABLE outbox_claim (
    tenant_id  uuid NOT NULL,
    job_id     uuid NOT NULL,
    owner      text NOT NULL,
    PRIMARY KEY (tenant_id, job_id),
    FOREIGN KEY (tenant_id, job_id) REFERENCES outbox (tenant_id, id) ON DELETE CASCADE
);
CREATE TABLE opening_origin (
    tenant_id   uuid NOT NULL,
    opening_id  uuid NOT NULL,
    origin      text NOT NULL,
    PRIMARY KEY (tenant_id, opening_id),
    FOREIGN KEY (tenant_id, opening_id) REFERENCES opening (tenant_id, id)
);
GRANT SELECT ON outbox_claim TO parley_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON outbox_claim TO parley_system;
GRANT SELECT, INSERT ON opening_origin TO parley_app;
GRANT SELECT ON opening_origin TO parley_system;
ALTER TABLE outbox_claim ENABLE ROW LEVEL SECURITY;
ALTER TABLE opening_origin ENABLE ROW LEVEL SECURITY;
CREATE POLICY one_tenant ON outbox_claim TO parley_app USING (tenant_id = current_tenant());
CREATE POLICY one_tenant ON opening_origin TO parley_app USING (tenant_id = current_tenant());
CREATE POLICY all_tenants ON outbox_claim TO parley_system USING (true);
CREATE POLICY all_tenants ON opening_origin TO parley_system USING (true);

-- Call it in the session that holds the lock.
CREATE FUNCTION register_process(p_owner text, p_key bigint) RETURNS void LANGUAGE sql AS $$
    INSERT INTO process (owner, lock_key) VALUES (p_owner, p_key)
        ON CONFLICT (owner) DO UPDATE SET lock_key = excluded.lock_key, missing_since = NULL, died_at = NULL
$$;

-- Whether a process is known to have been dead for p_for. SECURITY DEFINER: the app may ask, and learns nothing else.
CREATE FUNCTION is_dead(p_owner text, p_for interval DEFAULT '0') RETURNS boolean
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public AS $$
    SELECT EXISTS (SELECT FROM public.process p
                    WHERE p.owner = p_owner AND p.died_at IS NOT NULL
                      AND p.missing_since <= pg_catalog.clock_timestamp() - p_for)
$$;

-- Releases what a dead process held. The system role's columns only.
CREATE FUNCTION release_leases(p_owner text) RETURNS void LANGUAGE sql AS $$
    UPDATE conversation c SET lease_owner = NULL, lease_until = NULL
      FROM turn t
     WHERE t.kind = 'message' AND t.status = 'accepted'
       AND c.tenant_id = t.tenant_id AND c.id = t.conversation_id AND c.lease_owner = p_owner;
    UPDATE reply SET lease_owner = NULL, lease_until = NULL WHERE delivered_at IS NULL AND lease_owner = p_owner;
    UPDATE reply SET redraw_after = NULL WHERE redraw_wanted > redraw_done AND lease_owner = p_owner;
    UPDATE outbox o SET taken_until = NULL FROM outbox_claim k
     WHERE k.owner = p_owner AND o.tenant_id = k.tenant_id AND o.id = k.job_id;
    DELETE FROM outbox_claim WHERE owner = p_owner;
$$;

-- Releases the leases of processes that have held no lock for p_grace, which a living one needs to connect again.
-- Returns when a process was last found dead; NULL: not within the last hour.
CREATE FUNCTION bury_dead_processes(p_grace interval) RETURNS timestamptz LANGUAGE plpgsql AS $$
DECLARE
    p record;
    is_gone boolean;
BEGIN
    FOR p IN SELECT owner, lock_key, missing_since FROM process WHERE died_at IS NULL LOOP
        is_gone := pg_try_advisory_xact_lock_shared(p.lock_key);  -- shared: several may look at the same time
        IF is_gone AND p.missing_since <= clock_timestamp() - p_grace THEN
            UPDATE process SET died_at = clock_timestamp()
                WHERE owner = p.owner AND lock_key = p.lock_key AND died_at IS NULL;
            IF FOUND THEN
                PERFORM release_leases(p.owner);
            END IF;
        ELSIF is_gone IS DISTINCT FROM (p.missing_since IS NOT NULL) THEN
            UPDATE process SET missing_since = CASE WHEN is_gone THEN clock_timestamp() END
                WHERE owner = p.owner AND lock_key = p.lock_key;
        END IF;
    END LOOP;
    DELETE FROM process WHERE died_at < clock_timestamp() - interval '1 hour';
    RETURN (SELECT max(died_at) FROM process);
END
$$;

REVOKE EXECUTE ON FUNCTION register_process, is_dead, release_leases, bury_dead_processes FROM PUBLIC;
GRANT EXECUTE ON FUNCTION register_process, is_dead, release_leases, bury_dead_processes TO parley_system;
GRANT EXECUTE ON FUNCTION is_dead TO parley_app;
