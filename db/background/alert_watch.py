"""What the poller of live prices reads of all tenants' alerts, and which process it runs in."""

from collections.abc import Collection, Mapping
from datetime import datetime, timedelta
from typing import Final

from bot.domain.watching.reached_alerts import WatchedLevel
from db.pool import Database
from db.rows import RowType
from db.stores.trading.alerts import ALERT_BOUNDS

BEGIN: Final = """
INSERT INTO alert_poll (market, owner, next_at) VALUES (%(market)s, %(owner)s, now() + %(ttl)s)
    ON CONFLICT (market) DO UPDATE SET owner = excluded.owner, next_at = excluded.next_at
 WHERE alert_poll.next_at <= now()
RETURNING market
"""
END: Final = """
UPDATE alert_poll SET next_at = now() + %(pause)s WHERE market = %(market)s AND owner = %(owner)s RETURNING market
"""
SYMBOLS: Final = """
SELECT symbol, min(reference_at) AS since FROM price_alert
 WHERE market = %(market)s AND state = 'armed' AND armed_from <= %(at)s
 GROUP BY symbol ORDER BY symbol
"""
LEVELS: Final = """
SELECT tenant_id, id, symbol, lower_bound, upper_bound, reference_at, armed_from FROM price_alert
 WHERE market = %(market)s AND state = 'armed' AND armed_from <= %(at)s AND symbol = ANY (%(symbols)s)
 ORDER BY tenant_id, id
"""
_LEVEL: Final = RowType(WatchedLevel, alert_id="id", bounds=ALERT_BOUNDS)


class PostgresAlertWatch:
    """Implements `bot.ports.AlertWatch`."""

    def __init__(self, database: Database, *, owner: str) -> None:
        self._database = database
        self._owner = owner

    async def begin_poll(self, market: str, *, ttl: timedelta) -> bool:
        return await self._database.system_row(BEGIN, {"market": market, "owner": self._owner, "ttl": ttl}) is not None

    async def end_poll(self, market: str, *, pause: timedelta) -> None:
        await self._database.system_row(END, {"market": market, "owner": self._owner, "pause": pause})

    async def armed_symbols(self, market: str, *, at: datetime) -> Mapping[str, datetime]:
        rows = await self._database.system_rows(SYMBOLS, {"market": market, "at": at})
        return {row["symbol"]: row["since"] for row in rows}

    async def armed_levels(self, market: str, symbols: Collection[str], *, at: datetime) -> tuple[WatchedLevel, ...]:
        rows = await self._database.system_rows(LEVELS, {"market": market, "symbols": list(symbols), "at": at})
        return tuple(map(_LEVEL, rows))
