-- A model may have read a message before an erasure, and note it afterwards: memos are dropped as changes of core memory are,
-- and so is what was noted of another person's message, which may name or quote the erased one.
CREATE OR REPLACE FUNCTION drop_notes_of_erased_messages() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    v_turn turn%ROWTYPE;
BEGIN
    -- Locked: an erasure that is about to change the message waits, and then finds the note.
    SELECT t.* INTO v_turn FROM turn t WHERE t.tenant_id = NEW.tenant_id AND t.id = NEW.turn_id FOR SHARE;
    IF v_turn.person_id LIKE 'person:%' THEN
        RETURN NULL;
    END IF;
    -- What people themselves ask to keep is stored before their message is answered.
    IF v_turn.status = 'answered' AND EXISTS (
        SELECT FROM erasure e
         WHERE e.tenant_id = NEW.tenant_id AND e.confirmed_at >= v_turn.accepted_at
           AND (e.finished_at IS NULL OR e.finished_at > now() - interval '10 minutes')) THEN
        RETURN NULL;
    END IF;
    RETURN NEW;
END
$$;
CREATE TRIGGER erased_messages_leave_no_memos BEFORE INSERT ON episode
    FOR EACH ROW WHEN (NEW.kind = 'memo') EXECUTE FUNCTION drop_notes_of_erased_messages();
