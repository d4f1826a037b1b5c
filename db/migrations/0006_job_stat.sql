-- What operators watch and no row told so far: how long later work takes, and how long a conversation has been held.
--
-- Later work runs in workers, whose figures nobody could ask for; they add them up here. One row per name of a job:
-- no tenant, no ids, nothing private. The app has no use for it.

CREATE TABLE job_stat (
    name      text PRIMARY KEY,
    runs      bigint NOT NULL CHECK (runs >= 0),  -- that ended, well or not
    failures  bigint NOT NULL CHECK (failures BETWEEN 0 AND runs),
    seconds   double precision NOT NULL CHECK (seconds >= 0)
) WITH (fillfactor = 20);  -- a few rows, updated by every job, in place as long as there is room
GRANT SELECT, INSERT, UPDATE ON job_stat TO parley_system;

-- A function, so that the statement that records a job's end adds it up too.
CREATE FUNCTION add_up_job(p_name text, p_failures bigint, p_seconds double precision) RETURNS void LANGUAGE sql AS $$
    INSERT INTO job_stat AS s (name, runs, failures, seconds) VALUES (p_name, 1, p_failures, p_seconds)
        ON CONFLICT (name) DO UPDATE
       SET runs = s.runs + 1, failures = s.failures + excluded.failures, seconds = s.seconds + excluded.seconds
$$;
REVOKE EXECUTE ON FUNCTION add_up_job FROM PUBLIC;
GRANT EXECUTE ON FUNCTION add_up_job TO parley_system;

-- A renewed lease shows only when it ends. Its beginning is noted where the fence moves, which is once per lease.
ALTER TABLE conversation ADD COLUMN leased_at timestamptz;
GRANT SELECT (leased_at) ON conversation TO parley_system;

CREATE FUNCTION note_lease() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    NEW.leased_at := clock_timestamp();
    RETURN NEW;
END
$$;
CREATE TRIGGER lease_is_noted BEFORE UPDATE OF fence ON conversation
    FOR EACH ROW EXECUTE FUNCTION note_lease();
