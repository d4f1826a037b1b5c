"""The terminal as a platform of the application."""

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
