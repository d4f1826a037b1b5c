-- Many presses at once: who comes second is answered at once, and no answer to a refused press waits for another.

-- Who confirms a decision at this moment. It spares the others work only: what decides is the change of the status.
ALTER TABLE decision ADD COLUMN confirming_turn uuid;
ALTER TABLE decision ADD COLUMN confirming_since timestamptz;

-- Seen by one person only. Nothing waits for its delivery; before this column, all waited for each other.
ALTER TABLE reply ADD COLUMN is_private boolean NOT NULL DEFAULT false;
GRANT SELECT (is_private) ON reply TO parley_system;
