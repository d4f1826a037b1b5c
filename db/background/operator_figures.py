"""Figures for operators: unfinished work, reports and the database's state, read as the system role; no texts."""

from dataclasses import dataclass

from bot.domain.ids import TenantId
from bot.domain.operator_figures import (
    Backlog,
    IndexLag,
    ModelFigures,
    ReplyFigures,
    ReportSpan,
    StatusCount,
    SuccessReport,
    WeekVotes,
)
from db.codec import decode
from db.pool import Database, answered

# Leases are looked up only where turns wait: a search over all would need an index, which every lease would update.
BACKLOG = """
WITH unanswered AS (
    SELECT tenant_id, conversation_id, accepted_at AS since FROM turn WHERE status = 'accepted' AND kind <> 'analysis'
), waiting AS (
    SELECT 'turns' AS queue, since FROM unanswered
     UNION ALL
    SELECT 'analyses', started_at FROM analysis_run WHERE ended_at IS NULL
     UNION ALL
    SELECT 'replies', stored_at FROM reply WHERE delivered_at IS NULL
     UNION ALL
    SELECT 'jobs', created_at FROM outbox WHERE given_up_at IS NULL
     UNION ALL
    SELECT 'leases', leased_at FROM conversation
     WHERE lease_until > now() AND (tenant_id, id) IN (SELECT tenant_id, conversation_id FROM unanswered)
     UNION ALL
    SELECT 'unindexed_episodes', created_at FROM episode WHERE indexed_at IS NULL
), depths AS (
    SELECT queue, json_build_object('count', count(*), 'oldest_seconds',
                                    greatest(extract(epoch FROM now() - min(since)), 0)::float8) AS depth
      FROM waiting GROUP BY queue
), votes AS (
    SELECT engine, count(*) FILTER (WHERE f.vote = 'up') AS up, count(*) FILTER (WHERE f.vote = 'down') AS down
      FROM feedback f, unnest(CASE f.engines WHEN '{}' THEN '{none}'::text[] ELSE f.engines END) engine
     WHERE f.voted_at > now() - interval '7 days' GROUP BY engine
)
SELECT (SELECT coalesce(json_object_agg(queue, depth), '{}') FROM depths) AS queues,
       (SELECT coalesce(json_agg(c ORDER BY c.purpose, c.outcome), '[]') FROM background_call_stat c)
           AS background_calls,
       (SELECT coalesce(json_agg(a ORDER BY a.market), '[]') FROM caught_up_alert_stat a) AS caught_up_alerts,
       (SELECT coalesce(json_agg(v ORDER BY v.engine), '[]') FROM votes v) AS votes,
       (SELECT count(*) FROM outbox WHERE given_up_at IS NOT NULL) AS given_up_jobs,
       (SELECT coalesce(json_agg(s ORDER BY s.name), '[]') FROM job_stat s) AS job_totals
"""


class PostgresGauges:
    """Reads the backlog as the system role."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def read_backlog(self) -> Backlog:
        """Return the present backlog. Raises: StoreUnavailableError."""
        row = answered(await self._database.system_row(BACKLOG, {}))
        return decode(Backlog, {**row, **row["queues"]})


TURNS = """
SELECT count(*) AS turns, count(*) FILTER (WHERE status = 'accepted') AS waiting FROM turn
 WHERE accepted_at >= %(since)s AND accepted_at < %(until)s AND tenant_id = ANY (%(tenants)s)
"""
REPLIES = """
SELECT count(*) AS answered, count(*) FILTER (WHERE seconds <= %(in_time)s) AS in_time,
       percentile_cont(0.5) WITHIN GROUP (ORDER BY seconds) AS p50_seconds,
       percentile_cont(0.95) WITHIN GROUP (ORDER BY seconds) AS p95_seconds,
       count(*) FILTER (WHERE fallback IS NOT NULL AND state <> 'ERROR') AS with_fallback,
       count(*) FILTER (WHERE state = 'ERROR') AS failed,
       count(*) FILTER (WHERE recalled > 0) AS recalled, count(*) FILTER (WHERE quoted > 0) AS quoted
  FROM (SELECT r.fallback, r.state, r.recalled, r.quoted,
               extract(epoch FROM r.created_at - t.accepted_at)::float8 AS seconds
          FROM reply r JOIN turn t ON t.tenant_id = r.tenant_id AND t.id = r.turn_id
         WHERE r.created_at >= %(since)s AND r.created_at < %(until)s AND r.occasion = 'answer'
           AND r.tenant_id = ANY (%(tenants)s)) answers
