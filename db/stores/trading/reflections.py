from collections.abc import Mapping
from datetime import datetime
from typing import Final

from bot.domain.trading.decisions import DecisionKey
from bot.domain.trading.forecasts.forecast import MadeForecast
from bot.domain.trading.forecasts.reflection import Reflection, ReflectionQuery, ReflectionWords, ToldReflection
from db.rows import RowType
from db.stores.base import Store
from db.stores.trading.decisions import DECISION
from db.stores.trading.forecasts import MADE_FORECAST

# Only those that can be judged: with the benchmark, and not equal to it.
UNREFLECTED: Final = """
SELECT d.*, d.id AS decision_id, t.person_name, f.event, f.sessions, f.probability, f.base_rate, f.base_rate_source,
       f.base_rate_cases, f.as_of, f.stance, f.shadows
  FROM decision_result r
  JOIN forecast f ON f.tenant_id = r.tenant_id AND f.decision_id = r.decision_id AND f.version = r.decision_version
       AND f.sessions = r.sessions
  JOIN decision d ON d.tenant_id = f.tenant_id AND d.id = f.decision_id AND d.version = f.version
  JOIN turn t ON t.tenant_id = d.tenant_id AND t.id = d.turn_id
 WHERE r.tenant_id = %(tenant_id)s
   AND (r.result ->> 'change_between_closes')::numeric <> (r.result ->> 'benchmark_change_percent')::numeric
   AND NOT EXISTS (SELECT FROM reflection x WHERE x.tenant_id = f.tenant_id AND x.decision_id = f.decision_id
                      AND x.version = f.version)
 ORDER BY r.as_of, r.decision_id LIMIT %(limit)s
"""
ADD: Final = """
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
        await self._execute(ADD, **_REFLECTION.columns(reflection))

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
