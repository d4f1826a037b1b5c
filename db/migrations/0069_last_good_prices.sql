-- A position keeps the last price that was believed, so that it can be valued while its source has none.
--
-- Until now a share without a price (a source's fault, a merger, a halt) left the whole account without a value, and all
-- trading on it stopped. `last_price` is per share as it is held now: a split divides it. Positions of before begin with
-- their average cost, which is in today's shares too.

ALTER TABLE position ADD COLUMN last_price amount CHECK (last_price >= 0), ADD COLUMN last_priced_on date;
UPDATE position SET last_price = average_cost, last_priced_on = opened_at::date;
ALTER TABLE position ALTER COLUMN last_price SET NOT NULL, ALTER COLUMN last_priced_on SET NOT NULL;
