"""Ports for chat platforms: replies, progress, people, links to messages, and installations of the Slack app."""

from collections.abc import Sequence
from datetime import datetime
from typing import Protocol, TypeVar

from bot.domain.conversation.posting import MessageMark, PendingThread
from bot.domain.conversation.replies import Reply
from bot.domain.conversation.threads import Person, Thread
from bot.domain.conversation.turns import Turn
from bot.domain.ids import TurnId
from bot.domain.installations import Installation
from bot.domain.text.locale import Language

_C = TypeVar("_C")  # the platform's type of message content


class ReplyChannel(Protocol):
    """Delivers stored replies to one platform."""

    async def deliver(self, reply: Reply) -> str | None:
        """Show `reply` exactly once, however often it is called; return the id of its (first) message, if it has one.

        Raises: RateLimitedError: try again after its delay. UnreachableError: it can never be delivered. Any other
        error: the outcome is unknown; try again.
        """

    async def refresh(self, reply: Reply) -> None:
        """Edit a delivered reply to show its present content, if the platform allows edits. Raises as `deliver`."""


class Progress(Protocol):
    """Shows the progress of a turn in a live message. Purely informative: no result depends on it."""

    async def show_step(self, turn: Turn, text: str, *, language: Language) -> None:
        """Add one step, or "queued behind …", to the live message of the turn; `text` is in `language`."""

    async def show_draft(self, turn: Turn, text: str, *, language: Language) -> None:
        """Show the unfinished answer below the steps. Returns at once; platform requests run in the background.

        `text`: the whole text so far, Markdown written by a model; rendered like an answer. Only its end is shown if it
        is long.
        """

    async def end_progress(self, turn: Turn) -> None:
        """Stop showing progress of this turn. On return no request is in flight: nothing appears after the answer."""

    async def remove_progress(self, thread: Thread, turn_id: TurnId) -> None:
        """Remove the live message of a turn that will never be answered. Returns at once."""


class People(Protocol):
    """Looks up profiles of people on a platform."""

    async def person(self, turn: Turn) -> Person:
        """Return the author of `turn` with the profile's name and language, and whether they are a guest.

        On failure or timeout, `turn.person`; where a platform has guests, as one.
        """


class Admins(Protocol):
    """Knows who administers a workspace."""

    async def is_admin(self, turn: Turn) -> bool:
        """Return whether the author of `turn` administers the workspace; False if the platform does not say so."""


class MessageLinks(Protocol):
    """Finds the addresses of messages on a platform. It does not check who may read them."""

    async def link_to(self, thread: Thread, message_id: str) -> str | None:
        """Return the address at which a person opens a message; None: there is none, or it is not found in time.

        Never raises and takes at most 2 seconds. Several calls may run at once.

        `thread`: the thread that the message was said in. `message_id`: the platform's id of the message; or of the
        command that opened the thread, which leads there.
        """


class MessageTransport(Protocol[_C]):
    """A platform whose messages can be posted, edited, searched and removed; `_C` is its type of message content.

    Every async method raises RateLimitedError (nothing was done; wait), UnreachableError (it will never succeed), or
    another error (the outcome is unknown).
    """

    def render_answer(self, reply: Reply) -> Sequence[_C]:
        """Return the contents of the messages that show `reply`: at least one, each within the platform's limits."""

    def render_progress(
        self, turn: Turn, steps: Sequence[str], *, language: Language, mark: MessageMark, draft: str = ""
    ) -> _C:
        """Return the content of the live message of `turn`, with a Stop button.

        Below `steps` it shows the end of `draft`, the unfinished answer. The draft is untrusted Markdown of a model.
        """

    def render_pending_thread(self, pending: PendingThread) -> _C:
        """Return the content of the message that starts a command's thread: who sent which command."""

    async def post(self, thread: Thread, content: _C, *, mark: MessageMark) -> str:
        """Post a message to `thread`, or to the channel if `thread.thread` is empty; return its platform id."""

    async def edit(self, thread: Thread, platform_id: str, content: _C, *, mark: MessageMark) -> None:
        """Replace the content of one of our messages. Raises: MessageGoneError: it has been removed."""

    async def find_message(self, thread: Thread, *, mark: MessageMark, since: datetime) -> str | None:
        """Return the platform id of our message with `mark` posted at `since` or later, or None."""

    async def remove(self, thread: Thread, platform_id: str, *, mark: MessageMark) -> None:
        """Remove one of our messages, which was posted with `mark`; a message already removed is no error."""

    async def post_ephemeral(self, reply: Reply, content: _C) -> None:
        """Show a message only to the person whom `reply` answers.

        If the platform can no longer do so, post it as a direct message or an ordinary one.
        """


class Installations(Protocol):
    """The app's installations, one per Slack workspace. Every method raises StoreUnavailableError."""

    async def save(self, installation: Installation) -> None:
        """Store an installation; it replaces the workspace's earlier one."""

    async def find_installation(self, workspace: str) -> Installation | None:
        """Return the workspace's installation, or None.

        Raises: SettingsError: its token is encrypted with a key that is not set.
        """

    async def remove(self, workspace: str, *, unless_after: datetime | None = None) -> bool:
        """Delete the installation unless it was made after `unless_after`; return whether it was deleted."""


class OAuthStates(Protocol):
    """OAuth `state` values, which prove that an installation began here. Every method raises StoreUnavailableError."""

    async def issue(self) -> str:
        """Return a new secret, URL-safe and valid for ten minutes."""

    async def consume(self, state: str) -> bool:
        """Invalidate `state`; return whether it was valid. At most one call per state returns True."""
