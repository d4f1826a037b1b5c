from bot.domain.conversation.history import Message
from bot.domain.ids import ConversationId
from db.rows import RowType
from db.stores.base import Store

# The next number: a transaction that writes a conversation's history has locked the conversation.
ADD = """
INSERT INTO message (tenant_id, id, conversation_id, number, turn_id, role, author, text, intent, state_before,
                     state_after, created_at, market_time)
SELECT m.tenant_id, m.id, m.conversation_id,
       (SELECT coalesce(max(e.number) + 1, 0) FROM message e
         WHERE e.tenant_id = m.tenant_id AND e.conversation_id = m.conversation_id)
       + row_number() OVER (PARTITION BY m.conversation_id ORDER BY m.ordinality) - 1,
       m.turn_id, m.role, m.author, m.text, m.intent, m.state_before, m.state_after, m.created_at,
       m.market_time
  FROM json_populate_recordset(NULL::message, %(message)s) WITH ORDINALITY m
"""
LAST = """
SELECT * FROM message WHERE tenant_id = %(tenant_id)s AND conversation_id = %(conversation_id)s
 ORDER BY number DESC LIMIT %(count)s
"""
SPAN = """
SELECT * FROM message
 WHERE tenant_id = %(tenant_id)s AND conversation_id = %(conversation_id)s
   AND number >= %(first)s AND number < %(last)s
 ORDER BY number
"""
SYMBOLS = """
SELECT m.number, r.answer->'symbols' AS symbols
  FROM message m JOIN reply r ON r.tenant_id = m.tenant_id AND r.turn_id = m.turn_id AND r.occasion = 'answer'
 WHERE m.tenant_id = %(tenant_id)s AND m.conversation_id = %(conversation_id)s
   AND m.number >= %(first)s AND m.number < %(last)s AND jsonb_array_length(r.answer->'symbols') > 0
 ORDER BY m.number
"""
_MESSAGE = RowType(Message)


class PostgresMessages(Store):
    """Implements `bot.ports.Messages`."""

    async def add_message(self, message: Message) -> None:
        self._write("message", ADD, **_MESSAGE.columns(message))

    async def last_messages(self, conversation_id: ConversationId, *, count: int) -> tuple[Message, ...]:
        newest_first = await self._find_all(_MESSAGE, LAST, conversation_id=conversation_id, count=count)
        return newest_first[::-1]

    async def message_span(self, conversation_id: ConversationId, *, first: int, last: int) -> tuple[Message, ...]:
        return await self._find_all(_MESSAGE, SPAN, conversation_id=conversation_id, first=first, last=last)

    async def symbols_of_span(
        self, conversation_id: ConversationId, *, first: int, last: int
    ) -> tuple[tuple[int, tuple[str, ...]], ...]:
        rows = await self._fetch_all(SYMBOLS, conversation_id=conversation_id, first=first, last=last)
        return tuple((row["number"], tuple(row["symbols"])) for row in rows)
