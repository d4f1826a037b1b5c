"""An in-memory message transport that keeps messages, with every failure that can occur on the way."""

import asyncio
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from enum import Enum, auto

from bot.domain.conversation.blocks import plain_text
from bot.domain.conversation.posting import MessageMark, PendingThread
from bot.domain.conversation.replies import Reply
from bot.domain.conversation.threads import Thread
from bot.domain.conversation.turns import Turn
from bot.domain.text.locale import Language
from bot.errors import MessageGoneError, RateLimitedError, UnreachableError
from tests.fakes.core_ports import ProcessKilled


class CallFault(Enum):
    """What happens to one call to the platform."""

    NONE = auto()
    FAILED = auto()  # nothing was done, and nobody says so
    LOST = auto()  # it was done, and the answer was lost
    LIMITED = auto()  # 429
    UNREACHABLE = auto()


@dataclass(frozen=True)
class PlatformMessage:
    """A message on the platform."""

    thread: Thread
    content: str
    mark: MessageMark
    edits: int = 0


@dataclass
class FakeTransport:
    """`MessageTransport`, in memory: a message's content is its text."""

    troubles: deque[CallFault] = field(default_factory=deque)  # of the next calls, in sequence
    messages: dict[str, PlatformMessage] = field(default_factory=dict)  # by platform id, oldest first
    history: list[str] = field(default_factory=list)  # every content that was ever seen, in sequence
    calls: list[str] = field(default_factory=list)
    posts: int = 0
    whispers: list[tuple[str, str]] = field(default_factory=list)  # to whom, what
    seconds: float = 0.0  # that every call takes
    retry_after: float = 0.01
    edges_to_live: int | None = None  # beginnings and ends of calls; None: the process lives on
    part_length: int = 10_000

    def render_answer(self, reply: Reply) -> Sequence[str]:
        text = plain_text(reply.answer.blocks)
        return [text[at : at + self.part_length] for at in range(0, len(text), self.part_length)]

    def render_progress(
        self,
        turn: Turn,  # noqa: ARG002 - as the port has it
        steps: Sequence[str],
        *,
        language: Language,  # noqa: ARG002 - as the port has it
        mark: MessageMark,  # noqa: ARG002 - as the port has it
        draft: str = "",
    ) -> str:
        return " · ".join(steps) + (f"\n{draft}" if draft else "")

    def render_pending_thread(self, pending: PendingThread) -> str:
        return f"{pending.person.name}: {pending.text}"

    async def post(self, thread: Thread, content: str, *, mark: MessageMark) -> str:
        async with self._Call(self, "post"):
            self.posts += 1
            platform_id = f"p{self.posts}"
            self.messages[platform_id] = PlatformMessage(thread, content, mark)
            self.history.append(content)
        return platform_id

    async def edit(self, thread: Thread, platform_id: str, content: str, *, mark: MessageMark) -> None:
        async with self._Call(self, "edit"):
            shown = self.messages.get(platform_id)
            if shown is None:
                raise MessageGoneError
            assert (shown.thread, shown.mark) == (thread, mark)
            self.messages[platform_id] = replace(shown, content=content, edits=shown.edits + 1)
            self.history.append(content)

    async def find_message(self, thread: Thread, *, mark: MessageMark, since: datetime) -> str | None:  # noqa: ARG002 - all are of now
        async with self._Call(self, "find"):
            found = [key for key, shown in self.messages.items() if (shown.thread, shown.mark) == (thread, mark)]
        return found[0] if found else None

    async def remove(self, thread: Thread, platform_id: str, *, mark: MessageMark) -> None:
        async with self._Call(self, "remove"):
            shown = self.messages.pop(platform_id, None)
            assert shown is None or (shown.thread, shown.mark) == (thread, mark)

    async def post_ephemeral(self, reply: Reply, content: str) -> None:
        async with self._Call(self, "whisper"):
            self.whispers.append((reply.person.id, content))

    def lose(self, platform_id: str) -> None:
        """Delete one of the bot's messages, as a person would."""
        del self.messages[platform_id]

    def contents(self) -> list[str]:
        """Return the contents of all messages, oldest first."""
        return [shown.content for shown in self.messages.values()]

    def marks(self) -> list[MessageMark]:
        return [shown.mark for shown in self.messages.values()]

    def _live_on(self) -> None:
        if self.edges_to_live is None:
            return
        if self.edges_to_live == 0:
            raise ProcessKilled
        self.edges_to_live -= 1

    class _Call:
        """One network call: its effect on the platform takes place, or not."""

        def __init__(self, surface: "FakeTransport", name: str) -> None:
            self._surface = surface
            self._name = name
            self._trouble = CallFault.NONE

        async def __aenter__(self) -> None:
            surface = self._surface
            surface.calls.append(self._name)
            self._trouble = surface.troubles.popleft() if surface.troubles else CallFault.NONE
            surface._live_on()  # noqa: SLF001 - a part of it
            await asyncio.sleep(surface.seconds)
            match self._trouble:
                case CallFault.FAILED:
                    raise ConnectionError(self._name)
                case CallFault.LIMITED:
                    raise RateLimitedError(retry_after=surface.retry_after)
                case CallFault.UNREACHABLE:
                    raise UnreachableError

        async def __aexit__(self, kind: type[BaseException] | None, *_: object) -> None:
            if kind is not None:
                return
            self._surface._live_on()  # noqa: SLF001 - a part of it
            if self._trouble is CallFault.LOST:
                raise ConnectionResetError(self._name)
