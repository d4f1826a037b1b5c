from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from typing import Final

from psycopg.types.json import Json

from bot.domain.text.locale import Language
from bot.domain.trading.actual_result import ActualResult, SettledResult, result_line
from bot.domain.trading.decisions import DecisionKey
from bot.domain.trading.due_results import DueDecision, DueQuery, Postponement
from db.codec import decode, encode
from db.pool import Row
from db.rows import RowType
from db.stores.base import Store
from db.stores.trading.decisions import DECISION
from db.stores.trading.orders import ORDER_REPORT

OF_DECISIONS: Final = """
SELECT decision_id, decision_version, sessions, as_of, result FROM decision_result
 WHERE tenant_id = %(tenant_id)s
   AND (decision_id, decision_version) IN (SELECT * FROM unnest(%(ids)s::uuid[], %(versions)s::integer[]))
 ORDER BY sessions
"""
# The clock of the sample market stands still until somebody moves the account's.
DUE: Final = """
SELECT d.*, coalesce(CASE WHEN a.id = %(account_id)s THEN %(now)s END, a.market_time, %(now)s) AS account_time
  FROM decision d
  JOIN account a ON a.tenant_id = d.tenant_id AND a.id = d.account_id
 WHERE d.tenant_id = %(tenant_id)s AND d.fallback IS NULL
   AND d.status IN ('filled', 'partially_filled', 'rejected', 'cancelled', 'expired')
   AND d.settle_after <= coalesce(CASE WHEN a.id = %(account_id)s THEN %(now)s END, a.market_time, %(now)s)
   AND (a.market_time IS NOT NULL OR a.market <> 'sample' OR a.id = %(account_id)s)
   AND (%(account_id)s::uuid IS NULL OR a.id = %(account_id)s) AND (%(market)s::text IS NULL OR a.market = %(market)s)
 ORDER BY d.settle_after, d.id LIMIT %(limit)s
"""
REPORTS: Final = "SELECT * FROM trade_order WHERE tenant_id = %(tenant_id)s AND decision_id = ANY (%(ids)s)"
# Who comes second changes nothing. With another text an episode is indexed anew; until then it is found as one that
# waits for that.
SETTLE: Final = """
WITH given AS (
        SELECT * FROM json_to_recordset(%(results)s)
               AS g (decision_id uuid, decision_version integer, sessions integer, as_of timestamptz, result jsonb,
                     line text, chinese_line text)),
     stored AS (
        INSERT INTO decision_result (tenant_id, decision_id, decision_version, sessions, as_of, result)
        SELECT %(tenant_id)s, decision_id, decision_version, sessions, as_of, result FROM given
         ORDER BY decision_id, decision_version, sessions
            ON CONFLICT DO NOTHING
        RETURNING decision_id, decision_version, sessions),
     lines AS (
        SELECT g.decision_id, g.decision_version, string_agg(g.line, chr(10) ORDER BY g.sessions) AS lines,
               string_agg(g.chinese_line, chr(10) ORDER BY g.sessions) AS chinese_lines
          FROM given g JOIN stored s USING (decision_id, decision_version, sessions)
         GROUP BY 1, 2),
     told AS (
        UPDATE episode e
           SET text = e.text || chr(10) || CASE e.language WHEN 'zh' THEN l.chinese_lines ELSE l.lines END,
               terms = NULL, term_count = 0, indexed_at = NULL
          FROM lines l
         WHERE e.tenant_id = %(tenant_id)s AND e.kind = 'decision' AND e.decision_id = l.decision_id
           AND e.decision_version = l.decision_version
        RETURNING e.id),
     without_vectors AS (
        DELETE FROM episode_vector v USING told t WHERE v.tenant_id = %(tenant_id)s AND v.episode_id = t.id)
SELECT decision_id, decision_version, sessions FROM stored
"""
GIVE_UP: Final = """
INSERT INTO decision_result (tenant_id, decision_id, decision_version, sessions, as_of)
VALUES (%(tenant_id)s, %(decision_id)s, %(version)s, %(sessions)s, %(as_of)s) ON CONFLICT DO NOTHING
"""
POSTPONE: Final = """
UPDATE decision d SET settle_after = p.until
  FROM json_to_recordset(%(postponed)s) AS p (decision_id uuid, version integer, until timestamptz)
 WHERE d.tenant_id = %(tenant_id)s AND d.id = p.decision_id AND d.version = p.version
"""
_KEY: Final = RowType(DecisionKey, version="decision_version")


