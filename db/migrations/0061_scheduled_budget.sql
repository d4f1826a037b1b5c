-- What scheduled work may use of a day's budget is counted by itself, beside the day's whole: in prompts, in answers and in
-- money, reserved before each request by the same compare-and-set. Tokens of both kinds together did not limit either,
-- money was not limited at all, and requests of several processes at once did not see each other.

ALTER TABLE llm_day ADD COLUMN part text NOT NULL DEFAULT 'whole' CHECK (part IN ('whole', 'scheduled'));
ALTER TABLE llm_day DROP CONSTRAINT llm_day_pkey;
ALTER TABLE llm_day ADD PRIMARY KEY (tenant_id, day, part);
