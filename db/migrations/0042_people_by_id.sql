-- "What did @Bob say?" names Bob by his id on the platform. Episodes that were indexed before ids were marks are found by the
-- name that he had last, which this index finds among his messages.
CREATE INDEX latest_turn_of_person ON turn (tenant_id, person_id, accepted_at);

-- What a message was changed to, on its platform, while it was being answered: an answer that is begun anew answers the same words,
-- and these take their place when it is stored.
ALTER TABLE turn ADD COLUMN changed_text text;
