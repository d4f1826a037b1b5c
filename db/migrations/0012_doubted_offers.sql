-- After "why not wait?" a typed "yes" may agree with the waiting: the next message confirms nothing before it is asked.

ALTER TABLE conversation ADD COLUMN is_offer_doubted boolean NOT NULL DEFAULT false;
