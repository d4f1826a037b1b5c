"""What must be known and finished even where a request is broken off."""

import asyncio
from collections.abc import Coroutine
from dataclasses import dataclass
from typing import Any, Final

from bot.ports import Show

_GRACE_SECONDS: Final = 5.0


@dataclass(slots=True)
class Shown:
    """Passes an answer on while it comes, and knows how far it has come."""

    show: Show | None
    text: str = ""

    @property
    def through(self) -> Show | None:
        """What to stream through: nothing, where nobody looks on."""
        return None if self.show is None else self._pass_on

    async def _pass_on(self, text: str) -> None:
        self.text = text
        if self.show is not None:
            await self.show(text)


async def to_its_end(work: Coroutine[Any, Any, None]) -> None:
    """Await `work`, and give it a few seconds more to end when we are cancelled meanwhile."""
    task = asyncio.ensure_future(work)
    try:
        await asyncio.shield(task)
    except asyncio.CancelledError:
        await asyncio.wait({task}, timeout=_GRACE_SECONDS)
        raise
