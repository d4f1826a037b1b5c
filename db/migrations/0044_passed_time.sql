-- Scheduled work of a live market: each event of a session once for an account, whatever number of processes looks for it.
-- Time passes from now on for accounts that exist; those opened later begin with their opening.
ALTER TABLE account ADD COLUMN passed_to timestamptz NOT NULL DEFAULT now();
GRANT SELECT (passed_to) ON account TO parley_system;
