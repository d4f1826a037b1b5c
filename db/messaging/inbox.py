"""Stores incoming messages, presses and commands: one statement, one transaction, before anything is acknowledged."""

from collections.abc import Collection, Mapping
from dataclasses import replace
from typing import LiteralString
from uuid import UUID

from bot.domain.conversation.buttons import without_typed_words
from bot.domain.conversation.posting import PendingThread
from bot.domain.conversation.threads import (
    IncomingCommand,
    IncomingMessage,
    IncomingPress,
    Person,
    PersonLimits,
    Thread,
)
from bot.domain.conversation.turns import AcceptedInput, InputKind, Turn
from bot.domain.erasure import ERASED
from bot.domain.ids import DecisionId, TenantId, TurnId
from bot.domain.text.locale import Language
from bot.errors import UnknownDecisionError
from bot.ports import Clock, NewId
from db.codec import storable_text
from db.messaging.changed_messages import change_message
from db.messaging.threads import add_pending_thread
from db.pool import Connection, Database, answered
from db.rows import PERSON, THREAD, RowType
from db.stores.audit import PostgresAudit
from db.stores.base import StoreSession
from db.stores.memory.knowledge import files_as_json
from db.stores.overheard import DELETE_EPISODE, UNGROUP
from db.stores.turns import TURN

_ACCEPTED: LiteralString = """
SELECT (a.stored).*, %(platform)s::text AS platform, %(workspace)s::text AS workspace, a.stored_thread AS thread,
       a.is_new, a.ahead, l.surplus, l.is_dropped
  FROM accept_turn(%(tenant_id)s, %(platform)s, %(workspace)s, %(conversation_id)s, %(channel)s, %(thread)s,
                   %(turn_id)s, %(kind)s, %(platform_id)s, %(person_id)s, %(person_name)s, %(person_language)s,
                   %(language)s, %(text)s, %(origin)s, %(at)s) a
"""
_NOTED: LiteralString = """
  CROSS JOIN LATERAL note_visibility((a.stored).tenant_id, %(channel)s, %(is_public)s, %(at)s, a.is_new) v
  CROSS JOIN LATERAL note_files((a.stored).tenant_id, %(channel)s, %(platform_id)s, %(files)s::jsonb) f
"""
ACCEPT = f"{_ACCEPTED} {_NOTED} CROSS JOIN (SELECT NULL::text AS surplus, false AS is_dropped) l"
ACCEPT_LIMITED = f"""
{_ACCEPTED}
{_NOTED}
  CROSS JOIN LATERAL limit_person(a.is_new, (a.stored).tenant_id, (a.stored).id, (a.stored).person_id,
                                  %(per_minute)s, %(waiting)s, %(at)s, %(reading)s) l
"""

