from datetime import datetime
from typing import LiteralString

from bot.domain.conversation.threads import Person
from bot.domain.market.sessions import SessionPhase
from bot.domain.text.locale import Language
from bot.domain.watching.briefs import BriefChange, BriefSubscription
from bot.domain.watching.watch_lists import WatchedShare, WatchListChange, WatchListKey, WatchListKind
from db.codec import storable_text
from db.pool import Row
from db.stores.base import Store, insert_from_json, require_row
from db.stores.conversations import thread_from_row

LISTED = """
SELECT * FROM watched_share
 WHERE tenant_id = %(tenant_id)s AND kind = %(kind)s AND owner = %(owner)s
 ORDER BY added_at, symbol
"""
ADD: LiteralString = (
    insert_from_json(
        "watched_share", "tenant_id, kind, owner, symbol, person_id, person_name, added_at, market, market_time"
    )
    + " ON CONFLICT DO NOTHING"
)
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
SUBSCRIBE = """
INSERT INTO brief_subscription (tenant_id, channel, conversation_id, turn_id, person_id, person_name, language,
                                pre_open, post_close, subscribed_at)
VALUES (%(tenant_id)s, %(channel)s, %(conversation_id)s, %(turn_id)s, %(person_id)s, %(person_name)s, %(language)s,
        %(pre_open)s, %(post_close)s, %(subscribed_at)s)
ON CONFLICT (tenant_id, channel) DO UPDATE
   SET conversation_id = excluded.conversation_id, turn_id = excluded.turn_id, person_id = excluded.person_id,
       person_name = excluded.person_name, language = excluded.language, pre_open = excluded.pre_open,
       post_close = excluded.post_close, subscribed_at = excluded.subscribed_at
"""
MARK_TOLD = """
UPDATE brief_subscription SET told_until = greatest(told_until, %(until)s)
 WHERE tenant_id = %(tenant_id)s AND channel = %(channel)s
"""
END = "DELETE FROM brief_subscription WHERE tenant_id = %(tenant_id)s AND channel = %(channel)s"


class PostgresWatchLists(Store):
    """Implements `bot.ports.WatchLists`."""

    async def listed(self, key: WatchListKey) -> tuple[WatchedShare, ...]:
        return tuple(map(_share_from_row, await self._fetch_all(LISTED, kind=key.kind, owner=key.owner)))

    async def change(self, change: WatchListChange) -> None:
        key = change.key
        if change.removed:
            await self._execute(REMOVE, kind=key.kind, owner=key.owner, symbols=list(change.removed))
        for each in change.added:
            self._write(
                "watched_share",
                ADD,
                kind=key.kind,
                owner=key.owner,
                symbol=each.symbol,
                person_id=each.added_by.id,
                person_name=storable_text(each.added_by.name),
                added_at=each.added_at,
                market=each.market,
                market_time=each.market_time,
            )

    async def replace_share(self, symbol: str, into: str, *, market: str) -> int:
        row = await require_row("count", self._fetch_one(REPLACE_SHARE, symbol=symbol, into=into, market=market))
        lists: int = row["lists"]
        return lists


class PostgresBriefSubscriptions(Store):
    """Implements `bot.ports.BriefSubscriptions`."""

    async def all_subscriptions(self) -> tuple[BriefSubscription, ...]:
        return tuple(map(_subscription_from_row, await self._fetch_all(ALL)))

    async def find_subscription(self, channel: str) -> BriefSubscription | None:
        row = await self._fetch_one(FIND, channel=channel)
        return None if row is None else _subscription_from_row(row)

    async def change(self, change: BriefChange) -> None:
        new = change.subscription
        if new is None:
            await self._execute(END, channel=change.channel)
            return
        row = {
            "channel": change.channel,
            "conversation_id": new.thread.conversation_id,
            "language": new.language,
            "subscribed_at": new.subscribed_at,
        }
        await self._execute(ADD_CONVERSATION, thread=new.thread.thread, **row)
        await self._execute(
            SUBSCRIBE,
            turn_id=new.turn_id,
            person_id=new.person.id,
            person_name=storable_text(new.person.name),
            pre_open=SessionPhase.PRE_OPEN in new.phases,
            post_close=SessionPhase.POST_CLOSE in new.phases,
            **row,
        )

    async def mark_told(self, channel: str, *, until: datetime) -> None:
        await self._execute(MARK_TOLD, channel=channel, until=until)


def _share_from_row(row: Row) -> WatchedShare:
    return WatchedShare(
        key=WatchListKey(WatchListKind(row["kind"]), row["owner"]),
        symbol=row["symbol"],
        added_by=Person(row["person_id"], row["person_name"]),
        added_at=row["added_at"],
        market=row["market"],
        market_time=row["market_time"],
    )


def _subscription_from_row(row: Row) -> BriefSubscription:
    phases = {SessionPhase.PRE_OPEN: row["pre_open"], SessionPhase.POST_CLOSE: row["post_close"]}
    return BriefSubscription(
        thread=thread_from_row(row),
        turn_id=row["turn_id"],
        person=Person(row["person_id"], row["person_name"]),
        language=Language(row["language"]),
        phases=frozenset(phase for phase, is_wanted in phases.items() if is_wanted),
        subscribed_at=row["subscribed_at"],
        told_until=row["told_until"],
    )
