"""Brings stored replies to their platform, each conversation's in order, each once; draws anew what has changed."""

import asyncio
import logging
from collections.abc import Coroutine
from dataclasses import dataclass
from datetime import timedelta
from typing import Any, Final

from bot.context.signal import Signal
from bot.domain.conversation.posting import PendingRefresh
from bot.domain.conversation.replies import Reply
from bot.domain.conversation.turns import WorkerScope
from bot.errors import ParleyError, RateLimitedError, StoreUnavailableError, UnreachableError
from bot.messaging.outbound.refresh import RefreshReply
from bot.ports import Clock, Deliveries, Meter, ReplyChannel

_POLL_SECONDS: Final = 1.0
_LEASE: Final = timedelta(seconds=30)
_PATIENCE_SECONDS: Final = 25.0  # with a platform; less than the lease, after which somebody else delivers
_GRACE_SECONDS: Final = 5.0

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True, kw_only=True)
class Deliverer:
    """One process's share of the delivering: one reply per conversation, `concurrency` conversations at once."""

    deliveries: Deliveries
    channel: ReplyChannel
    refresh_reply: RefreshReply
    scope: WorkerScope
    owner: str
    signal: Signal
    meter: Meter
    clock: Clock
    concurrency: int = 16

    async def deliver_replies(self) -> None:
        """Deliver until cancelled; what has begun then is given a moment to end."""
        slots = asyncio.Semaphore(self.concurrency)
        async with asyncio.TaskGroup() as tasks:
            while True:
                await slots.acquire()
                work = await self._next()
                if work is None:
                    slots.release()
                    await self.signal.wait(seconds=_POLL_SECONDS)
                else:
                    tasks.create_task(self._to_its_end(work)).add_done_callback(lambda _: self._freed(slots))

    def _freed(self, slots: asyncio.Semaphore) -> None:
        slots.release()
        self.signal.notify()  # the conversation may have a further reply

    async def _next(self) -> Coroutine[Any, Any, None] | None:
        """Take what is to be done next: replies that nobody has seen go before those that look old."""
        try:
            reply = await self.deliveries.claim_reply(owner=self.owner, scope=self.scope, ttl=_LEASE)
            if reply is not None:
                return self._deliver(reply)
            refreshing = await self.deliveries.claim_refresh(scope=self.scope, ttl=_LEASE)
            return None if refreshing is None else self._refresh(refreshing)
        except StoreUnavailableError:
            _log.warning("database away, replies wait")
            await asyncio.sleep(_POLL_SECONDS)
            return None

    async def _deliver(self, reply: Reply) -> None:
        try:
            async with asyncio.timeout(_PATIENCE_SECONDS):
                platform_id = await self.channel.deliver(reply)
        except RateLimitedError as error:
            self.meter.rate_limited(reply.thread.platform, error.retry_after)
            wait = timedelta(seconds=error.retry_after)
            await self.deliveries.delivery_failed(reply, why=type(error).__name__, retry_after=wait)
        except UnreachableError as error:
            _log.warning("reply %s can no longer be delivered: %s", reply.id, error)
            self.meter.delivery_failed(reply.thread.platform, type(error).__name__)
            await self.deliveries.give_up(reply, why=str(error))
        except ParleyError as error:
            _log.warning("reply %s not delivered, will be tried again: %s", reply.id, error)
            await self._put_back(reply, error)
        except Exception as error:  # noqa: BLE001  # a platform may fail in any way; the reply stays ours to deliver
            _log.exception("reply %s not delivered, will be tried again", reply.id)
            await self._put_back(reply, error)
        else:
            await self.deliveries.mark_delivered(reply, platform_id=platform_id)
            self.meter.delivered(reply.thread.platform, (self.clock.now() - reply.created_at).total_seconds())

    async def _put_back(self, reply: Reply, error: Exception) -> None:
        self.meter.delivery_failed(reply.thread.platform, type(error).__name__)
        await self.deliveries.delivery_failed(reply, why=type(error).__name__)

    async def _refresh(self, refreshing: PendingRefresh) -> None:
        """Draw a reply anew; what fails is tried again when its claim has run out."""
        try:
            async with asyncio.timeout(_PATIENCE_SECONDS):
                await self.channel.refresh(await self.refresh_reply(refreshing.reply))
        except RateLimitedError as error:
            self.meter.rate_limited(refreshing.reply.thread.platform, error.retry_after)
            await self.deliveries.postpone_refresh(refreshing, retry_after=timedelta(seconds=error.retry_after))
            return
        except UnreachableError as error:
            _log.warning("reply %s can no longer be refreshed: %s", refreshing.reply.id, error)
        except StoreUnavailableError:
            raise
        except ParleyError as error:
            _log.warning("reply %s not refreshed, will be tried again: %s", refreshing.reply.id, error)
            return
        except Exception:  # noqa: BLE001  # a platform may fail in any way
            _log.warning("reply %s not refreshed, will be tried again", refreshing.reply.id, exc_info=True)
            return
        await self.deliveries.mark_refreshed(refreshing)

    async def _to_its_end(self, work: Coroutine[Any, Any, None]) -> None:
        """Let what has begun end even while we are being stopped: shown and not marked, it would be shown again."""
        task = asyncio.ensure_future(work)
        try:
            await asyncio.shield(task)
        except StoreUnavailableError:
            _log.warning("database away, replies wait")
            await asyncio.sleep(_POLL_SECONDS)
        except asyncio.CancelledError:
            await asyncio.wait({task}, timeout=_GRACE_SECONDS)
            task.cancel()
            raise
