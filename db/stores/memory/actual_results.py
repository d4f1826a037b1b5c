from collections.abc import Collection, Mapping
from datetime import datetime

from psycopg.types.json import Jsonb

from bot.domain.ids import DecisionId
from bot.domain.trading.actual_result import ActualResult
from bot.domain.trading.decisions import DecisionKey
from db.codec import decode, encode
from db.stores.base import Store

# By the decision: an episode that was made anew, when a person was erased, has an id of its own.
FIND = """
SELECT decision_id, decision_version, actual_result FROM episode
 WHERE tenant_id = %(tenant_id)s AND kind = 'decision' AND actual_result IS NOT NULL
   AND (decision_id, decision_version) IN (SELECT * FROM unnest(%(ids)s::uuid[], %(versions)s::integer[]))
"""
# The clock of the sample market stands still until somebody moves the account's.
DUE = """
SELECT e.decision_id, e.decision_version
  FROM episode e
  JOIN decision d ON d.tenant_id = e.tenant_id AND d.id = e.decision_id AND d.version = e.decision_version
  JOIN account a ON a.tenant_id = d.tenant_id AND a.id = d.account_id
 WHERE e.tenant_id = %(tenant_id)s AND e.kind = 'decision' AND e.settle_after <= coalesce(a.market_time, %(now)s)
   AND (a.market_time IS NOT NULL OR a.market <> 'sample') AND (%(market)s::text IS NULL OR a.market = %(market)s)
 ORDER BY e.settle_after, e.id LIMIT %(limit)s
"""
# With another text the episode is indexed anew; until then it is found as one that waits for that.
SETTLE = """
UPDATE episode SET actual_result = %(result)s, text = text || chr(10) || %(line)s, settle_after = NULL,
       terms = NULL, term_count = 0, indexed_at = NULL
 WHERE tenant_id = %(tenant_id)s AND kind = 'decision' AND decision_id = %(decision_id)s
   AND decision_version = %(version)s AND actual_result IS NULL
RETURNING id
"""
DELETE_VECTORS = "DELETE FROM episode_vector WHERE tenant_id = %(tenant_id)s AND episode_id = %(id)s"
POSTPONE = """
UPDATE episode SET settle_after = %(until)s
 WHERE tenant_id = %(tenant_id)s AND kind = 'decision' AND decision_id = %(decision_id)s
   AND decision_version = %(version)s AND actual_result IS NULL
"""


class PostgresActualResults(Store):
    """Implements `bot.ports.ActualResults`."""

    async def find(self, keys: Collection[DecisionKey]) -> Mapping[DecisionKey, ActualResult]:
        ids, versions = [each.decision_id for each in keys], [each.version for each in keys]
        rows = await self._fetch_all(FIND, ids=ids, versions=versions) if keys else []
        return {
            DecisionKey(DecisionId(row["decision_id"]), row["decision_version"]): decode(
                ActualResult, row["actual_result"]
            )
            for row in rows
        }

    async def due(self, *, market: str | None, now: datetime, limit: int) -> tuple[DecisionKey, ...]:
        rows = await self._fetch_all(DUE, market=market, now=now, limit=limit)
        return tuple(DecisionKey(DecisionId(row["decision_id"]), row["decision_version"]) for row in rows)

    async def settle(self, key: DecisionKey, result: ActualResult, *, line: str) -> bool:
        row = await self._fetch_one(SETTLE, **_named(key), result=Jsonb(encode(result)), line=line)
        if row is None:
            return False
        await self._execute(DELETE_VECTORS, id=row["id"])
        return True

    async def postpone(self, key: DecisionKey, *, until: datetime | None) -> None:
        await self._execute(POSTPONE, **_named(key), until=until)


def _named(key: DecisionKey) -> Mapping[str, object]:
    return {"decision_id": key.decision_id, "version": key.version}
