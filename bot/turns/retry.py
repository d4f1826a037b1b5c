"""Repeats work whose result cannot be stored because the data it is based on changed meanwhile."""

from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import TypeVar

from bot.errors import ConcurrentUpdateError
from bot.turns.persist_turn import FinishedTurn, PersistTurn

_T = TypeVar("_T")
_MAX_TRIES = 30  # each conflict means that another writer succeeded; 50 simultaneous confirmations needed nine tries


async def retry_until_stored(work: Callable[[], Awaitable[FinishedTurn]], persist: PersistTurn) -> None:
    """Run `work` and store its result; repeat both on a conflict.

    Raises: ConcurrentUpdateError: each of 30 tries had a conflict, nothing is stored. Else as `work` and `persist`.
    """

    async def work_and_store() -> None:
        await persist(await work())

    await retry_on_conflict(work_and_store)


async def retry_on_conflict(work: Callable[[], Awaitable[_T]]) -> _T:
    """Run `work`, which stores its result, and return what it returns; repeat it on a conflict.

    Raises: ConcurrentUpdateError: each of 30 tries had a conflict. Else as `work`.
    """
    for _ in range(_MAX_TRIES - 1):
        with suppress(ConcurrentUpdateError):
            return await work()
    return await work()
