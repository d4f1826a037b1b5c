-- Core memory: the few facts about a team, a channel and a person that stand in every prompt.

-- Append-only: each row is a version of a section, with who changed what, when, why, and from which message.
CREATE TABLE core_memory (
    tenant_id    uuid NOT NULL,
    id           uuid NOT NULL,
    scope        text NOT NULL CHECK (scope IN ('team', 'channel', 'person')),
    subject      text NOT NULL,  -- the platform's id of the channel or person; empty for the team
    section      text NOT NULL,
    version      integer NOT NULL CHECK (version > 0),
    kind         text NOT NULL CHECK (kind IN ('stated', 'edited', 'noted', 'undone')),
    facts        jsonb NOT NULL CHECK (octet_length(facts::text) <= 65536),  -- of this version
    added        jsonb NOT NULL,
    removed      jsonb NOT NULL,
    person_id    text NOT NULL,
    person_name  text NOT NULL,
    changed_at   timestamptz NOT NULL,
    why          text NOT NULL,
    turn_id      uuid,
    undoes       uuid,
    PRIMARY KEY (tenant_id, scope, subject, section, version),
    UNIQUE (tenant_id, id),
    FOREIGN KEY (tenant_id, undoes) REFERENCES core_memory (tenant_id, id)
);
CREATE INDEX core_memory_latest ON core_memory (tenant_id, scope, subject, changed_at DESC);
CREATE INDEX core_memory_of_turn ON core_memory (tenant_id, turn_id) WHERE turn_id IS NOT NULL;
CREATE UNIQUE INDEX core_memory_undone_once ON core_memory (tenant_id, undoes) WHERE undoes IS NOT NULL;

GRANT SELECT, INSERT ON core_memory TO parley_app;
ALTER TABLE core_memory ENABLE ROW LEVEL SECURITY;
CREATE POLICY one_tenant ON core_memory TO parley_app USING (tenant_id = current_tenant());
