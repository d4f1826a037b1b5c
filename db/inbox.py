"""Taking things in: one statement, one transaction, before anything is acknowledged."""

from bot.domain.messages import IncomingMessage, IncomingPress, Person, Thread
from bot.domain.turns import Accepted, InputKind
from bot.domain.understanding import Language
from bot.errors import StoreUnavailableError
from bot.ports import Clock, NewId
from db.pool import Database
from db.stores.turns import turn

ACCEPT = """
SELECT (a.stored).*, %(platform)s::text AS platform, %(workspace)s::text AS workspace, a.stored_thread AS thread,
       a.is_new, a.ahead
  FROM accept_turn(%(tenant_id)s, %(platform)s, %(workspace)s, %(conversation_id)s, %(channel)s, %(thread)s,
                   %(turn_id)s, %(kind)s, %(platform_id)s, %(person_id)s, %(person_name)s, %(person_language)s,
                   %(language)s, %(text)s, %(origin)s, %(at)s) a
"""

ENROL = """
INSERT INTO tenant (tenant_id, platform, workspace, created_at)
VALUES (%(tenant_id)s, %(platform)s, %(workspace)s, %(at)s) ON CONFLICT DO NOTHING
"""


class PostgresInbox:
    """Takes in messages and presses, each in one round trip."""

    def __init__(self, database: Database, *, clock: Clock, new_id: NewId, origin: str = "") -> None:
        """Take in for the process called `origin`, which deliveries to a terminal go back to."""
        self._database = database
        self._origin = origin
        self._clock = clock
        self._new_id = new_id

    async def enrol(self, thread: Thread) -> None:
        """Make a workspace known before its first message."""
        tenant = {"tenant_id": thread.tenant_id, "platform": thread.platform, "workspace": thread.workspace}
        async with self._database.transaction(thread.tenant_id) as conn:
            await conn.execute(ENROL, {**tenant, "at": self._clock.now()})

    async def accept(self, message: IncomingMessage) -> Accepted:
        """Store a message as a turn, unless the platform has delivered it before."""
        return await self._accept(
            InputKind.MESSAGE,
            message.thread,
            message.person,
            {"platform_id": message.message_id, "text": message.text},
        )

    async def accept_press(self, press: IncomingPress) -> Accepted:
        """Store a press, unless the platform has delivered it before."""
        return await self._accept(
            InputKind.PRESS,
            press.thread,
            press.person,
            {"platform_id": press.press_id, "text": press.button_id},
        )

    async def _accept(self, kind: InputKind, thread: Thread, person: Person, said: dict[str, str]) -> Accepted:
        parameters = {
            **said,
            "kind": kind,
            "tenant_id": thread.tenant_id,
            "platform": thread.platform,
            "workspace": thread.workspace,
            "conversation_id": thread.conversation_id,
            "channel": thread.channel,
            "thread": thread.thread,
            "turn_id": self._new_id(),
            "person_id": person.id,
            "person_name": person.name,
            "person_language": person.language,
            "language": person.language or Language.ENGLISH,
            "origin": self._origin,
            "at": self._clock.now(),
        }
        row = await self._database.app_row(ACCEPT, parameters)
        if row is None:  # the function always answers
            raise StoreUnavailableError(store="PostgreSQL", problem="acceptance returned nothing")
        return Accepted(turn=turn(row), is_new=row["is_new"], ahead=row["ahead"])
