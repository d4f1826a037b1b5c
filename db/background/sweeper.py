"""Finds work that a crash left unfinished, or that time makes due, across tenants by ids, counts and times."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final, LiteralString

from bot.domain.ids import TenantId
from bot.domain.jobs import (
    EMBED_EPISODES,
    ERASE_PERSON,
    GROUP_TALK,
    HIDE_CHANNEL,
    INDEX_EPISODES,
    PRUNE_EPISODES,
    SETTLE_RESULTS,
    SUMMARISE_CONVERSATION,
    Job,
    embed_episodes_job,
    erase_person_job,
    group_talk_job,
    hide_channel_job,
    index_episodes_job,
    prune_episodes_job,
    settle_results_job,
    summarise_conversation_job,
)
from bot.domain.market.sessions import AFTER_CLOSE
from bot.domain.memory.episode_text import MAX_MESSAGES, QUIET
from bot.domain.memory.episodes import EpisodeRetention
from bot.domain.memory.summaries.summary import DEFAULT_SCHEDULE, SummarySchedule, due_update
from bot.domain.trading.decisions import Decision
from bot.domain.trading.execution.broker import AccountKey
from bot.domain.trading.execution.orders import LATE_ARRIVAL_WINDOW
from bot.ports import Clock, NewId
from db.pool import Database, Row
from db.stores.base import StoreSession
from db.stores.outbox import add_jobs
from db.stores.trading.decisions import PostgresDecisions

# In random order, so that none waits for others whose broker does not answer.
UNFINISHED = """
(SELECT tenant_id, id, version FROM decision
  WHERE status = 'confirmed' AND decided_at <= %(before)s
  ORDER BY random() LIMIT 100)
 UNION ALL
(SELECT tenant_id, id, version FROM decision
  WHERE status IN ('submitted', 'unknown') AND decided_at <= %(before)s
  ORDER BY random() LIMIT 100)
 UNION ALL
(SELECT d.tenant_id, d.id, d.version
   FROM trade_order o JOIN decision d ON d.tenant_id = o.tenant_id AND d.id = o.decision_id
  WHERE o.status = 'partially_filled' AND d.status = 'partially_filled' AND d.decided_at <= %(before)s
  ORDER BY random() LIMIT 100)
 UNION ALL
(SELECT d.tenant_id, d.id, d.version
   FROM trade_order o JOIN decision d ON d.tenant_id = o.tenant_id AND d.id = o.decision_id
   JOIN account a ON a.tenant_id = o.tenant_id AND a.id = o.account_id
  WHERE o.status = 'rejected' AND o.reason = 'too_late' AND d.status = 'rejected' AND d.decided_at <= %(before)s
    AND (d.decided_at > %(may_arrive_since)s OR a.differs)
  ORDER BY random() LIMIT 100)
"""
# One that is locked is being traded on: it is compared at the next round.
CLAIM_ACCOUNTS = """
UPDATE account SET compared_at = %(at)s
 WHERE (tenant_id, id) IN (
       SELECT a.tenant_id, a.id FROM account a
        WHERE (a.compared_at IS NULL OR a.compared_at <= %(before)s)
          AND EXISTS (SELECT FROM trade_order o WHERE o.tenant_id = a.tenant_id AND o.account_id = a.id)
        ORDER BY a.compared_at NULLS FIRST LIMIT 100 FOR NO KEY UPDATE SKIP LOCKED)
RETURNING tenant_id, id
"""
SET_COMPARED_AT = "UPDATE account SET compared_at = %(at)s WHERE tenant_id = %(tenant_id)s AND id = %(id)s"
DIFFERING = "SELECT tenant_id, id FROM account WHERE differs ORDER BY tenant_id, id LIMIT 100"
EXPIRED = "SELECT DISTINCT tenant_id FROM decision WHERE status = 'proposed' AND expires_at <= %(at)s"

# A job that was given up is not written again within a day.
HAS_JOB: LiteralString = """
EXISTS (SELECT FROM outbox o
         WHERE o.tenant_id = w.tenant_id AND o.name = %(name)s AND o.key = w.id::text AND o.given_up_at IS NULL)
 OR EXISTS (SELECT FROM outbox o
             WHERE o.tenant_id = w.tenant_id AND o.name = %(name)s AND o.key = w.id::text
               AND o.given_up_at > now() - interval '1 day')
