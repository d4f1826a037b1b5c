"""The time limit of every call to a broker."""

import asyncio
from collections.abc import Awaitable
from typing import Final, TypeVar

from bot.errors import BrokerUnavailableError

BROKER_SECONDS: Final = 20
_T = TypeVar("_T")


async def answer_in_time(answer: Awaitable[_T]) -> _T:
    """Return a broker's answer. Raises: BrokerUnavailableError, also where it takes too long."""
    try:
        async with asyncio.timeout(BROKER_SECONDS):
            return await answer
    except TimeoutError as error:
        raise BrokerUnavailableError(seconds=BROKER_SECONDS) from error
