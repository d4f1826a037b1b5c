"""Waits until the person who asked has pressed Stop under the running turn."""

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
    """The person who asked wants no answer any more."""


@dataclass(frozen=True, slots=True)
class TurnCancellation:
    """Rung by whichever process has taken a Stop in; polling stands behind it."""

    stores: Stores
    signal: Signal

    async def wait_for_stop(self, turn: Turn) -> None:
        """Return when somebody who may has asked to stop `turn`; for most turns never."""
        while True:
            await self.signal.wait(seconds=_POLL_SECONDS)
            with suppress(StoreUnavailableError):
                async with self.stores.transaction(turn.tenant_id) as tx:
                    if await tx.turns.is_stopped(turn.id):
                        return

    async def run_unless_stopped(self, turn: Turn, work: Coroutine[Any, Any, _T]) -> _T:
        """Return what `work` returns, or leave off in its midst. Raises: TurnStoppedError, and whatever `work` does."""
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
