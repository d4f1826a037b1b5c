from datetime import datetime

from bot.domain.ids import TurnId
from bot.domain.messages import Person
from bot.domain.turns import InputKind, InputStatus, Turn
from bot.domain.understanding import Language
from db.pool import Row
from db.stores.base import Store, found
from db.stores.conversations import thread

GET = """
SELECT t.*, c.thread, n.platform, n.workspace
  FROM turn t
  JOIN conversation c ON c.tenant_id = t.tenant_id AND c.id = t.conversation_id
  JOIN tenant n ON n.tenant_id = t.tenant_id
 WHERE t.tenant_id = %(tenant_id)s AND t.id = %(id)s
"""
ANSWERED = """
UPDATE turn SET status = 'answered', answered_at = %(at)s
 WHERE tenant_id = %(tenant_id)s AND id = %(id)s AND status = 'accepted'
RETURNING id
"""


class PostgresTurns(Store):
    """Accepted messages and presses of one tenant."""

    async def get(self, turn_id: TurnId) -> Turn:
        """Return one turn."""
        return turn(await found("turn", self._row(GET, id=turn_id)))

    async def answered(self, turn_id: TurnId, *, at: datetime) -> bool:
        """Mark as answered if it was not; return whether this call did."""
        return await self._row(ANSWERED, id=turn_id, at=at) is not None


def turn(row: Row) -> Turn:
    """Return the turn that a row, joined with its conversation's and tenant's, tells of."""
    return Turn(
        id=row["id"],
        tenant_id=row["tenant_id"],
        conversation_id=row["conversation_id"],
        thread=thread(row),
        number=row["number"],
        kind=InputKind(row["kind"]),
        platform_id=row["platform_id"],
        person=person(row),
        text=row["text"],
        status=InputStatus(row["status"]),
        accepted_at=row["accepted_at"],
        attempts=row["attempts"],
    )


def person(row: Row) -> Person:
    """Return who spoke or pressed, of a turn's row."""
    language = row["person_language"]
    return Person(id=row["person_id"], name=row["person_name"], language=Language(language) if language else None)
