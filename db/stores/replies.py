from uuid import UUID

from psycopg.types.json import Jsonb

from bot.domain.conversation import Intent, State
from bot.domain.messages import Answer, Reply
from bot.domain.understanding import Language
from db.codec import decode, encode
from db.pool import Row
from db.stores.base import Store, found
from db.stores.conversations import thread
from db.stores.turns import person

ADD = """
INSERT INTO reply (tenant_id, id, conversation_id, turn_id, intent, confidence, state, language, answer, created_at)
VALUES (%(tenant_id)s, %(id)s, %(conversation_id)s, %(turn_id)s, %(intent)s, %(confidence)s, %(state)s, %(language)s,
        %(answer)s, %(created_at)s)
"""
TELL = "SELECT pg_notify('parley', 'reply')"
GET = """
SELECT r.*, t.number, t.person_id, t.person_name, t.person_language, c.channel, c.thread, n.platform, n.workspace
  FROM reply r
  JOIN turn t ON t.tenant_id = r.tenant_id AND t.id = r.turn_id
  JOIN conversation c ON c.tenant_id = r.tenant_id AND c.id = r.conversation_id
  JOIN tenant n ON n.tenant_id = r.tenant_id
 WHERE r.tenant_id = %(tenant_id)s AND r.id = %(id)s
"""


class PostgresReplies(Store):
    """Answers, stored before they are delivered."""

    async def add(self, reply: Reply) -> None:
        """Store an answer to be delivered. Raises, at latest at the end: DuplicateError: the turn has an answer."""
        await self._do(
            ADD,
            id=reply.id,
            conversation_id=reply.thread.conversation_id,
            turn_id=reply.turn_id,
            intent=reply.intent,
            confidence=reply.confidence,
            state=reply.state,
            language=reply.language,
            answer=Jsonb(encode(reply.answer)),
            created_at=reply.created_at,
        )
        await self._do(TELL)

    async def get(self, reply_id: UUID) -> Reply:
        """Return one stored answer."""
        return _reply(await found("reply", self._row(GET, id=reply_id)))


def _reply(row: Row) -> Reply:
    return Reply(
        id=row["id"],
        thread=thread(row),
        turn=row["number"],
        turn_id=row["turn_id"],
        person=person(row),
        intent=Intent(row["intent"]),
        confidence=row["confidence"],
        state=State(row["state"]),
        language=Language(row["language"]),
        answer=decode(Answer, row["answer"]),
        created_at=row["created_at"],
    )