# Read only when a turn has to wait.
LANGUAGE = """
SELECT coalesce(s.language, c.language) AS language
  FROM conversation c LEFT JOIN channel_settings s ON s.tenant_id = c.tenant_id AND s.channel = c.channel
 WHERE c.tenant_id = %(tenant_id)s AND c.id = %(conversation_id)s
"""
# One that is private is only read, and one of which nothing is known counts as private.
NOTE_PRIVATE = """
UPDATE channel_visibility SET is_public = false, since = %(at)s, needs_hiding = true
 WHERE tenant_id = %(tenant_id)s AND channel = ANY (%(channels)s) AND is_public
"""
KNOWN = "SELECT FROM conversation WHERE tenant_id = %(tenant_id)s AND id = %(conversation_id)s"
THREAD_OF = """
SELECT c.channel, c.thread, n.platform, n.workspace
  FROM decision d
  JOIN conversation c ON c.tenant_id = d.tenant_id AND c.id = d.conversation_id
  JOIN tenant n ON n.tenant_id = d.tenant_id
 WHERE d.tenant_id = %(tenant_id)s AND d.id = %(id)s
 ORDER BY d.version LIMIT 1
"""
THREAD_OF_TURN = """
SELECT c.channel, c.thread, n.platform, n.workspace
  FROM turn t
  JOIN conversation c ON c.tenant_id = t.tenant_id AND c.id = t.conversation_id
  JOIN tenant n ON n.tenant_id = t.tenant_id
 WHERE t.tenant_id = %(tenant_id)s AND t.id = %(id)s
"""
# A message that a runner has begun to answer stays as it was.
EDIT = """
UPDATE turn SET text = %(text)s
 WHERE tenant_id = %(tenant_id)s AND channel = %(channel)s AND platform_id = %(message_id)s AND kind = 'message'
   AND status = 'accepted' AND attempts = 0
RETURNING id
"""
# The conversation's row first, as whoever claims or answers the message: the following message becomes the first.
WITHDRAW = """
WITH held AS MATERIALIZED (
    SELECT c.tenant_id FROM conversation c JOIN turn t ON t.tenant_id = c.tenant_id AND t.conversation_id = c.id
     WHERE t.tenant_id = %(tenant_id)s AND t.channel = %(channel)s AND t.platform_id = %(message_id)s
       AND t.kind = 'message'
       FOR NO KEY UPDATE OF c
)
UPDATE turn SET status = 'answered', answered_at = %(at)s, text = %(erased)s
 WHERE tenant_id = %(tenant_id)s AND channel = %(channel)s AND platform_id = %(message_id)s AND kind = 'message'
   AND status = 'accepted' AND attempts = 0
   AND EXISTS (SELECT FROM held)
RETURNING id
"""
FIND = """
SELECT id FROM turn
 WHERE tenant_id = %(tenant_id)s AND channel = %(channel)s AND platform_id = %(message_id)s AND kind = 'message'
"""
# An episode that holds what was said before goes.
EDIT_OVERHEARD = """
UPDATE overheard SET text = %(text)s
 WHERE tenant_id = %(tenant_id)s AND channel = %(channel)s AND platform_id = %(message_id)s AND text <> ''
RETURNING tenant_id, conversation_id, episode_id
"""
ENROL = """
INSERT INTO tenant (tenant_id, platform, workspace, created_at)
VALUES (%(tenant_id)s, %(platform)s, %(workspace)s, %(at)s) ON CONFLICT DO NOTHING
"""
_ACCEPTED_INPUT = RowType(AcceptedInput, turn=TURN, turns_ahead="ahead", language=None)


