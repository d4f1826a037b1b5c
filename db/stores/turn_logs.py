from bot.domain.conversation.turns import Turn, TurnLog
from bot.domain.ids import ConversationId
from db.rows import RowType
from db.stores.base import Store

# The log of a turn that is answered again after a crash may come late: it never replaces a later turn's.
PUT = """
INSERT INTO turn_log AS stored (tenant_id, conversation_id, turn_id, number, intent, entries, at)
SELECT tenant_id, conversation_id, turn_id, number, intent, entries, at
  FROM json_populate_recordset(NULL::turn_log, %(turn_log)s)
ON CONFLICT (tenant_id, conversation_id) DO UPDATE
   SET turn_id = excluded.turn_id, number = excluded.number, intent = excluded.intent, entries = excluded.entries,
       at = excluded.at
 WHERE stored.number <= excluded.number
"""
LAST = """
SELECT number, intent, entries, at FROM turn_log
 WHERE tenant_id = %(tenant_id)s AND conversation_id = %(conversation_id)s
"""
_LOG = RowType(TurnLog)


class PostgresTurnLogs(Store):
    """Implements `bot.ports.TurnLogs`."""

    async def replace_log(self, turn: Turn, log: TurnLog) -> None:
        """Store the steps of a turn in place of those of an earlier one; those of a later one stay."""
        key = {"conversation_id": turn.conversation_id, "turn_id": turn.id}
        self._replace("turn_log", PUT, turn.conversation_id, **key, **_LOG.columns(log))

    async def last_log(self, conversation_id: ConversationId) -> TurnLog | None:
        return await self._find(_LOG, LAST, conversation_id=conversation_id)
