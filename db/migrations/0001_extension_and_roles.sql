-- Vectors and the two roles that the running bot uses.
--
-- Whoever's URL it is, connections at runtime switch to one of these roles at their start, so that row-level security
-- binds them (docs/decisions/0001). Roles belong to the whole server: several databases may create them at once, and a
-- DBA may have created and granted them before, to a user who may not do so himself.

CREATE EXTENSION IF NOT EXISTS vector;

DO $$
DECLARE
    wanted text;
BEGIN
    FOREACH wanted IN ARRAY ARRAY['parley_app', 'parley_system'] LOOP
        BEGIN
            IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = wanted) THEN
                EXECUTE format('CREATE ROLE %I NOLOGIN', wanted);
            END IF;
        EXCEPTION WHEN duplicate_object OR unique_violation THEN
            NULL;  -- another database's migration was quicker
        END;
        BEGIN
            EXECUTE format('GRANT %I TO CURRENT_USER', wanted);
        EXCEPTION
            WHEN unique_violation OR internal_error THEN
                NULL;  -- "tuple concurrently updated": the same grant, by another database's migration
            WHEN insufficient_privilege THEN
                EXECUTE format('SET LOCAL ROLE %I', wanted);  -- fine if a DBA has granted it; raises if not
                RESET ROLE;
        END;
    END LOOP;
END
$$;

GRANT USAGE ON SCHEMA public TO parley_app, parley_system;
