"""The terminal as the application sees it."""

from uuid import UUID

from adapters.console.buttons import ShownButtons
from adapters.console.pending_replies import PendingReplies
from adapters.console.screens import Screen
from bot.domain.conversation.replies import Reply
from bot.domain.conversation.threads import Person, Thread
from bot.domain.conversation.turns import Turn
from bot.domain.ids import TurnId
from bot.domain.text.locale import Language


class ConsoleChannel:
    """Shows stored replies; fulfils `bot.ports.Channel`."""

    def __init__(self, *, screen: Screen, buttons: ShownButtons, pending_replies: PendingReplies) -> None:
        self._screen = screen
        self._buttons = buttons
        self._pending_replies = pending_replies
        self._shown = set[UUID]()

    async def deliver(self, reply: Reply) -> None:
        """Show `reply`, unless this session has. Raises: DeliveryError: nobody reads any more."""
        await self._pending_replies.wait_for_acceptance(reply.thread.conversation_id)
        if reply.id not in self._shown:
            self._buttons.remember_buttons(reply)
            await self._screen.show_reply(reply)
            self._shown.add(reply.id)
        await self._pending_replies.mark_answered(reply.turn_id)

    async def refresh(self, reply: Reply) -> None:
        """Leave what was printed: a terminal's lines cannot be called back."""


class ConsoleProgress:
    """Shows how far the work is; fulfils `bot.ports.Progress`."""

    def __init__(self, *, screen: Screen) -> None:
        self._screen = screen

    async def show_step(self, turn: Turn, text: str, *, language: Language) -> None:  # noqa: ARG002  the text is in it
        """Show one step, or "queued behind …"."""
        await self._screen.show_step(turn, text)

    async def show_draft(self, turn: Turn, text: str, *, language: Language) -> None:  # noqa: ARG002  as every Progress
        """Show the answer as far as it has come."""
        await self._screen.show_draft(turn, text)

    async def end_progress(self, turn: Turn) -> None:
        """Nothing to end: what a terminal shows as live vanishes with the next thing shown."""

    async def remove_progress(self, thread: Thread, turn_id: TurnId) -> None:
        """Nothing to take away."""


class ConsolePeople:
    """Who sits at the terminal is who they say; fulfils `bot.ports.People`."""

    async def person(self, turn: Turn) -> Person:
        """Return the person as given."""
        return turn.person
