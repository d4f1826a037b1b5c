"""Stops a running turn when its person presses Stop."""

import asyncio
from collections.abc import Coroutine
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Final, TypeVar

from bot.context.signal import Signal
from bot.domain.conversation.turns import Turn
from bot.errors import StoreUnavailableError
from bot.ports import Stores

_T = TypeVar("_T")
_POLL_SECONDS: Final = 1.0


class TurnStoppedError(Exception):
    """The person who asked has stopped the turn."""


@dataclass(frozen=True, slots=True)
class TurnCancellation:
    """Watches for a Stop: the signal is notified by the process that received it; polling covers lost notifications."""

    stores: Stores
    signal: Signal

    async def wait_for_stop(self, turn: Turn) -> None:
        """Return when a person who is allowed to has stopped `turn`; for most turns never."""
        while True:
            await self.signal.wait(seconds=_POLL_SECONDS)
            with suppress(StoreUnavailableError):
                async with self.stores.read(turn.tenant_id) as tx:
                    if await tx.turns.is_stopped(turn.id):
                        return

    async def run_unless_stopped(self, turn: Turn, work: Coroutine[Any, Any, _T]) -> _T:
        """Return what `work` returns; cancel it if the turn is stopped. Raises: TurnStoppedError, and as `work`."""
        if turn.is_stopped:
            work.close()
            raise TurnStoppedError
        working = asyncio.ensure_future(work)
        stopping = asyncio.ensure_future(self.wait_for_stop(turn))
        try:
            await asyncio.wait({working, stopping}, return_when=asyncio.FIRST_COMPLETED)
            if working.done():
                return await working
            raise TurnStoppedError
        finally:
            working.cancel()
            stopping.cancel()
            await asyncio.gather(working, stopping, return_exceptions=True)