class PostgresInbox:
    """Implements `bot.ports.Inbox`: one round trip per message or press."""

    def __init__(self, database: Database, *, clock: Clock, new_id: NewId, origin: str = "") -> None:
        """Store `origin`, the name of this process, with each input: answers go back to the terminal that asked."""
        self._database = database
        self._origin = origin
        self._clock = clock
        self._new_id = new_id

    async def register_workspace(self, thread: Thread) -> None:
        await self._database.execute(thread.tenant_id, ENROL, {**THREAD.columns(thread), "at": self._clock.now()})

    async def accept_command(self, command: IncomingCommand, *, limits: PersonLimits | None = None) -> PendingThread:
        await self.register_workspace(command.place)
        new = PendingThread(
            id=self._new_id(),
            place=command.place,
            command_id=command.command_id,
            person=command.person,
            text=command.text,
            accepted_at=self._clock.now(),
        )
        return await add_pending_thread(self._database, new, command=command, origin=self._origin, limits=limits)

    async def accept_message(self, message: IncomingMessage, *, limits: PersonLimits | None = None) -> AcceptedInput:
        said = {
            "platform_id": message.message_id,
            "text": message.text,
            "reading": message.reading,
            "is_public": message.visibility.is_public,
            "files": files_as_json(message.files),
        }
        return await self._accept_input(InputKind.MESSAGE, message.thread, message.person, said, limits)

    async def accept_press(self, press: IncomingPress) -> AcceptedInput:
        pressed = {"platform_id": press.press_id, "text": press.button_id, "is_public": None, "files": None}
        accepted = await self._accept_input(InputKind.PRESS, press.thread, press.person, pressed)
        if not (accepted.is_new or press.is_broadcast):
            async with self._database.transaction(press.thread.tenant_id) as conn:
                session = StoreSession(conn, press.thread.tenant_id)
                facts = {"button": without_typed_words(press.button_id)}
                await self._audit(session, "press_repeated", accepted.turn.id, by=press.person.id, facts=facts)
        return accepted

    async def message_edited(self, thread: Thread, *, message_id: str, text: str) -> bool:
        text = storable_text(text)
        return await self._change_message(EDIT, "edited", thread, message_id=message_id, text=text) is not None

    async def message_deleted(self, thread: Thread, *, message_id: str) -> TurnId | None:
        return await self._change_message(WITHDRAW, "deleted", thread, message_id=message_id)

    async def note_private(self, tenant_id: TenantId, channels: Collection[str]) -> None:
        known = {"channels": sorted(channels), "at": self._clock.now()}
        await self._database.execute(tenant_id, NOTE_PRIVATE, known)

    async def is_participant(self, thread: Thread) -> bool:
        key = {"conversation_id": thread.conversation_id}
        return await self._database.read_row(thread.tenant_id, KNOWN, key) is not None

    async def decision_thread(self, tenant_id: TenantId, decision_id: DecisionId) -> Thread:
        return await self._stored_thread(THREAD_OF, tenant_id, decision_id)

    async def turn_thread(self, tenant_id: TenantId, turn_id: TurnId) -> Thread:
        return await self._stored_thread(THREAD_OF_TURN, tenant_id, turn_id)

    async def _stored_thread(self, sql: LiteralString, tenant_id: TenantId, subject: UUID) -> Thread:
        row = await self._database.read_row(tenant_id, sql, {"id": subject})
        if row is None:
            raise UnknownDecisionError(id=subject)
        return THREAD(row)

    async def _change_message(
        self, sql: LiteralString, kind: str, thread: Thread, *, message_id: str, text: str | None = None
    ) -> TurnId | None:
        at = self._clock.now()
        key = {"tenant_id": thread.tenant_id, "channel": thread.channel, "message_id": message_id}
        async with self._database.transaction(thread.tenant_id) as conn:
            in_time = await (await conn.execute(sql, {**key, "text": text, "at": at, "erased": ERASED})).fetchone()
            found = in_time or await (await conn.execute(FIND, key)).fetchone()
            if found is None:
                await _edit_overheard(conn, {**key, "text": text or ""})
            else:
                session = StoreSession(conn, thread.tenant_id)
                facts = {"message": message_id, "in_time": str(in_time is not None).lower()}
                await self._audit(session, kind, found["id"], by="platform", facts=facts)
                if in_time is None:
                    await change_message(conn, key, text=text)
        return in_time["id"] if in_time else None

    async def _audit(self, session: StoreSession, kind: str, subject: UUID, *, by: str, facts: dict[str, str]) -> None:
        audit = PostgresAudit(session, clock=self._clock, new_id=self._new_id)
        await audit.add_entry(kind, subject=subject, by=by, facts=facts)
        await session.flush()

    async def _accept_input(
        self,
        kind: InputKind,
        thread: Thread,
        person: Person,
        content: Mapping[str, object],
        limits: PersonLimits | None = None,
    ) -> AcceptedInput:
        parameters: dict[str, object] = {
            **content,
            **THREAD.columns(thread),
            **PERSON.columns(person),
            "kind": kind,
            "tenant_id": thread.tenant_id,
            "conversation_id": thread.conversation_id,
            "turn_id": self._new_id(),
            "language": person.language or Language.ENGLISH,
            "origin": self._origin,
            "at": self._clock.now(),
        }
        limited = {"per_minute": limits.per_minute, "waiting": limits.waiting} if limits else {}
        row = await self._database.app_row(ACCEPT_LIMITED if limits else ACCEPT, {**parameters, **limited})
        accepted = _ACCEPTED_INPUT(answered(row))
        if not accepted.turns_ahead or accepted.is_dropped:
            return accepted
        return replace(accepted, language=await self._conversation_language(accepted.turn))

    async def _conversation_language(self, waiting: Turn) -> Language:
        key = {"conversation_id": waiting.conversation_id}
        row = await self._database.read_row(waiting.tenant_id, LANGUAGE, key)
        return Language(row["language"]) if row else Language.ENGLISH


async def _edit_overheard(conn: Connection, parameters: dict[str, object]) -> None:
    edited = await (await conn.execute(EDIT_OVERHEARD, parameters)).fetchone()
    if edited is not None and edited["episode_id"] is not None:
        await conn.execute(UNGROUP, edited)
        await conn.execute(DELETE_EPISODE, {**edited, "id": edited["episode_id"]})
