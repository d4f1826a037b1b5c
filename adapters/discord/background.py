"""What is still done after something was acknowledged."""

import asyncio
import logging
from collections.abc import Coroutine
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, Final

from bot.errors import ParleyError
from bot.ports import Meter

_GRACE_SECONDS: Final = 5.0

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Background:
    """Keeps hold of what runs. What fails was stored before: the sweeper takes it up again."""

    meter: Meter
    tasks: "set[asyncio.Task[None]]" = field(default_factory=set)

    def begin(self, what: str, work: Coroutine[Any, Any, object]) -> None:
        """Do `work` beside the rest."""
        task = asyncio.create_task(self._done(what, work))
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    async def end(self) -> None:
        """Let what runs come to its end, for a while."""
        if self.tasks:
            _, left = await asyncio.wait(self.tasks, timeout=_GRACE_SECONDS)
            for task in left:
                task.cancel()
                with suppress(asyncio.CancelledError):
                    await task

    async def _done(self, what: str, work: Coroutine[Any, Any, object]) -> None:
        try:
            await work
        except ParleyError as error:
            _log.warning("%s put off: %s", what, error)
            self.meter.error(type(error).__name__)
        except Exception as error:  # noqa: BLE001  # nobody else is there to hear of it
            _log.exception("%s failed", what)
            self.meter.error(type(error).__name__)
