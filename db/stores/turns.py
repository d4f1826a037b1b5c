from datetime import datetime

from bot.domain.conversation.states import State
from bot.domain.conversation.turns import ConversationCounts, Turn
from bot.domain.ids import TurnId
from db.rows import PERSON, THREAD, RowType
from db.stores.base import Store, require_row

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


class PostgresTurns(Store):
    """Implements `bot.ports.Turns`."""

    async def get(self, turn_id: TurnId) -> Turn:
        return TURN(await require_row("turn", self._fetch_one(GET, id=turn_id)))

    async def mark_answered(self, turn: Turn, *, at: datetime) -> ConversationCounts | None:
        person = turn.person
        row = await self._fetch_one(ANSWERED, id=turn.id, at=at, name=person.name, language=person.language)
        return ConversationCounts(**{**row, "state": State(row["state"])}) if row else None

    async def update_person(self, turn: Turn) -> None:
        await self._execute(NAMED, id=turn.id, name=turn.person.name)

    async def request_stop(self, turn_id: TurnId, *, by: str) -> bool:
        return await self._fetch_one(STOP, id=turn_id, by=by) is not None

    async def stop_analyses_of(self, person_id: str) -> None:
        await self._fetch_all(STOP_ANALYSES, person_id=person_id)

    async def is_stopped(self, turn_id: TurnId) -> bool:
        row = await self._fetch_one(STOPPED, id=turn_id)
        return row is not None and bool(row["stop_asked"])
