"""The terminal as a platform of the application, and the input that it has accepted and not answered yet."""

import asyncio
from collections import Counter, defaultdict
from dataclasses import replace
from uuid import UUID

from adapters.console.buttons import ShownButtons
from adapters.console.screens import Screen
from bot.domain.conversation.replies import Reply
from bot.domain.conversation.threads import Person, Thread
from bot.domain.conversation.turns import InputKind, Turn
from bot.domain.ids import ConversationId, TurnId
from bot.domain.text.locale import Language


class PendingReplies:
    """The turns of this session, messages and presses, that wait for their reply."""

    def __init__(self) -> None:
        self._turns: dict[TurnId, Turn] = {}
        self._answered = set[TurnId]()  # whose reply was shown in this session
        self._acceptance_locks = defaultdict[ConversationId, asyncio.Lock](asyncio.Lock)
        self._counts: Counter[tuple[ConversationId, InputKind]] = Counter()
        self._changed = asyncio.Condition()

    def __len__(self) -> int:
        return len(self._turns)

    def add_turn(self, turn: Turn) -> None:
        """Add a turn, which has just been accepted."""
        if turn.id not in self._turns:
            self._turns[turn.id] = turn
            self._counts[turn.conversation_id, turn.kind] += 1

    def acceptance_lock(self, conversation: ConversationId) -> asyncio.Lock:
        """Return the lock to hold from before an input is accepted until its turn is added."""
        return self._acceptance_locks[conversation]

    async def wait_for_acceptance(self, conversation: ConversationId) -> None:
        """Wait while an input is being accepted: a quick reply may come before its turn is added."""
        async with self._acceptance_locks[conversation]:
            return

    async def mark_answered(self, turn_id: TurnId) -> None:
        """Remove a turn: its reply was shown."""
        self._answered.add(turn_id)
        async with self._changed:
            turn = self._turns.pop(turn_id, None)
            if turn is not None:  # otherwise it is of an earlier session
                self._counts[turn.conversation_id, turn.kind] -= 1
            self._changed.notify_all()

    def add_analysis(self, turn_id: TurnId, analysis: TurnId) -> None:
        """Wait for the reply to a run that goes on from a turn of this session, unless it was shown already."""
        turn = self._turns.get(turn_id)
        if turn is not None and analysis not in self._answered:
            self.add_turn(replace(turn, id=analysis, kind=InputKind.ANALYSIS))

    async def continue_by(self, turn_id: TurnId, other: TurnId) -> None:
        """Let a turn wait for the reply to another one, which answers both."""
        turn = self._turns.get(turn_id)
        if turn is None or other in self._answered:
            await self.mark_answered(turn_id)
            return
        self._turns[other] = self._turns.pop(turn_id)

    def pending_turns(self) -> tuple[Turn, ...]:
        """Return the turns that wait for their reply, oldest first."""
        return tuple(self._turns.values())

    def find_turn(self, turn_id: TurnId) -> Turn | None:
        """Return the turn with this id if it waits for its reply."""
        return self._turns.get(turn_id)

    def is_newest(self, turn_id: TurnId) -> bool:
        """Return whether no pending turn was accepted after this one."""
        return next(reversed(self._turns), turn_id) == turn_id

    async def wait_until_answered(
        self, conversation: ConversationId | None = None, kind: InputKind | None = None
    ) -> None:
        """Wait until all turns are answered, or all of one kind in one conversation."""

        def is_answered() -> bool:
            if conversation is None or kind is None:
                return not self._turns
            return not self._counts[conversation, kind]

        async with self._changed:
            await self._changed.wait_for(is_answered)


class ConsoleChannel:
    """Implements `bot.ports.ReplyChannel`."""

    def __init__(self, *, screen: Screen, buttons: ShownButtons, pending_replies: PendingReplies) -> None:
        self._screen = screen
        self._buttons = buttons
        self._pending_replies = pending_replies
        self._shown = set[UUID]()

    async def deliver(self, reply: Reply) -> None:
        """Show `reply`, unless this session has shown it. Raises: DeliveryError: the output is closed."""
        await self._pending_replies.wait_for_acceptance(reply.thread.conversation_id)
        if reply.answer.continued_by is not None:
            await self._pending_replies.continue_by(reply.turn_id, reply.answer.continued_by)
            return
        if reply.id not in self._shown:
            self._buttons.remember_buttons(reply)
            await self._screen.show_reply(reply)
            self._shown.add(reply.id)
        if reply.answer.analysis is not None and not reply.answer.analysis.is_ended:
            self._pending_replies.add_analysis(reply.turn_id, reply.answer.analysis.turn_id)
        await self._pending_replies.mark_answered(reply.turn_id)

    async def refresh(self, reply: Reply) -> None:
        """Do nothing: printed lines cannot be changed."""


class ConsoleProgress:
    """Implements `bot.ports.Progress`."""

    def __init__(self, *, screen: Screen) -> None:
        self._screen = screen

    async def show_step(self, turn: Turn, text: str, *, language: Language) -> None:  # noqa: ARG002  `text` is in that language
        await self._screen.show_step(turn, text)

    async def show_draft(self, turn: Turn, text: str, *, language: Language) -> None:  # noqa: ARG002  as every Progress
        await self._screen.show_draft(turn, text)

    async def end_progress(self, turn: Turn) -> None:
        """Do nothing: the live line disappears when something else is shown."""

    async def remove_progress(self, thread: Thread, turn_id: TurnId) -> None:
        """Do nothing: the live line shows only turns that are pending."""


class ConsolePeople:
    """Implements `bot.ports.People` and `Admins`: whoever uses the terminal is believed."""

    async def person(self, turn: Turn) -> Person:
        """Return the person as given with the turn."""
        return turn.person

    async def is_admin(self, turn: Turn) -> bool:  # noqa: ARG002  # as all Admins
        """Return True: the terminal is one user's own."""
        return True


class ConsoleLinks:
    """Implements `bot.ports.MessageLinks`: `parley chat --thread …` goes back to the thread named before the "#"."""

    async def link_to(self, thread: Thread, message_id: str) -> str:
        """Return "parley:<thread>#<message id>"."""
        return f"parley:{thread.thread}#{message_id}"