"""
# A tenant's jobs bear the keys of its conversations too: one more finds nothing to do.
UNINDEXED = f"""
SELECT w.tenant_id, w.id::text AS key
  FROM (SELECT DISTINCT tenant_id, tenant_id AS id FROM episode WHERE indexed_at IS NULL) w
 WHERE NOT ({HAS_JOB})
"""  # noqa: S608 - constants
# Kept counts are compared: no episode is read. While a job of the tenant is under way, its vectors may be on their way.
UNEMBEDDED = f"""
SELECT w.tenant_id, w.id::text AS key
  FROM (SELECT s.tenant_id, s.tenant_id AS id, s.episodes FROM episode_scope_count s WHERE s.scope = 'scope:all') w
  LEFT JOIN episode_model_count m ON m.tenant_id = w.tenant_id AND m.model = %(model)s
 WHERE %(model)s::text IS NOT NULL AND w.episodes > coalesce(m.episodes, 0) AND NOT ({HAS_JOB})
   AND NOT EXISTS (SELECT FROM outbox o
                    WHERE o.tenant_id = w.tenant_id AND o.name IN (%(name)s, 'index_episodes')
                      AND o.given_up_at IS NULL)
"""  # noqa: S608 - constants
UNGROUPED = f"""
SELECT w.tenant_id, w.id AS conversation_id
  FROM (SELECT tenant_id, conversation_id AS id FROM overheard WHERE episode_id IS NULL AND is_kept
         GROUP BY 1, 2 HAVING count(*) >= %(full)s OR max(said_at) <= %(quiet_since)s) w
 WHERE NOT ({HAS_JOB})
"""  # noqa: S608 - constants
UNHIDDEN = f"""
SELECT w.tenant_id, w.id AS channel FROM (SELECT tenant_id, channel AS id FROM channel_visibility WHERE needs_hiding) w
 WHERE NOT ({HAS_JOB})
"""  # noqa: S608 - constants
# The job of the part that is under way has another key: a second worker beside it finds nothing to do.
UNERASED = f"""
SELECT w.tenant_id, w.id AS erasure_id, '' AS part FROM (
       SELECT tenant_id, id FROM erasure
        WHERE finished_at IS NULL AND confirmed_at <= now() - interval '5 minutes') w
 WHERE NOT ({HAS_JOB})
"""  # noqa: S608 - constants
# The number is that of the index: where an update is due earlier, a job that was lost is written again a little later.
UNSUMMARISED = f"""
SELECT w.tenant_id, w.id AS conversation_id, w.message_count, w.summarised FROM conversation w
 WHERE w.message_count - w.summarised >= 10 AND NOT ({HAS_JOB})
"""  # noqa: S608 - constants
UNPRUNED = f"""
SELECT w.tenant_id, w.id::text AS key
  FROM (SELECT t.tenant_id, t.tenant_id AS id FROM tenant t
         WHERE EXISTS (SELECT FROM episode e
                        WHERE e.tenant_id = t.tenant_id AND e.kind = ANY (%(kinds)s::text[])
                          AND e.said_until < %(said_before)s::timestamptz)) w
 WHERE NOT ({HAS_JOB})
"""  # noqa: S608 - constants
# Nobody knows the prices of another market here. The clock of the sample market stands still until somebody moves the
# account's: what is left was decided since.
UNSETTLED = f"""
SELECT w.tenant_id, w.id::text AS key
  FROM (SELECT t.tenant_id, t.tenant_id AS id FROM tenant t
         WHERE EXISTS (SELECT FROM decision d
                         JOIN account a ON a.tenant_id = d.tenant_id AND a.id = d.account_id
                        WHERE d.tenant_id = t.tenant_id AND d.settle_after <= coalesce(a.market_time, %(priced)s)
                          AND d.status IN ('filled', 'partially_filled', 'rejected', 'cancelled', 'expired')
                          AND a.market = %(market)s::text AND (a.market_time IS NOT NULL OR a.market <> 'sample'))) w
 WHERE NOT ({HAS_JOB})
