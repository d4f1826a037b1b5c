from typing import Final, LiteralString

from bot.domain.committee.memory import AnalystDigest
from bot.domain.market.sessions import SessionPhase
from bot.ports.committee import DigestQuery
from db.codec import decode
from db.rows import RowType
from db.stores.base import Store, insert_from_json

SAVE: LiteralString = (
    insert_from_json("analyst_digest", "tenant_id, market, symbol, analyst, trade_date, session, as_of, digest")
    + """
ON CONFLICT (tenant_id, market, symbol, analyst, trade_date, session) DO UPDATE
   SET as_of = excluded.as_of, digest = excluded.digest
 WHERE excluded.as_of > analyst_digest.as_of
"""
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
_QUERY: Final = RowType(DigestQuery)


class PostgresAnalystDigests(Store):
    """Implements `bot.ports.AnalystDigests`."""

    async def save_digest(self, digest: AnalystDigest, *, market: str) -> None:
        key = (market, digest.symbol, digest.analyst, digest.trade_date, digest.session)
        self._replace("analyst_digest", SAVE, key, market=market, digest=digest, **_DIGEST.columns(digest))

    async def latest(self, query: DigestQuery) -> tuple[AnalystDigest, ...]:
        rows = await self._fetch_all(
            LATEST,
            **{**_QUERY.columns(query), "until": query.until.trade_date if query.until is not None else None},
            is_after=query.until is not None and query.until.phase is SessionPhase.POST_CLOSE,
        )
        return tuple(decode(AnalystDigest, row["digest"]) for row in rows)
