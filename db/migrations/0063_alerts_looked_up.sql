-- With many alerts, one run of the schedule has no time to ask for the prices of all their shares: the next one asks first
-- for those that were not asked. It is a place in a queue only: which sessions count is said by armed_from.
ALTER TABLE price_alert ADD COLUMN looked_up_to timestamptz;

-- Alerts that no poll has told, found by the prices of a session: workers, which find them, cannot be scraped. One row per
-- market: no tenant, no ids, nothing private. The app may not read it, so a function writes it.
CREATE TABLE caught_up_alert_stat (
    market   text PRIMARY KEY,
    alerts   bigint NOT NULL CHECK (alerts >= 0),
    seconds  double precision NOT NULL CHECK (seconds >= 0)  -- from the time of the price to the telling
);
GRANT SELECT ON caught_up_alert_stat TO parley_system;
CREATE FUNCTION add_up_caught_up_alerts(p_market text, p_alerts bigint, p_seconds double precision) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, public AS $$
    INSERT INTO caught_up_alert_stat AS s VALUES (p_market, p_alerts, p_seconds)
        ON CONFLICT (market) DO UPDATE SET alerts = s.alerts + excluded.alerts, seconds = s.seconds + excluded.seconds
$$;
REVOKE EXECUTE ON FUNCTION add_up_caught_up_alerts FROM PUBLIC;
GRANT EXECUTE ON FUNCTION add_up_caught_up_alerts TO parley_app;