"""
MODELS = """
SELECT count(*) FILTER (WHERE NOT is_cached) AS requests, count(*) FILTER (WHERE outcome <> 'ok') AS failures,
       coalesce(sum(prompt_tokens), 0)::bigint AS prompt_tokens,
       coalesce(sum(completion_tokens), 0)::bigint AS completion_tokens,
       coalesce(sum(history_tokens), 0)::bigint AS history_tokens,
       coalesce(sum(full_history_tokens - history_tokens), 0)::bigint AS saved_tokens,
       coalesce(sum(cost), 0)::float8 AS cost
  FROM llm_call WHERE tenant_id = ANY (%(tenants)s) AND at >= %(since)s AND at < %(until)s
"""
DECISIONS = """
SELECT CASE action WHEN 'hold' THEN 'hold' ELSE status END AS status, count(*) AS count FROM decision
 WHERE tenant_id = ANY (%(tenants)s) AND created_at >= %(since)s AND created_at < %(until)s AND status <> 'superseded'
 GROUP BY 1 ORDER BY 2 DESC, 1
"""
ORDERS = """
SELECT o.status, count(*) AS count
  FROM account a JOIN trade_order o ON o.tenant_id = a.tenant_id AND o.account_id = a.id
 WHERE a.tenant_id = ANY (%(tenants)s) AND o.created_at >= %(since)s AND o.created_at < %(until)s
 GROUP BY 1 ORDER BY 2 DESC, 1
"""
VOTES = """
SELECT date_trunc('week', voted_at AT TIME ZONE 'UTC')::date AS week, engine,
       count(*) FILTER (WHERE vote = 'up') AS up, count(*) FILTER (WHERE vote = 'down') AS down
  FROM feedback, unnest(CASE engines WHEN '{}' THEN '{none}'::text[] ELSE engines END) engine
 WHERE voted_at >= %(since)s AND voted_at < %(until)s AND tenant_id = ANY (%(tenants)s)
 GROUP BY 1, 2 ORDER BY 1, 2
"""
LAG = """
SELECT count(*) AS episodes,
       coalesce(greatest(extract(epoch FROM now() - min(created_at)), 0), 0)::float8 AS oldest_seconds
  FROM episode WHERE tenant_id = ANY (%(tenants)s) AND indexed_at IS NULL
"""


class PostgresSuccessReport:
    """Reads reports as the system role, which sees no texts, names or amounts."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def read_report(self, span: ReportSpan, tenants: tuple[TenantId, ...]) -> SuccessReport:
        """Return the figures of `tenants` together. Raises: StoreUnavailableError."""
        times = {"since": span.since, "until": span.until, "in_time": span.in_time_seconds}
        queries = (TURNS, REPLIES, MODELS, LAG, DECISIONS, ORDERS, VOTES)
        found = [await self._database.system_rows(sql, {"tenants": list(tenants), **times}) for sql in queries]
        (turns,), (replies,), (models,), (lag,), decisions, orders, votes = found
        return SuccessReport(
            span=span,
            turns=turns["turns"],
            waiting=turns["waiting"],
            replies=ReplyFigures(**replies),
            models=ModelFigures(**models),
            decisions=tuple(StatusCount(**each) for each in decisions if each["status"] != "hold"),
            holds=sum(each["count"] for each in decisions if each["status"] == "hold"),
            orders=tuple(StatusCount(**each) for each in orders),
            votes=tuple(WeekVotes(**each) for each in votes),
            lag=IndexLag(**lag),
        )


HEALTH = """
SELECT current_setting('server_version') AS server,
       (SELECT extversion FROM pg_extension WHERE extname = 'vector') AS vector,
       (SELECT count(*) FROM outbox WHERE given_up_at IS NULL) AS backlog
"""


@dataclass(frozen=True, slots=True)
class DatabaseHealth:
    """The server's version, pgvector's (None: not installed), and the number of background jobs that wait."""

    server: str
    vector: str | None
    backlog: int


async def read_database_health(database: Database) -> DatabaseHealth:
    """Return the database's state. Raises: StoreUnavailableError."""
    return DatabaseHealth(**answered(await database.system_row(HEALTH, {})))


async def all_tenants(database: Database) -> tuple[TenantId, ...]:
    """Return the ids of all tenants. Raises: StoreUnavailableError."""
    return tuple(
        row["tenant_id"] for row in await database.system_rows("SELECT tenant_id FROM tenant ORDER BY tenant_id")
    )
