"""Works an answer out anew when what it rests on changes before it is stored."""

from collections.abc import Awaitable, Callable
from contextlib import suppress

from bot.conversation.persist import Finished, Persist
from bot.errors import OvertakenError

_TRIES = 30  # each time somebody else got further: fifty people who confirm at once have needed nine


async def until_stored(work: Callable[[], Awaitable[Finished]], persist: Persist) -> None:
    """Do `work` and store it, from the beginning while it is overtaken.

    Raises: OvertakenError: again and again; nothing is stored. And whatever `work` and `persist` raise.
    """
    for _ in range(_TRIES - 1):
        with suppress(OvertakenError):
            return await persist(await work())
    return await persist(await work())