class PostgresActualResults(Store):
    """Implements `bot.ports.ActualResults`."""

    async def find(self, keys: Collection[DecisionKey]) -> Mapping[DecisionKey, tuple[ActualResult, ...]]:
        found: dict[DecisionKey, tuple[ActualResult, ...]] = {}
        for row in await self._of_decisions(keys):
            if row["result"] is not None:
                found[_KEY(row)] = (*found.get(_KEY(row), ()), decode(ActualResult, row["result"]))
        return found

    async def unresolved(
        self, keys: Collection[DecisionKey], *, until: datetime
    ) -> Mapping[DecisionKey, tuple[int, ...]]:
        found: dict[DecisionKey, tuple[int, ...]] = {}
        for row in await self._of_decisions(keys):
            if row["result"] is None and row["as_of"] <= until:
                found[_KEY(row)] = (*found.get(_KEY(row), ()), row["sessions"])
        return found

    async def due(self, query: DueQuery) -> tuple[DueDecision, ...]:
        rows = await self._fetch_all(
            DUE, now=query.now, limit=query.limit, account_id=query.account_id, market=query.market
        )
        if not rows:
            return ()
        decisions = [(DECISION(row), row["account_time"]) for row in rows]
        stored: dict[DecisionKey, set[int]] = {each.key: set() for each, _ in decisions}
        for row in await self._of_decisions(stored):
            stored[_KEY(row)].add(row["sessions"])
        ids = [each.id for each, _ in decisions]
        reports = {row["decision_id"]: ORDER_REPORT(row) for row in await self._fetch_all(REPORTS, ids=ids)}
        return tuple(
            DueDecision(decision=each, now=now, report=reports.get(each.id), closed=frozenset(stored[each.key]))
            for each, now in decisions
        )

    async def settle(self, results: Sequence[SettledResult]) -> tuple[SettledResult, ...]:
        if not results:
            return ()
        rows = await self._fetch_all(SETTLE, results=Json([encode(_columns(each)) for each in results]))
        stored = {(_KEY(row), row["sessions"]) for row in rows}
        return tuple(each for each in results if (each.key, each.result.sessions) in stored)

    async def give_up(self, key: DecisionKey, sessions: int, *, as_of: datetime) -> None:
        await self._execute(GIVE_UP, decision_id=key.decision_id, version=key.version, sessions=sessions, as_of=as_of)

    async def postpone(self, postponed: Sequence[Postponement]) -> None:
        rows = [
            {"decision_id": each.decision.id, "version": each.decision.version, "until": each.until}
            for each in postponed
        ]
        if rows:
            await self._execute(POSTPONE, postponed=Json([encode(each) for each in rows]))

    async def _of_decisions(self, keys: Collection[DecisionKey]) -> list[Row]:
        ids, versions = [each.decision_id for each in keys], [each.version for each in keys]
        return await self._fetch_all(OF_DECISIONS, ids=ids, versions=versions) if keys else []


def _columns(settled: SettledResult) -> dict[str, object]:
    return {
        "decision_id": settled.decision.id,
        "decision_version": settled.decision.version,
        "sessions": settled.result.sessions,
        "as_of": settled.result.as_of,
        "result": settled.result,
        "line": result_line(settled.result, Language.ENGLISH),
        "chinese_line": result_line(settled.result, Language.CHINESE),
    }
