-- A message that shows the state of a decision in words only, without buttons, is refreshed with it too; but a "yes" is about
-- a decision where it can be decided.
ALTER TABLE shown_decision ADD COLUMN has_buttons boolean NOT NULL DEFAULT true;

-- Of what a message shows, so that an edit that would change nothing is not sent. NULL: not known, as during an attempt.
ALTER TABLE posting ADD COLUMN digest bytea;
