from typing import Final

from bot.domain.trading.forecasts.base_rates import (
    BaseRate,
    BaseRateSource,
    EngineStance,
    ForecastEvent,
    ShadowForecast,
)
from bot.domain.trading.forecasts.forecast import Forecast, ForecastQuery, MadeForecast
from db.codec import decode
from db.pool import Row
from db.stores.base import Store
from db.stores.trading.decisions import decision_from_row

# A base rate that the share's history does not show is that of the version before, of the same event, if history showed
# that; else that of the account's latest 1,000 forecasts of the event that were settled by then, if 10 of them or more
# (`FEWEST_CASES`) are separate cases; else one half. Of cases on one share that overlap, `chosen` is the one that ends
# first, then the next that begins after it: as `separate_cases`.
ADD: Final = """
INSERT INTO forecast (tenant_id, decision_id, version, account_id, event, sessions, probability, base_rate,
                      base_rate_source, base_rate_cases, as_of, stance, shadows)
SELECT f.tenant_id, f.decision_id, f.version, f.account_id, f.event, f.sessions, f.probability,
       coalesce(f.base_rate, before.base_rate, earlier.rate, 0.5),
       CASE WHEN f.base_rate IS NOT NULL OR before.base_rate IS NOT NULL THEN 'history'
            WHEN earlier.rate IS NOT NULL THEN 'forecasts' ELSE 'unknown' END,
       coalesce(f.base_rate_cases, before.base_rate_cases, earlier.cases, 0), f.as_of, f.stance,
       CASE WHEN f.shadows = '[]' THEN coalesce(previous.shadows, '[]') ELSE f.shadows END
  FROM json_populate_recordset(NULL::forecast, %(forecast)s) f
  LEFT JOIN LATERAL (
       SELECT b.base_rate, b.base_rate_cases FROM forecast b
        WHERE f.base_rate IS NULL AND b.tenant_id = f.tenant_id AND b.decision_id = f.decision_id
          AND b.version < f.version AND b.event = f.event AND b.base_rate_source = 'history'
        ORDER BY b.version DESC LIMIT 1) before ON true
  LEFT JOIN LATERAL (
       SELECT b.shadows FROM forecast b
        WHERE f.shadows = '[]' AND b.tenant_id = f.tenant_id AND b.decision_id = f.decision_id AND b.version < f.version
        ORDER BY b.version DESC LIMIT 1) previous ON true
  LEFT JOIN LATERAL (
       WITH RECURSIVE settled AS MATERIALIZED (
            SELECT e.* FROM (
                   SELECT d.symbol, p.as_of AS since, r.as_of AS until,
                          (r.result ->> 'change_between_closes')::numeric
                          - (r.result ->> 'benchmark_change_percent')::numeric AS excess
                     FROM forecast p
                     JOIN decision d ON d.tenant_id = p.tenant_id AND d.id = p.decision_id AND d.version = p.version
                     JOIN decision_result r ON r.tenant_id = p.tenant_id AND r.decision_id = p.decision_id
                          AND r.decision_version = p.version AND r.sessions = p.sessions
                    WHERE f.base_rate IS NULL AND before.base_rate IS NULL AND p.tenant_id = f.tenant_id
                      AND p.account_id = f.account_id AND p.event = f.event AND p.as_of < f.as_of
                      AND r.as_of <= f.as_of
                    ORDER BY p.as_of DESC LIMIT 1000) e
             WHERE e.excess <> 0),
       chosen AS (
            (SELECT DISTINCT ON (s.symbol) s.symbol, s.until FROM settled s ORDER BY s.symbol, s.until)
             UNION ALL
            SELECT later.symbol, later.until
              FROM chosen c
             CROSS JOIN LATERAL (SELECT s.symbol, s.until FROM settled s
                                  WHERE s.symbol = c.symbol AND s.since >= c.until AND s.until > c.until
                                  ORDER BY s.until LIMIT 1) later)
       SELECT round(avg(((s.excess > 0) = (f.event = 'beats'))::integer), 4) AS rate,
              (SELECT count(*) FROM chosen) AS cases
         FROM settled s
       HAVING (SELECT count(*) FROM chosen) >= 10) earlier ON true
"""
FIND: Final = """
SELECT d.*, t.person_name, f.event, f.sessions, f.probability, f.base_rate, f.base_rate_source, f.base_rate_cases,
       f.as_of, f.stance, f.shadows
  FROM forecast f
  JOIN decision d ON d.tenant_id = f.tenant_id AND d.id = f.decision_id AND d.version = f.version
  JOIN turn t ON t.tenant_id = d.tenant_id AND t.id = d.turn_id
 WHERE f.tenant_id = %(tenant_id)s AND f.account_id = %(account_id)s AND f.as_of <= %(known_at)s
   AND (%(symbols)s::text[] = '{}' OR d.symbol = ANY (%(symbols)s))
 ORDER BY f.as_of DESC, f.decision_id, f.version LIMIT %(limit)s
"""


class PostgresForecasts(Store):
    """Implements `bot.ports.Forecasts`: append-only, the database refuses every change."""

    async def add_forecast(self, forecast: Forecast) -> None:
        rate = forecast.base_rate
        self._write(
            "forecast",
            ADD,
            decision_id=forecast.key.decision_id,
            version=forecast.key.version,
            account_id=forecast.account_id,
            event=forecast.event,
            sessions=forecast.sessions,
            probability=forecast.probability,
            base_rate=rate.rate if rate else None,
            base_rate_cases=rate.cases if rate else None,
            as_of=forecast.as_of,
            stance=forecast.stance,
            shadows=forecast.shadows,
        )

    async def find(self, query: ForecastQuery) -> tuple[MadeForecast, ...]:
        rows = await self._fetch_all(
            FIND, account_id=query.account_id, known_at=query.known_at, symbols=list(query.symbols), limit=query.limit
        )
        return tuple(made_forecast(row) for row in rows)


def made_forecast(row: Row) -> MadeForecast:
    """Return the forecast of a row with all columns of its decision, and who asked."""
    decision = decision_from_row(row)
    forecast = Forecast(
        key=decision.key,
        account_id=decision.account_id,
        event=ForecastEvent(row["event"]),
        sessions=row["sessions"],
        probability=row["probability"],
        base_rate=BaseRate(row["base_rate"], BaseRateSource(row["base_rate_source"]), row["base_rate_cases"]),
        as_of=row["as_of"],
        stance=EngineStance(row["stance"]),
        shadows=tuple(decode(ShadowForecast, each) for each in row["shadows"]),
    )
    return MadeForecast(forecast, decision, row["person_name"])
