"""Brings stored replies to their platform, each conversation's in order, each once."""

import asyncio
import logging
from collections.abc import Coroutine, Mapping
from dataclasses import dataclass
from datetime import timedelta

from bot.conversation.wake import Wake
from bot.domain.messages import Reply
from bot.domain.turns import Serving
from bot.errors import StoreUnavailableError
from bot.ports import Channel, Deliveries

_POLL_SECONDS = 1.0
_RETRY_AFTER = timedelta(seconds=2)
_LEASE = timedelta(seconds=30)
_GRACE_SECONDS = 5.0

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True, kw_only=True)
class Deliverer:
    """One process's share of the delivering."""

    deliveries: Deliveries
    channels: Mapping[str, Channel]  # by platform
    serving: Serving
    owner: str
    wake: Wake

    async def run(self) -> None:
        """Deliver until cancelled."""
        while True:
            try:
                reply = await self.deliveries.claim(owner=self.owner, serving=self.serving, ttl=_LEASE)
                if reply is None:
                    await self.wake.wait(seconds=_POLL_SECONDS)
                else:
                    await _to_its_end(self._deliver(reply))
            except StoreUnavailableError:
                _log.warning("database away, replies wait")
                await asyncio.sleep(_POLL_SECONDS)

    async def _deliver(self, reply: Reply) -> None:
        try:
            platform_id = await self.channels[reply.thread.platform].deliver(reply)
        except Exception as error:  # noqa: BLE001  # a platform may fail in any way; the reply stays ours to deliver
            _log.exception("reply %s not delivered, will be tried again", reply.id)
            await self.deliveries.failed(reply, why=type(error).__name__, retry_after=_RETRY_AFTER)
        else:
            await self.deliveries.delivered(reply, platform_id=platform_id)


async def _to_its_end(delivery: Coroutine[None, None, None]) -> None:
    """Let a delivery that has begun end even while we are being stopped: shown and not marked, it is shown again."""
    task = asyncio.ensure_future(delivery)
    try:
        await asyncio.shield(task)
    except asyncio.CancelledError:
        await asyncio.wait({task}, timeout=_GRACE_SECONDS)
        task.cancel()
        raise
