from operator import itemgetter
from typing import Final

from bot.domain.committee.analysts import Analyst
from bot.domain.committee.memory import AnalystDigest, ReportMoment, SessionPart, ShareReading, StoredReport, Wording
from bot.domain.market.sessions import SessionPhase
from bot.ports.committee import DigestQuery, FollowedQuery, HistoryQuery
from db.codec import decode
from db.pool import Row
from db.rows import RowType
from db.stores.base import Store, insert_from_json, replacing

SAVE: Final = insert_from_json(
    "analyst_report",
    "tenant_id, market, symbol, analyst, trade_date, session, prompt, language, as_of, asked_at, report",
    """
ON CONFLICT (tenant_id, market, symbol, analyst, trade_date, session, prompt, language) DO UPDATE
   SET as_of = greatest(analyst_report.as_of, excluded.as_of),
       asked_at = coalesce(analyst_report.asked_at, excluded.asked_at),
       report = CASE WHEN excluded.as_of > analyst_report.as_of THEN excluded.report ELSE analyst_report.report END
 WHERE excluded.as_of > analyst_report.as_of OR (analyst_report.asked_at IS NULL AND excluded.asked_at IS NOT NULL)
""",
)
FIND: Final = """
SELECT * FROM analyst_report
 WHERE tenant_id = %(tenant_id)s AND market = %(market)s AND symbol = %(symbol)s AND analyst = %(analyst)s
   AND trade_date = %(trade_date)s AND session = %(session)s AND prompt = %(prompt)s AND language = %(language)s
   AND as_of <= %(known_at)s
"""
HISTORY: Final = """
SELECT r.*
  FROM unnest(%(symbols)s::text[]) AS s (symbol)
 CROSS JOIN unnest(%(analysts)s::text[]) AS a (analyst)
 CROSS JOIN LATERAL (
       SELECT * FROM analyst_report x
        WHERE x.tenant_id = %(tenant_id)s AND x.market = %(market)s AND x.symbol = s.symbol AND x.analyst = a.analyst
          AND x.prompt = '' AND x.as_of <= %(known_at)s
        ORDER BY x.as_of DESC LIMIT %(limit)s) r
 ORDER BY r.as_of DESC, r.symbol, r.analyst
"""
FOLLOWED: Final = """
WITH followed AS (
     SELECT symbol, 1 AS place FROM position WHERE tenant_id = %(tenant_id)s AND account_id = %(account_id)s
      UNION ALL
     SELECT symbol, 2 FROM analyst_report
      WHERE tenant_id = %(tenant_id)s AND market = %(market)s
        AND asked_at BETWEEN %(asked_from)s AND %(known_at)s
      UNION ALL
     SELECT symbol, 3 FROM watched_share WHERE tenant_id = %(tenant_id)s AND market = %(market)s)
SELECT symbol FROM followed GROUP BY symbol ORDER BY min(place), symbol LIMIT %(limit)s
"""
_HISTORY: Final = RowType(HistoryQuery)
_FOLLOWED: Final = RowType(FollowedQuery)
_MOMENT: Final = RowType(ReportMoment, part=RowType(SessionPart, phase="session"), at="as_of")
_REPORT: Final = RowType(StoredReport, moment=_MOMENT, wording=RowType(Wording, prompt="prompt"))


class PostgresAnalystReports(Store):
    """Implements `bot.ports.AnalystReports`."""

    async def save_report(self, report: StoredReport) -> None:
        made, part, wording = report.report, report.moment.part, _columns(report.wording)
        self._replace(
            "analyst_report",
            SAVE,
            (report.market, made.symbol, made.analyst, part, report.wording),
            market=report.market,
            symbol=made.symbol,
            analyst=made.analyst,
            trade_date=part.trade_date,
            session=part.phase,
            as_of=report.moment.at,
            asked_at=report.moment.at if report.is_asked else None,
            report=made,
            **wording,
        )

    async def find_report(
        self, reading: ShareReading, analyst: Analyst, *, part: SessionPart, wording: Wording | None
    ) -> StoredReport | None:
        return await self._find(
            _stored,
            FIND,
            market=reading.market,
            symbol=reading.symbol,
            analyst=analyst,
            trade_date=part.trade_date,
            session=part.phase,
            known_at=reading.at,
            **_columns(wording),
        )

    async def history(self, query: HistoryQuery) -> tuple[StoredReport, ...]:
        return await self._find_all(_stored, HISTORY, **_HISTORY.columns(query))

    async def followed_shares(self, query: FollowedQuery) -> tuple[str, ...]:
        return await self._find_all(itemgetter("symbol"), FOLLOWED, **_FOLLOWED.columns(query))


def _columns(wording: Wording | None) -> dict[str, str]:
    return {"prompt": wording.prompt if wording else "", "language": wording.language.value if wording else ""}


def _stored(row: Row) -> StoredReport:
    """Return the report of a row; one by rules has no prompt."""
    return _REPORT({**row, "prompt": row["prompt"] or None, "is_asked": row["asked_at"] is not None})


_DIGEST_KEY: Final = "tenant_id, market, symbol, analyst, trade_date, session"
SAVE_DIGEST: Final = insert_from_json(
    "analyst_digest",
    f"{_DIGEST_KEY}, as_of, digest",
    f"{replacing(_DIGEST_KEY, 'as_of, digest')} WHERE excluded.as_of > analyst_digest.as_of",
)
LATEST: Final = """
SELECT d.digest
  FROM unnest(%(symbols)s::text[]) AS s (symbol)
 CROSS JOIN unnest(%(analysts)s::text[]) AS a (analyst)
 CROSS JOIN unnest(ARRAY['pre_open', 'post_close']) AS p (session)
 CROSS JOIN LATERAL (
       SELECT * FROM analyst_digest x
        WHERE x.tenant_id = %(tenant_id)s AND x.market = %(market)s AND x.symbol = s.symbol AND x.analyst = a.analyst
          AND x.session = p.session AND x.as_of <= %(known_at)s
          AND (%(until)s::date IS NULL OR (x.trade_date, x.session = 'post_close') <= (%(until)s, %(is_after)s))
        ORDER BY x.as_of DESC LIMIT 1) d
 ORDER BY d.as_of DESC, d.symbol, d.analyst
"""
_DIGEST: Final = RowType(AnalystDigest)
_DIGESTS: Final = RowType(DigestQuery)


class PostgresAnalystDigests(Store):
    """Implements `bot.ports.AnalystDigests`."""

    async def save_digest(self, digest: AnalystDigest, *, market: str) -> None:
        key = (market, digest.symbol, digest.analyst, digest.trade_date, digest.session)
        self._replace("analyst_digest", SAVE_DIGEST, key, market=market, digest=digest, **_DIGEST.columns(digest))

    async def latest(self, query: DigestQuery) -> tuple[AnalystDigest, ...]:
        rows = await self._fetch_all(
            LATEST,
            **{**_DIGESTS.columns(query), "until": query.until.trade_date if query.until is not None else None},
            is_after=query.until is not None and query.until.phase is SessionPhase.POST_CLOSE,
        )
        return tuple(decode(AnalystDigest, row["digest"]) for row in rows)
