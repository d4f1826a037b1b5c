"""The platforms as the core sees them: where answers are shown, how far the work is, who speaks."""

from collections.abc import Sequence
from datetime import datetime
from typing import Protocol, TypeVar

from bot.domain.conversation.posting import MessageMark, PendingThread
from bot.domain.conversation.replies import Reply
from bot.domain.conversation.threads import Person, Thread
from bot.domain.conversation.turns import Turn
from bot.domain.ids import TurnId
from bot.domain.text.locale import Language

_C = TypeVar("_C")


class ReplyChannel(Protocol):
    """One platform's way of delivering a stored reply."""

    async def deliver(self, reply: Reply) -> str | None:
        """Show `reply` exactly once; return the platform's message id if it has one.

        Raises: RateLimitedError, UnreachableError; anything else: what came of it is unknown, it is tried again.
        """
        ...

    async def refresh(self, reply: Reply) -> None:
        """Show a reply that was delivered before as it now is, where the platform can; raises as `deliver`."""
        ...


class Progress(Protocol):
    """Shows a person that work goes on; nothing depends on it."""

    async def show_step(self, turn: Turn, text: str, *, language: Language) -> None:
        """Show one step, or "queued behind …", in the live line of the turn; `text` is in `language`."""
        ...

    async def show_draft(self, turn: Turn, text: str, *, language: Language) -> None:
        """Show the answer as far as it has come, below the steps; costs its caller nothing.

        Args:
            turn: Whose answer it is to be.
            text: All that has come so far, Markdown of a model. Drawn as an answer's is; of a long one the end.
            language: Of the turn.
        """
        ...

    async def end_progress(self, turn: Turn) -> None:
        """Show nothing more of this turn; on return nothing is on its way either, so that the answer stands last."""
        ...

    async def remove_progress(self, thread: Thread, turn_id: TurnId) -> None:
        """Take away what was shown of a turn that will never be answered. Costs its caller nothing."""
        ...


class People(Protocol):
    """What a platform knows of those who speak there."""

    async def person(self, turn: Turn) -> Person:
        """Return who said `turn`, with name and language of the profile; as given if that cannot be learned soon."""
        ...


class MessageTransport(Protocol[_C]):
    """A platform whose messages stay, can be edited and found again. What a message holds is its own affair (`_C`).

    Everything that goes to the network raises RateLimitedError (nothing was done, wait), UnreachableError (it will
    never succeed), or anything else (what came of it is unknown).
    """

    def render_answer(self, reply: Reply) -> Sequence[_C]:
        """Return the messages that show `reply`, at least one, each within the platform's limits."""
        ...

    def render_progress(
        self, turn: Turn, steps: Sequence[str], *, language: Language, mark: MessageMark, draft: str = ""
    ) -> _C:
        """Return the message that shows how far `turn` is, with a Stop button.

        Below the steps stands the end of `draft`, the answer as a model is writing it: its Markdown is data.
        """
        ...

    def render_pending_thread(self, pending: PendingThread) -> _C:
        """Return the message on which the thread of a command hangs: who asked what."""
        ...

    async def post(self, thread: Thread, content: _C, *, mark: MessageMark) -> str:
        """Post a message into `thread` (the channel where that is empty) and return its platform id."""
        ...

    async def edit(self, thread: Thread, platform_id: str, content: _C, *, mark: MessageMark) -> None:
        """Replace what a message of ours shows. Raises: MessageGoneError: somebody has removed it."""
        ...

    async def find(self, thread: Thread, *, mark: MessageMark, since: datetime) -> str | None:
        """Return the platform id of our message that carries `mark`, posted at `since` or later, if it is there."""
        ...

    async def remove(self, thread: Thread, platform_id: str) -> None:
        """Take a message of ours away; one that is gone already is no error."""
        ...

    async def post_ephemeral(self, reply: Reply, content: _C) -> None:
        """Show a message to the person whom `reply` answers alone; posted to all where that has become impossible."""
        ...
