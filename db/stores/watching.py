from datetime import datetime
from typing import Final, LiteralString

from bot.domain.market.sessions import SessionPhase
from bot.domain.watching.briefs import BriefChange, BriefSubscription
from bot.domain.watching.watch_lists import WatchedShare, WatchListChange, WatchListKey
from db.pool import Row
from db.rows import PERSON, THREAD, RowType
from db.stores.base import Store, insert, insert_from_json, replacing

LISTED = """
SELECT * FROM watched_share
 WHERE tenant_id = %(tenant_id)s AND kind = %(kind)s AND owner = %(owner)s
 ORDER BY added_at, symbol
"""
_WATCHED = "tenant_id, kind, owner, symbol, person_id, person_name, added_at, market, market_time"
ADD = insert_from_json("watched_share", _WATCHED, "ON CONFLICT DO NOTHING")
REMOVE = """
DELETE FROM watched_share
 WHERE tenant_id = %(tenant_id)s AND kind = %(kind)s AND owner = %(owner)s AND symbol = ANY (%(symbols)s)
"""
REPLACE_SHARE = """
WITH gone AS (
    DELETE FROM watched_share
     WHERE tenant_id = %(tenant_id)s AND market = %(market)s AND symbol = %(symbol)s RETURNING *
), added AS (
    INSERT INTO watched_share (tenant_id, kind, owner, symbol, person_id, person_name, added_at, market, market_time)
    SELECT tenant_id, kind, owner, %(into)s, person_id, person_name, added_at, market, market_time FROM gone
        ON CONFLICT DO NOTHING
)
SELECT count(*) AS lists FROM gone
"""
_SUBSCRIPTIONS: LiteralString = """
SELECT s.*, c.thread, n.platform, n.workspace
  FROM brief_subscription s
  JOIN conversation c ON c.tenant_id = s.tenant_id AND c.id = s.conversation_id
  JOIN tenant n ON n.tenant_id = s.tenant_id
 WHERE s.tenant_id = %(tenant_id)s
"""
ALL = f"{_SUBSCRIPTIONS} ORDER BY s.channel"
FIND = f"{_SUBSCRIPTIONS} AND s.channel = %(channel)s"
# A channel is a conversation of its own only once something is posted in it and not in a thread.
ADD_CONVERSATION = """
INSERT INTO conversation (tenant_id, id, channel, thread, language, last_active_at, created_at)
VALUES (%(tenant_id)s, %(conversation_id)s, %(channel)s, %(thread)s, %(language)s, %(subscribed_at)s, %(subscribed_at)s)
ON CONFLICT DO NOTHING
"""
_SUBSCRIBED = "conversation_id, turn_id, person_id, person_name, language, pre_open, post_close, subscribed_at"
SUBSCRIBE = insert(
    "brief_subscription", f"tenant_id, channel, {_SUBSCRIBED}", replacing("tenant_id, channel", _SUBSCRIBED)
)
MARK_TOLD = """
UPDATE brief_subscription SET told_until = greatest(told_until, %(until)s)
 WHERE tenant_id = %(tenant_id)s AND channel = %(channel)s
"""
END = "DELETE FROM brief_subscription WHERE tenant_id = %(tenant_id)s AND channel = %(channel)s"
_KEY: Final = RowType(WatchListKey)
_SHARE: Final = RowType(WatchedShare, key=_KEY, added_by=PERSON)
_SUBSCRIPTION: Final = RowType(BriefSubscription, thread=THREAD, person=PERSON)
_PHASES: Final = (SessionPhase.PRE_OPEN, SessionPhase.POST_CLOSE)


class PostgresWatchLists(Store):
    """Implements `bot.ports.WatchLists`."""

    async def listed(self, key: WatchListKey) -> tuple[WatchedShare, ...]:
        return await self._find_all(_SHARE, LISTED, **_KEY.columns(key))

    async def change(self, change: WatchListChange) -> None:
        key = change.key
        if change.removed:
            await self._execute(REMOVE, symbols=list(change.removed), **_KEY.columns(key))
        for each in change.added:
            self._write("watched_share", ADD, **{**_SHARE.columns(each), **_KEY.columns(key)})

    async def replace_share(self, symbol: str, into: str, *, market: str) -> int:
        return int(await self._fetch_value(REPLACE_SHARE, symbol=symbol, into=into, market=market))


class PostgresBriefSubscriptions(Store):
    """Implements `bot.ports.BriefSubscriptions`."""

    async def all_subscriptions(self) -> tuple[BriefSubscription, ...]:
        return await self._find_all(_subscription_from_row, ALL)

    async def find_subscription(self, channel: str) -> BriefSubscription | None:
        return await self._find(_subscription_from_row, FIND, channel=channel)

    async def change(self, change: BriefChange) -> None:
        new = change.subscription
        if new is None:
            await self._execute(END, channel=change.channel)
            return
        wanted = {phase.value: phase in new.phases for phase in _PHASES}
        row = {**_SUBSCRIPTION.columns(new), **wanted, "conversation_id": new.thread.conversation_id}
        await self._execute(ADD_CONVERSATION, **row)
        await self._execute(SUBSCRIBE, **row)

    async def mark_told(self, channel: str, *, until: datetime) -> None:
        await self._execute(MARK_TOLD, channel=channel, until=until)


def _subscription_from_row(row: Row) -> BriefSubscription:
    return _SUBSCRIPTION({**row, "phases": [phase for phase in _PHASES if row[phase.value]]})
