-- Erasure reaches knowledge bases: files of a person's own places are deleted, and in a team's files their name is taken out,
-- also of titles, from which ids are derived. And it finds a person's messages, and the history of a turn, by an index: a
-- batch of its work read all messages of a workspace for each answer that it blanked.
CREATE INDEX message_of_turn ON message (tenant_id, turn_id);
CREATE INDEX turn_of_person ON turn (tenant_id, person_id, id);
CREATE INDEX overheard_of_person ON overheard (tenant_id, person_id, said_at);

GRANT SELECT, INSERT, DELETE ON knowledge_base TO parley_erasure;
GRANT DELETE, UPDATE (id, base_id, title, file_name, terms) ON knowledge_document TO parley_erasure;

-- A request that is not confirmed may be withdrawn.
GRANT DELETE ON erasure TO parley_app;
CREATE POLICY only_unconfirmed ON erasure AS RESTRICTIVE FOR DELETE TO parley_app USING (confirmed_at IS NULL);

-- An erasure that is under way has done some of the steps in their former order: it begins anew, which changes nothing that
-- has been erased.
UPDATE erasure SET step = 0, after_id = NULL WHERE finished_at IS NULL;
