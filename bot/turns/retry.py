"""Works an answer out anew when what it rests on changes before it is stored."""

from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import TypeVar

from bot.errors import ConcurrentUpdateError
from bot.turns.persist_turn import FinishedTurn, PersistTurn

_T = TypeVar("_T")
_MAX_TRIES = 30  # each time somebody else got further: fifty people who confirm at once have needed nine


async def retry_until_stored(work: Callable[[], Awaitable[FinishedTurn]], persist: PersistTurn) -> None:
    """Do `work` and store it, from the beginning while it is overtaken.

    Raises: ConcurrentUpdateError: again and again; nothing is stored. And whatever `work` and `persist` raise.
    """

    async def stored() -> None:
        await persist(await work())

    await retry_on_conflict(stored)


async def retry_on_conflict(work: Callable[[], Awaitable[_T]]) -> _T:
    """Return what `work`, which stores its result, returns; from the beginning while it is overtaken.

    Raises: ConcurrentUpdateError: again and again. And whatever else `work` raises.
    """
    for _ in range(_MAX_TRIES - 1):
        with suppress(ConcurrentUpdateError):
            return await work()
    return await work()
