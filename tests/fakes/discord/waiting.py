"""Waits for a condition; the failure message lists what was there instead."""

import asyncio
import time
from collections.abc import Callable, Iterator
from typing import TypeVar

from tests.fakes.discord.model import FakeDiscordMessage
from tests.fakes.discord.rest import Rest
from tests.fakes.discord.state import FakeDiscordState

_T = TypeVar("_T")
_EVERY = 0.01


class Waiting:
    """`until` in a test's own loop, `wait_until` without one."""

    def __init__(self, state: FakeDiscordState, rest: Rest) -> None:
        self._state = state
        self._rest = rest

    async def until(self, probe: Callable[[], _T | None], *, within: float, what: str) -> _T:
        """Return the first true value of `probe`. Raises: AssertionError: after `within` seconds."""
        end = time.monotonic() + within
        while True:
            if found := probe():
                return found
            if time.monotonic() > end:
                raise AssertionError(self._failure(within, what))
            await asyncio.sleep(_EVERY)

    def wait_until(self, probe: Callable[[], _T | None], *, within: float, what: str) -> _T:
        """The same, blocking this thread."""
        end = time.monotonic() + within
        while True:
            if found := probe():
                return found
            if time.monotonic() > end:
                raise AssertionError(self._failure(within, what))
            time.sleep(_EVERY)

    def _failure(self, within: float, what: str) -> str:
        return f"{what} did not come within {within:g} s. There is:\n{self.describe()}"

    def describe(self) -> str:
        """Say what there is: messages by channel, interactions, violations, the last calls."""
        with self._state.lock:
            self._state.note_late()
            return "\n".join(self._lines())

    def _lines(self) -> Iterator[str]:
        for channel in self._state.channels.values():
            yield f"#{channel.name or 'direct'} ({channel.kind.name.lower()})"
            yield from (_line(message) for message in channel.everything.values())
        yield from (f"interaction: {each}, callback {each.ack}" for each in self._state.interactions)
        yield from (f"violation: {each}" for each in self._state.recorded)
        yield from (f"call: {each}" for each in self._rest.calls[-20:])


def _line(message: FakeDiscordMessage) -> str:
    marks = [name for name in ("deleted", "edited") if getattr(message, name)]
    marks += [f"only for {message.seen_by.name}"] if message.seen_by else []
    titles = [embed.get("title") or embed.get("description") for embed in message.embeds]
    buttons = [button.get("label") for button in message.buttons]
    return f"  {message.author.name}: {message.content!r} {titles or ''} {buttons or ''} {', '.join(marks)}".rstrip()
