-- With many alerts, one run of the schedule has no time to ask for the prices of all their shares: the next one asks first
-- for those that were not asked. It is a place in a queue only: which sessions count is said by armed_from.
ALTER TABLE price_alert ADD COLUMN looked_up_to timestamptz;
