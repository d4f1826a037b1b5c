from datetime import datetime

from bot.domain.conversation.readings import MOST_PICKED, PickedReading
from bot.domain.erasure import ERASED
from db.rows import RowType
from db.stores.base import Store

ADD = """
INSERT INTO picked_reading (tenant_id, turn_id, kind, picked_at)
SELECT tenant_id, id, %(kind)s, %(at)s FROM turn
 WHERE tenant_id = %(tenant_id)s AND id = %(turn_id)s AND text = %(text)s AND text <> %(erased)s
ON CONFLICT (tenant_id, turn_id) DO UPDATE SET kind = excluded.kind, picked_at = excluded.picked_at
"""
NEWEST = """
SELECT p.turn_id, p.kind, t.text FROM picked_reading p
  JOIN turn t ON t.tenant_id = p.tenant_id AND t.id = p.turn_id
 WHERE p.tenant_id = %(tenant_id)s
 ORDER BY p.picked_at DESC, p.turn_id LIMIT %(count)s
"""
_PICKED = RowType(PickedReading)


class PostgresPickedReadings(Store):
    """Implements `bot.ports.PickedReadings`."""

    async def add(self, picked: PickedReading, *, at: datetime) -> None:
        await self._execute(ADD, turn_id=picked.turn_id, kind=picked.kind, text=picked.text, at=at, erased=ERASED)

    async def newest(self) -> tuple[PickedReading, ...]:
        return await self._find_all(_PICKED, NEWEST, count=MOST_PICKED)
