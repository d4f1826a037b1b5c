from datetime import datetime

from bot.domain.conversation.readings import MOST_PICKED, PickedReading
from bot.domain.conversation.turns import ConversationCounts, Turn, TurnLog
from bot.domain.erasure import ERASED
from bot.domain.ids import ConversationId, TurnId
from db.rows import PERSON, THREAD, RowType
from db.stores.base import Store, insert_from_json, replacing

GET = """
SELECT t.*, c.thread, n.platform, n.workspace
  FROM turn t
  JOIN conversation c ON c.tenant_id = t.tenant_id AND c.id = t.conversation_id
  JOIN tenant n ON n.tenant_id = t.tenant_id
 WHERE t.tenant_id = %(tenant_id)s AND t.id = %(id)s
"""
# The files of a message are needed until then, however often its answer is begun.
ANSWERED = """
WITH needless AS (
    DELETE FROM shared_files f USING turn m
     WHERE m.tenant_id = %(tenant_id)s AND m.id = %(id)s
       AND f.tenant_id = m.tenant_id AND f.channel = m.channel AND f.message_id = m.platform_id
)
UPDATE turn t
   SET status = 'answered', answered_at = %(at)s, person_name = %(name)s, person_language = %(language)s,
       text = coalesce(t.changed_text, t.text), changed_text = NULL
  FROM conversation c
  LEFT JOIN conversation_summary s ON s.tenant_id = c.tenant_id AND s.conversation_id = c.id
 WHERE t.tenant_id = %(tenant_id)s AND t.id = %(id)s AND t.status = 'accepted'
   AND c.tenant_id = t.tenant_id AND c.id = t.conversation_id
RETURNING c.state, t.text, c.turn_count > t.number AS is_followed, coalesce(s.covered, 0) AS summarised,
          coalesce(s.increments, 0) AS summary_increments,
          (SELECT count(*) FROM decision d
            WHERE d.tenant_id = t.tenant_id AND d.conversation_id = t.conversation_id AND d.status = 'proposed'
              AND d.action <> 'hold' AND d.expires_at > %(at)s) AS pending,
          (SELECT max(a.market_time) FROM account a WHERE a.tenant_id = t.tenant_id) AS market_time
"""
# Not of one that is answered: its person may have been erased since.
NAMED = """
UPDATE turn SET person_name = %(name)s WHERE tenant_id = %(tenant_id)s AND id = %(id)s AND status = 'accepted'
"""
STOP = """
UPDATE turn SET stop_asked = true
 WHERE tenant_id = %(tenant_id)s AND id = %(id)s AND person_id = %(by)s AND kind <> 'press' AND status = 'accepted'
RETURNING id, pg_notify('parley', 'stop')
"""
STOP_ANALYSES = """
UPDATE turn SET stop_asked = true
 WHERE tenant_id = %(tenant_id)s AND person_id = %(person_id)s AND kind = 'analysis' AND status = 'accepted'
RETURNING id, pg_notify('parley', 'stop')
"""
STOPPED = "SELECT stop_asked FROM turn WHERE tenant_id = %(tenant_id)s AND id = %(id)s"
# Of a row that is joined with its conversation's and its tenant's.
TURN = RowType(Turn, thread=THREAD, person=PERSON, is_stopped="stop_asked")
_COUNTS = RowType(ConversationCounts)


class PostgresTurns(Store):
    """Implements `bot.ports.Turns`."""

    async def get(self, turn_id: TurnId) -> Turn:
        return await self._get(TURN, GET, id=turn_id)

    async def mark_answered(self, turn: Turn, *, at: datetime) -> ConversationCounts | None:
        person = turn.person
        answered = {"id": turn.id, "at": at, "name": person.name, "language": person.language}
        return await self._find(_COUNTS, ANSWERED, **answered)

    async def update_person(self, turn: Turn) -> None:
        await self._execute(NAMED, id=turn.id, name=turn.person.name)

    async def request_stop(self, turn_id: TurnId, *, by: str) -> bool:
        return await self._fetch_one(STOP, id=turn_id, by=by) is not None

    async def stop_analyses_of(self, person_id: str) -> None:
        await self._fetch_all(STOP_ANALYSES, person_id=person_id)

    async def is_stopped(self, turn_id: TurnId) -> bool:
        return bool(await self._fetch_value(STOPPED, id=turn_id))


# The log of a turn that is answered again after a crash may come late: it never replaces a later turn's.
_LOGGED = "turn_id, number, intent, entries, at"
REPLACE_LOG = insert_from_json(
    "turn_log",
    f"tenant_id, conversation_id, {_LOGGED}",
    f"{replacing('tenant_id, conversation_id', _LOGGED)} WHERE turn_log.number <= excluded.number",
)
LAST_LOG = """
SELECT number, intent, entries, at FROM turn_log
 WHERE tenant_id = %(tenant_id)s AND conversation_id = %(conversation_id)s
"""
_LOG = RowType(TurnLog)


class PostgresTurnLogs(Store):
    """Implements `bot.ports.TurnLogs`."""

    async def replace_log(self, turn: Turn, log: TurnLog) -> None:
        """Store the steps of a turn in place of those of an earlier one; those of a later one stay."""
        key = {"conversation_id": turn.conversation_id, "turn_id": turn.id}
        self._replace("turn_log", REPLACE_LOG, turn.conversation_id, **key, **_LOG.columns(log))

    async def last_log(self, conversation_id: ConversationId) -> TurnLog | None:
        return await self._find(_LOG, LAST_LOG, conversation_id=conversation_id)


ADD_PICKED = """
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
        await self._execute(
            ADD_PICKED, turn_id=picked.turn_id, kind=picked.kind, text=picked.text, at=at, erased=ERASED
        )

    async def newest(self) -> tuple[PickedReading, ...]:
        return await self._find_all(_PICKED, NEWEST, count=MOST_PICKED)
