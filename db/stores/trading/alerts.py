from collections.abc import Collection
from datetime import datetime
from typing import Final

from bot.domain.conversation.threads import Person
from bot.domain.ids import AccountId, AlertId
from bot.domain.watching.alerts import MOST_SETTLED_LISTED, AlertBounds, AlertReference, PriceAlert
from db.rows import PERSON, RowType
from db.stores.base import Store

# One addition after the other per tenant: numbers follow each other, and no two pass the last free place.
LOCK: Final = "SELECT pg_advisory_xact_lock(hashtextextended('price_alert/' || %(tenant_id)s::text, 0))"
COUNT: Final = """
SELECT count(*) FILTER (WHERE person_id = %(person_id)s) AS of_person, count(*) AS of_workspace
  FROM price_alert WHERE tenant_id = %(tenant_id)s AND state = 'armed'
"""
ADD: Final = """
INSERT INTO price_alert (tenant_id, id, number, conversation_id, channel, turn_id, account_id, market, person_id,
       person_name, symbol, kind, lower_bound, upper_bound, percent, reference_price, reference_at, armed_from,
       asked_at, state, decision_id)
SELECT %(tenant_id)s, %(id)s, coalesce(max(number), 0) + 1, %(conversation_id)s, %(channel)s, %(turn_id)s,
       %(account_id)s, %(market)s, %(person_id)s, %(person_name)s, %(symbol)s, %(kind)s, %(lower_bound)s,
       %(upper_bound)s, %(percent)s, %(reference_price)s, %(reference_at)s, %(armed_from)s, %(asked_at)s, %(state)s,
       %(decision_id)s
  FROM price_alert WHERE tenant_id = %(tenant_id)s AND channel = %(channel)s
    ON CONFLICT DO NOTHING
"""
FIND: Final = "SELECT * FROM price_alert WHERE tenant_id = %(tenant_id)s AND id = ANY (%(ids)s) ORDER BY id"
IN_CHANNEL: Final = """
SELECT * FROM price_alert
 WHERE tenant_id = %(tenant_id)s AND channel = %(channel)s
   AND (state IN ('armed', 'told')
        OR (state = 'done' AND settled_by IS NOT NULL AND (number = ANY (%(settled)s) OR id IN (
            SELECT id FROM price_alert
             WHERE tenant_id = %(tenant_id)s AND channel = %(channel)s AND state = 'done' AND settled_by IS NOT NULL
             ORDER BY told_at DESC, number DESC LIMIT %(most)s))))
 ORDER BY number
"""
ARMED: Final = """
SELECT * FROM price_alert
 WHERE tenant_id = %(tenant_id)s AND account_id = %(account_id)s AND state = 'armed' ORDER BY id
"""
OPEN_ON: Final = """
SELECT * FROM price_alert
 WHERE tenant_id = %(tenant_id)s AND account_id = %(account_id)s AND symbol = %(symbol)s AND state IN ('armed', 'told')
 ORDER BY id
"""
SAVE: Final = """
UPDATE price_alert
   SET state = %(state)s, symbol = %(symbol)s, lower_bound = %(lower_bound)s, upper_bound = %(upper_bound)s,
       reference_price = %(reference_price)s, reference_at = %(reference_at)s, armed_from = %(armed_from)s,
       times_told = %(times_told)s, told_price = %(told_price)s, told_at = %(told_at)s,
       settled_by = %(settled_by)s, settled_name = %(settled_name)s
 WHERE tenant_id = %(tenant_id)s AND id = %(id)s AND state = %(was_state)s AND times_told = %(was_times_told)s
   AND armed_from = %(was_armed_from)s
RETURNING id
"""
MARK_LOOKED_UP: Final = """
UPDATE price_alert SET looked_up_to = %(until)s WHERE tenant_id = %(tenant_id)s AND id = ANY (%(ids)s)
"""
ADD_UP_CAUGHT_UP: Final = "SELECT add_up_caught_up_alerts(%(market)s, %(alerts)s, %(seconds)s)"
END_ALERTS: Final = """
UPDATE price_alert SET state = 'removed'
 WHERE tenant_id = %(tenant_id)s AND (%(channel)s::text IS NULL OR channel = %(channel)s)
   AND (%(asked_by)s::timestamptz IS NULL OR asked_at <= %(asked_by)s) AND state IN ('armed', 'told')
"""
END_STOPS: Final = """
UPDATE price_alert SET state = 'done', settled_by = NULL, settled_name = NULL
 WHERE tenant_id = %(tenant_id)s AND account_id = %(account_id)s AND symbol = %(symbol)s AND kind = 'stop'
   AND (state IN ('armed', 'told') OR (state = 'done' AND settled_by IS NOT NULL))
"""
ALERT_BOUNDS: Final = RowType(AlertBounds, lower="lower_bound", upper="upper_bound")
_ALERT: Final = RowType(
    PriceAlert,
    person=PERSON,
    bounds=ALERT_BOUNDS,
    reference=RowType(AlertReference, price="reference_price", at="reference_at"),
    settled_by=RowType(Person, id="settled_by", name="settled_name", language="settled_language"),
)


class PostgresAlerts(Store):
    """Implements `bot.ports.Alerts`."""

    async def add_alerts(self, alerts: Collection[PriceAlert]) -> tuple[PriceAlert, ...]:
        await self._execute(LOCK)
        for each in alerts:
            await self._execute(ADD, **_ALERT.columns(each))
        stored = {each.id: each for each in await self.find_alerts([each.id for each in alerts])}
        return tuple(stored[each.id] for each in alerts if each.id in stored)

    async def count_armed(self, person_id: str) -> tuple[int, int]:
        await self._execute(LOCK)
        row = await self._fetch_one(COUNT, person_id=person_id)
        return (row["of_person"], row["of_workspace"]) if row else (0, 0)

    async def find_alerts(self, ids: Collection[AlertId]) -> tuple[PriceAlert, ...]:
        return await self._find_all(_ALERT, FIND, ids=list(ids))

    async def in_channel(self, channel: str, *, settled: Collection[int] = ()) -> tuple[PriceAlert, ...]:
        shown = {"settled": list(settled), "most": MOST_SETTLED_LISTED}
        return await self._find_all(_ALERT, IN_CHANNEL, channel=channel, **shown)

    async def armed(self, account_id: AccountId) -> tuple[PriceAlert, ...]:
        return await self._find_all(_ALERT, ARMED, account_id=account_id)

    async def open_on(self, account_id: AccountId, symbol: str) -> tuple[PriceAlert, ...]:
        return await self._find_all(_ALERT, OPEN_ON, account_id=account_id, symbol=symbol)

    async def save_alert(self, alert: PriceAlert, *, was: PriceAlert) -> bool:
        before = {"was_state": was.state, "was_times_told": was.times_told, "was_armed_from": was.armed_from}
        return await self._fetch_one(SAVE, **_ALERT.columns(alert), **before) is not None

    async def mark_looked_up(self, ids: Collection[AlertId], *, until: datetime) -> None:
        await self._execute(MARK_LOOKED_UP, ids=list(ids), until=until)

    async def add_up_caught_up(self, market: str, seconds: Collection[float]) -> None:
        await self._execute(ADD_UP_CAUGHT_UP, market=market, alerts=len(seconds), seconds=float(sum(seconds)))

    async def end_alerts(self, *, channel: str | None = None, asked_by: datetime | None = None) -> None:
        await self._execute(END_ALERTS, channel=channel, asked_by=asked_by)

    async def end_stops(self, account_id: AccountId, symbol: str) -> None:
        await self._execute(END_STOPS, account_id=account_id, symbol=symbol)
