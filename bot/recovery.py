"""Finishes work that a crash interrupted, and expires proposals.

It uses trading, turns and messaging, so it is a layer above them; `bot/bootstrap/loops.py` runs it every few seconds.
"""

import logging
from dataclasses import dataclass
from datetime import timedelta

from bot.domain.conversation.turns import WorkerScope
from bot.domain.ids import ConversationId, TenantId
from bot.errors import ConcurrentUpdateError, DeliveryError
from bot.messaging.inbound.gateway import ThreadOpener
from bot.messaging.outbound.notices import Notices
from bot.ports import Clock, Leases, PendingThreads, Stores, Sweeper
from bot.trading.decision_records import expire_decisions
from bot.trading.execute import Execute
from bot.turns.presses import PressHandler

_ABANDONED_AFTER = timedelta(seconds=10)  # a live process finishes a press or an order long before
_PRESS_CLAIM = timedelta(seconds=30)  # then another process handles an abandoned press, too; that is safe
_MOST_PRESSES = 100  # in one round; the loop goes on to its other steps

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class CrashRecovery:
    """Recovery steps. Each is safe to run at any time, in any number of processes at once."""

    stores: Stores
    sweeper: Sweeper
    leases: Leases
    execute: Execute
    press_handler: PressHandler
    notices: Notices
    pending_threads: PendingThreads
    thread_opener: ThreadOpener
    clock: Clock

    async def expire_decisions(self) -> None:
        """Mark proposals past their expiry as expired, and announce that. Raises: StoreUnavailableError."""
        for tenant_id in await self.sweeper.tenants_with_expired_decisions():
            async with self.stores.read(tenant_id) as tx:
                conversations = await tx.decisions.conversations_to_expire(at=self.clock.now())
            for conversation_id in conversations:
                try:
                    await self._expire_in_conversation(tenant_id, conversation_id)
                except ConcurrentUpdateError:
                    _log.info("decisions of conversation %s expire at the next round", conversation_id)

    async def _expire_in_conversation(self, tenant_id: TenantId, conversation_id: ConversationId) -> None:
        async with self.stores.transaction(tenant_id) as tx:
            for decision in await expire_decisions(tx, conversation_id, at=self.clock.now()):
                await self.notices.announce(tx, decision)

    async def finish_decisions(self) -> None:
        """Execute confirmed decisions that no process works on any more. Raises: StoreUnavailableError."""
        for decision in await self.sweeper.unfinished_decisions(older_than=_ABANDONED_AFTER):
            try:
                await self.execute(decision, announcer=self.notices)  # in one transaction
            except ConcurrentUpdateError:
                _log.info("decision %s is being carried out by another process", decision.id)
            except Exception:  # noqa: BLE001  # one failure must not delay the others
                _log.exception("abandoned decision %s not finished", decision.id)

    async def handle_abandoned_presses(self, scope: WorkerScope) -> None:
        """Handle presses stored by a process that died. Raises: StoreUnavailableError."""
        for _ in range(_MOST_PRESSES):
            claimed = await self.leases.claim_presses(scope=scope, older_than=_ABANDONED_AFTER, ttl=_PRESS_CLAIM)
            if not claimed:
                return
            try:
                await self.press_handler.handle_press_at_once(claimed[0])
            except Exception:  # noqa: BLE001  # one failure must not delay the others
                _log.exception("abandoned press %s not handled", claimed[0].id)

    async def open_abandoned_threads(self, scope: WorkerScope) -> None:
        """Open the threads of commands stored by a process that died. Raises: StoreUnavailableError."""
        for pending in await self.pending_threads.abandoned_threads(scope=scope, older_than=_ABANDONED_AFTER):
            try:
                await self.thread_opener.open_thread(pending)
            except DeliveryError as error:
                _log.warning("thread of command %s not opened: %s", pending.id, error)
            except Exception:  # noqa: BLE001  # one failure must not delay the others
                _log.exception("thread of command %s not opened", pending.id)

    async def add_missing_jobs(self) -> None:
        """Write background jobs that are missing. Raises: StoreUnavailableError."""
        written = await self.sweeper.add_missing_jobs()
        if written:
            _log.info("%d missing background jobs added", written)
