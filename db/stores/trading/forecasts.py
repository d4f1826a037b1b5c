from collections.abc import Mapping
from datetime import datetime
from typing import Final

from bot.domain.trading.decisions import DecisionKey
from bot.domain.trading.forecasts.base_rates import BaseRate
from bot.domain.trading.forecasts.forecast import Forecast, ForecastQuery, MadeForecast
from bot.domain.trading.forecasts.reflection import Reflection, ReflectionQuery, ReflectionWords, ToldReflection
from db.rows import RowType
from db.stores.base import Store
from db.stores.trading.decisions import DECISION

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
_FORECASTS: Final = """
SELECT d.*, d.id AS decision_id, t.person_name, f.event, f.sessions, f.probability, f.base_rate, f.base_rate_source,
       f.base_rate_cases, f.as_of, f.stance, f.shadows
  FROM forecast f
  JOIN decision d ON d.tenant_id = f.tenant_id AND d.id = f.decision_id AND d.version = f.version
  JOIN turn t ON t.tenant_id = d.tenant_id AND t.id = d.turn_id
"""
FIND: Final = f"""
{_FORECASTS}
 WHERE f.tenant_id = %(tenant_id)s AND f.account_id = %(account_id)s AND f.as_of <= %(known_at)s
   AND (%(symbols)s::text[] = '{{}}' OR d.symbol = ANY (%(symbols)s))
 ORDER BY f.as_of DESC, f.decision_id, f.version LIMIT %(limit)s
"""
_FORECAST: Final = RowType(
    Forecast,
    key=RowType(DecisionKey),
    base_rate=RowType(BaseRate, rate="base_rate", source="base_rate_source", cases="base_rate_cases"),
)
MADE_FORECAST: Final = RowType(MadeForecast, forecast=_FORECAST, decision=DECISION)
_QUERY: Final = RowType(ForecastQuery)


class PostgresForecasts(Store):
    """Implements `bot.ports.Forecasts`: append-only, the database refuses every change."""

    async def add_forecast(self, forecast: Forecast) -> None:
        self._write("forecast", ADD, **_FORECAST.columns(forecast))

    async def find(self, query: ForecastQuery) -> tuple[MadeForecast, ...]:
        return await self._find_all(MADE_FORECAST, FIND, **_QUERY.columns(query))


# Only those that can be judged: with the benchmark, and not equal to it.
UNREFLECTED: Final = f"""
{_FORECASTS}
  JOIN decision_result r ON r.tenant_id = f.tenant_id AND r.decision_id = f.decision_id
       AND r.decision_version = f.version AND r.sessions = f.sessions
 WHERE r.tenant_id = %(tenant_id)s
   AND (r.result ->> 'change_between_closes')::numeric <> (r.result ->> 'benchmark_change_percent')::numeric
   AND NOT EXISTS (SELECT FROM reflection x WHERE x.tenant_id = f.tenant_id AND x.decision_id = f.decision_id
                      AND x.version = f.version)
 ORDER BY r.as_of, r.decision_id LIMIT %(limit)s
"""
ADD_REFLECTION: Final = """
INSERT INTO reflection (tenant_id, decision_id, version, account_id, symbol, settled_as_of, came_true, excess_percent,
                        "right", wrong, cases, cases_come_true, words, words_language)
VALUES (%(tenant_id)s, %(decision_id)s, %(version)s, %(account_id)s, %(symbol)s, %(settled_as_of)s, %(came_true)s,
        %(excess_percent)s, %(right)s, %(wrong)s, %(cases)s, %(cases_come_true)s, %(words)s,
        %(words_language)s)
    ON CONFLICT DO NOTHING
"""
FOLLOWED: Final = """
SELECT s.symbol FROM unnest(%(symbols)s::text[], %(since)s::timestamptz[]) AS s (symbol, since)
 WHERE EXISTS (SELECT FROM position p WHERE p.tenant_id = %(tenant_id)s AND p.symbol = s.symbol)
    OR EXISTS (SELECT FROM watched_share w WHERE w.tenant_id = %(tenant_id)s AND w.symbol = s.symbol)
    OR EXISTS (SELECT FROM conversation_symbol c WHERE c.tenant_id = %(tenant_id)s AND c.symbol = s.symbol
                  AND c.last_at > s.since)
    OR EXISTS (SELECT FROM decision d WHERE d.tenant_id = %(tenant_id)s AND d.symbol = s.symbol
                  AND d.created_at > s.since)
"""
KNOWN: Final = """
WITH of_shares AS (
     SELECT r.decision_id, r.version
       FROM unnest(%(symbols)s::text[]) AS asked (symbol)
      CROSS JOIN LATERAL (SELECT x.decision_id, x.version FROM reflection x
                           WHERE x.tenant_id = %(tenant_id)s AND x.account_id = %(account_id)s
                             AND x.symbol = asked.symbol AND x.settled_as_of <= %(known_at)s
                           ORDER BY x.settled_as_of DESC, x.decision_id LIMIT %(per_share)s) r)
SELECT d.*, d.id AS decision_id, x.settled_as_of, x.came_true, x.excess_percent, x."right", x.wrong, x.cases,
       x.cases_come_true, x.words, x.words_language, coalesce(f.stance, 'own') AS stance
  FROM reflection x
  LEFT JOIN forecast f ON f.tenant_id = x.tenant_id AND f.decision_id = x.decision_id AND f.version = x.version
  JOIN decision d ON d.tenant_id = x.tenant_id AND d.id = x.decision_id AND d.version = x.version
 WHERE x.tenant_id = %(tenant_id)s AND x.account_id = %(account_id)s AND x.settled_as_of <= %(known_at)s
   AND (x.decision_id, x.version) IN (SELECT * FROM of_shares
                                       UNION ALL SELECT * FROM unnest(%(ids)s::uuid[], %(versions)s::integer[]))
 ORDER BY x.settled_as_of DESC, x.decision_id, x.version
"""
_REFLECTION: Final = RowType(
    Reflection, key=RowType(DecisionKey), words=RowType(ReflectionWords, template="words", language="words_language")
)
_TOLD: Final = RowType(ToldReflection, reflection=_REFLECTION, decision=DECISION)


class PostgresReflections(Store):
    """Implements `bot.ports.Reflections`."""

    async def unreflected(self, *, limit: int) -> tuple[MadeForecast, ...]:
        return await self._find_all(MADE_FORECAST, UNREFLECTED, limit=limit)

    async def add_reflection(self, reflection: Reflection) -> None:
        await self._execute(ADD_REFLECTION, **_REFLECTION.columns(reflection))

    async def followed(self, since: Mapping[str, datetime]) -> frozenset[str]:
        rows = await self._fetch_all(FOLLOWED, symbols=list(since), since=list(since.values()))
        return frozenset(row["symbol"] for row in rows)

    async def known(self, query: ReflectionQuery) -> tuple[ToldReflection, ...]:
        return await self._find_all(
            _TOLD,
            KNOWN,
            account_id=query.account_id,
            known_at=query.known_at,
            symbols=list(query.symbols),
            ids=[each.decision_id for each in query.decisions],
            versions=[each.version for each in query.decisions],
            per_share=query.per_share,
        )