"""  # noqa: S608 - constants
PROMPTS_KEPT: Final = timedelta(days=30)
DROP_PROMPTS: Final = "DELETE FROM llm_prompt_text WHERE at < %(before)s RETURNING call_id"

# What each search finds, and the job that it makes of a row: of its tenant, and of what else the row has.
_SEARCHES: Final[tuple[tuple[str, LiteralString, Callable[..., Job]], ...]] = (
    (INDEX_EPISODES, UNINDEXED, index_episodes_job),
    (EMBED_EPISODES, UNEMBEDDED, embed_episodes_job),
    (GROUP_TALK, UNGROUPED, group_talk_job),
    (HIDE_CHANNEL, UNHIDDEN, hide_channel_job),
    (SUMMARISE_CONVERSATION, UNSUMMARISED, summarise_conversation_job),
    (ERASE_PERSON, UNERASED, erase_person_job),
    (PRUNE_EPISODES, UNPRUNED, prune_episodes_job),
    (SETTLE_RESULTS, UNSETTLED, settle_results_job),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class UpkeepSettings:
    """What memory is to have, as configured."""

    schedule: SummarySchedule = DEFAULT_SCHEDULE
    embedding_model: str | None = None  # whose vectors every episode has; None: none
    retention: EpisodeRetention | None = None  # None: all episodes are kept
    market: str | None = None  # whose prices are known here: results of decisions on it are settled


class PostgresSweeper:
    """Implements `bot.ports.Sweeper`."""

    def __init__(
        self, database: Database, *, clock: Clock, new_id: NewId, upkeep: UpkeepSettings = UpkeepSettings()
    ) -> None:
        self._database = database
        self._clock = clock
        self._new_id = new_id
        self._upkeep = upkeep

    async def unfinished_decisions(self, *, older_than: timedelta) -> tuple[Decision, ...]:
        now = self._clock.now()
        times = {"before": now - older_than, "may_arrive_since": now - LATE_ARRIVAL_WINDOW}
        rows = await self._database.system_rows(UNFINISHED, times)
        decisions = []
        for row in rows:
            async with self._database.read(row["tenant_id"]) as conn:
                store = PostgresDecisions(StoreSession(conn, row["tenant_id"]))
                decisions.append(await store.get(row["id"], version=row["version"]))
        return tuple(decisions)

    async def claim_accounts(self, *, compared_before: datetime) -> tuple[AccountKey, ...]:
        parameters = {"at": self._clock.now(), "before": compared_before}
        return _account_keys(await self._database.system_rows(CLAIM_ACCOUNTS, parameters))

    async def set_compared_at(self, account: AccountKey, at: datetime) -> None:
        parameters = {"tenant_id": account.tenant_id, "id": account.account_id, "at": at}
        await self._database.system_rows(SET_COMPARED_AT, parameters)

    async def differing_accounts(self) -> tuple[AccountKey, ...]:
        return _account_keys(await self._database.system_rows(DIFFERING))

    async def tenants_with_expired_decisions(self) -> tuple[TenantId, ...]:
        rows = await self._database.system_rows(EXPIRED, {"at": self._clock.now()})
        return tuple(row["tenant_id"] for row in rows)

    async def add_missing_jobs(self) -> int:
        """Write jobs that were lost, or that time makes due; texts of prompts that are old enough are deleted."""
        now, upkeep = self._clock.now(), self._upkeep
        await self._database.system_rows(DROP_PROMPTS, {"before": now - PROMPTS_KEPT})
        parameters = {
            "model": upkeep.embedding_model,
            "full": MAX_MESSAGES,
            "quiet_since": now - QUIET,
            "kinds": [each.value for each in upkeep.retention.kinds] if upkeep.retention else [],
            "said_before": upkeep.retention.said_before(now) if upkeep.retention else None,
            "market": upkeep.market,
            "priced": now - AFTER_CLOSE,
        }
        jobs = [
            make_job(
                self._new_id(), at=now, **{each: row[each] for each in row.keys() - {"message_count", "summarised"}}
            )
            for name, sql, make_job in _SEARCHES
            for row in await self._database.system_rows(sql, {**parameters, "name": name})
            if self._is_due(row)
        ]
        return await add_jobs(self._database, jobs)

    def _is_due(self, row: Row) -> bool:
        """Take out of a row what tells whether a summary is due, and return that; what else is found is due."""
        messages, covered = row.pop("message_count", None), row.pop("summarised", None)
        return covered is None or bool(due_update(messages, covered, increments=0, schedule=self._upkeep.schedule))


def _account_keys(rows: list[Row]) -> tuple[AccountKey, ...]:
    return tuple(AccountKey(row["tenant_id"], row["id"]) for row in rows)
