"""The amount of unfinished work in the stores, for operators: one query over all tenants that returns figures only."""

from bot.domain.operator_figures import BackgroundCalls, Backlog, CaughtUpAlerts, EngineVotes, JobTotals, QueueDepth
from bot.errors import StoreUnavailableError
from db.pool import Database, Row

# Leases are looked up only where turns wait: a search over all would need an index, which every lease would update.
BACKLOG = """
WITH unanswered AS (
    SELECT tenant_id, conversation_id, accepted_at AS since FROM turn WHERE status = 'accepted' AND kind <> 'analysis'
), under_way AS (
    SELECT started_at AS since FROM analysis_run WHERE ended_at IS NULL
), undelivered AS (
    SELECT stored_at AS since FROM reply WHERE delivered_at IS NULL
), waiting AS (
    SELECT created_at AS since FROM outbox WHERE given_up_at IS NULL
), held AS (
    SELECT leased_at AS since FROM conversation
     WHERE lease_until > now() AND (tenant_id, id) IN (SELECT tenant_id, conversation_id FROM unanswered)
), unindexed AS (
    SELECT created_at AS since FROM episode WHERE indexed_at IS NULL
), votes AS (
    SELECT engine, count(*) FILTER (WHERE f.vote = 'up') AS up, count(*) FILTER (WHERE f.vote = 'down') AS down
      FROM feedback f, unnest(CASE f.engines WHEN '{}' THEN '{none}'::text[] ELSE f.engines END) engine
     WHERE f.voted_at > now() - interval '7 days' GROUP BY engine
)
SELECT t.waiting AS turns, t.oldest AS oldest_turn,
       a.waiting AS analyses, a.oldest AS oldest_analysis,
       r.waiting AS replies, r.oldest AS oldest_reply,
       j.waiting AS jobs, j.oldest AS oldest_job,
       l.waiting AS leases, l.oldest AS oldest_lease,
       e.waiting AS episodes, e.oldest AS oldest_episode,
       (SELECT coalesce(json_agg(c ORDER BY c.purpose, c.outcome), '[]') FROM background_call_stat c) AS calls,
       (SELECT coalesce(json_agg(a ORDER BY a.market), '[]') FROM caught_up_alert_stat a) AS alerts,
       (SELECT coalesce(json_agg(v ORDER BY v.engine), '[]') FROM votes v) AS votes,
       (SELECT count(*) FROM outbox WHERE given_up_at IS NOT NULL) AS given_up_jobs,
       (SELECT coalesce(json_agg(s ORDER BY s.name), '[]') FROM job_stat s) AS job_totals
  FROM (SELECT count(*) AS waiting, extract(epoch FROM now() - min(since))::float8 AS oldest FROM unanswered) t,
       (SELECT count(*) AS waiting, extract(epoch FROM now() - min(since))::float8 AS oldest FROM under_way) a,
       (SELECT count(*) AS waiting, extract(epoch FROM now() - min(since))::float8 AS oldest FROM undelivered) r,
       (SELECT count(*) AS waiting, extract(epoch FROM now() - min(since))::float8 AS oldest FROM waiting) j,
       (SELECT count(*) AS waiting, extract(epoch FROM now() - min(since))::float8 AS oldest FROM held) l,
       (SELECT count(*) AS waiting, extract(epoch FROM now() - min(since))::float8 AS oldest FROM unindexed) e
"""


class PostgresGauges:
    """Reads the backlog as the system role."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def read_backlog(self) -> Backlog:
        """Return the present backlog. Raises: StoreUnavailableError."""
        row = await self._database.system_row(BACKLOG, {})
        if row is None:
            raise StoreUnavailableError(store="PostgreSQL", problem="no answer")
        return Backlog(
            turns=_waiting_from_row(row, "turns", "oldest_turn"),
            analyses=_waiting_from_row(row, "analyses", "oldest_analysis"),
            replies=_waiting_from_row(row, "replies", "oldest_reply"),
            jobs=_waiting_from_row(row, "jobs", "oldest_job"),
            given_up_jobs=row["given_up_jobs"],
            leases=_waiting_from_row(row, "leases", "oldest_lease"),
            job_totals=tuple(JobTotals(**each) for each in row["job_totals"]),
            unindexed_episodes=_waiting_from_row(row, "episodes", "oldest_episode"),
            background_calls=tuple(BackgroundCalls(**each) for each in row["calls"]),
            caught_up_alerts=tuple(CaughtUpAlerts(**each) for each in row["alerts"]),
            votes=tuple(EngineVotes(**each) for each in row["votes"]),
        )


def _waiting_from_row(row: Row, count: str, oldest: str) -> QueueDepth:
    return QueueDepth(
        row[count], max(0.0, row[oldest] or 0.0)
    )  # the clocks of process and database may differ a little
