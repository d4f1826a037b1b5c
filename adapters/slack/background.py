"""Work that goes on after an acknowledgement: kept track of, waited for at the end, its failures logged."""

import asyncio
import logging
from collections.abc import Coroutine
from typing import Any, Final

from bot.errors import ParleyError

_GRACE_SECONDS: Final = 5.0

_log = logging.getLogger(__name__)


class Background:
    """Tasks that nobody waits for until the process ends. What they were to do is stored, or is worth little."""

    def __init__(self) -> None:
        self._tasks: set[asyncio.Task[None]] = set()

    def start(self, work: Coroutine[Any, Any, None], *, what: str) -> None:
        """Begin `work`; `what` names it in the log if it fails."""
        task = asyncio.create_task(_logged(work, what))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def settle(self) -> None:
        """Wait until nothing is under way."""
        while self._tasks:
            await asyncio.wait(set(self._tasks))

    async def close(self, *, seconds: float = _GRACE_SECONDS) -> None:
        """Wait for what is under way; what takes longer is cancelled, and taken up again from the stores."""
        try:
            async with asyncio.timeout(seconds):
                await self.settle()
        except TimeoutError:
            left = set(self._tasks)
            _log.warning("%d tasks cut short", len(left))
            for task in left:
                task.cancel()
            await asyncio.gather(*left, return_exceptions=True)


async def _logged(work: Coroutine[Any, Any, None], what: str) -> None:
    try:
        await work
    except ParleyError as error:
        _log.warning("%s: %s", what, error)
    except Exception:  # noqa: BLE001  # nobody waits for it who could be told
        _log.exception("%s failed", what)
