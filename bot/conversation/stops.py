"""Waits until the person who asked has pressed Stop under the running turn."""

from contextlib import suppress
from dataclasses import dataclass
from typing import Final

from bot.conversation.wake import Wake
from bot.domain.turns import Turn
from bot.errors import StoreUnavailableError
from bot.ports import Stores

_POLL_SECONDS: Final = 1.0


@dataclass(frozen=True, slots=True)
class Stops:
    """Rung by whichever process has taken a Stop in; polling stands behind it."""

    stores: Stores
    wake: Wake

    async def asked(self, turn: Turn) -> None:
        """Return when somebody who may has asked to stop `turn`; for most turns never."""
        while True:
            await self.wake.wait(seconds=_POLL_SECONDS)
            with suppress(StoreUnavailableError):
                async with self.stores.transaction(turn.tenant_id) as tx:
                    if await tx.turns.is_stopped(turn.id):
                        return
