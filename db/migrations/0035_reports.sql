-- Old episodes are pruned, decisions get their actual results, and figures of success are read: columns and indexes for these.

-- Pruning looks for what is older than a day; passages of a team's own files, and what it was told to remember, have no age.
CREATE INDEX episode_by_age ON episode (tenant_id, kind, said_until) WHERE kind <> 'passage';
GRANT SELECT (kind, said_until) ON episode TO parley_system;
