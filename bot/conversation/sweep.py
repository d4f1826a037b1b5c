"""Finishes what a crash, or nobody's attention, left: expired decisions, confirmed ones without an outcome, presses."""

import logging
from dataclasses import dataclass, replace
from datetime import timedelta

from bot.conversation.execute import Execute
from bot.conversation.press import Presses
from bot.domain.conversation import Event
from bot.domain.decisions import Decision, Status
from bot.domain.transitions import happen, rest
from bot.domain.turns import Serving
from bot.ports import Clock, Leases, Stores, Sweeper

_ABANDONED = timedelta(seconds=10)  # a live process is done with a press or an order long before
_GRACE = timedelta(minutes=5)  # a yes that was accepted in time may still wait behind a running turn
_EVENTS = {Status.FILLED: Event.EXECUTED, Status.REJECTED: Event.FAILED, Status.EXPIRED: Event.EXPIRED}

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Sweep:
    """Every step is safe to run at any time, in any number of processes at once."""

    stores: Stores
    sweeper: Sweeper
    leases: Leases
    execute: Execute
    presses: Presses
    clock: Clock

    async def expired(self) -> None:
        """Mark proposals whose time has been over for a while. Raises: StoreUnavailableError."""
        for tenant_id in await self.sweeper.expired_tenants():
            async with self.stores.transaction(tenant_id) as tx:
                decisions = await tx.decisions.expire(at=self.clock.now() - _GRACE)
                for decision in decisions:
                    await tx.audit.add("expired", subject=decision.id, by="parley", facts={})
            for decision in decisions:
                await self._tell_conversation(decision)

    async def unfinished(self) -> None:
        """Carry out what was confirmed and then abandoned. Raises: StoreUnavailableError."""
        for decision in await self.sweeper.unfinished_decisions(older_than=_ABANDONED):
            try:
                done, _ = await self.execute(decision)
                await self._tell_conversation(done)
            except Exception:  # noqa: BLE001  # one that fails, however, must not keep the others waiting
                _log.exception("abandoned decision %s not finished", decision.id)

    async def abandoned_presses(self, serving: Serving) -> None:
        """Handle presses that were accepted by a process that died. Raises: StoreUnavailableError."""
        for turn in await self.leases.unhandled_presses(serving=serving, older_than=_ABANDONED):
            try:
                await self.presses.handle(turn)
            except Exception:  # noqa: BLE001  # one that fails, however, must not keep the others waiting
                _log.exception("abandoned press %s not handled", turn.id)

    async def missing_jobs(self) -> None:
        """Write later work that should have been written. Raises: StoreUnavailableError."""
        written = await self.sweeper.jobs_missing()
        if written:
            _log.info("%d jobs of later work made good", written)

    async def _tell_conversation(self, decision: Decision) -> None:
        """Move a conversation that still waits for this outcome: nobody's turn is going to."""
        event = _EVENTS.get(decision.status)
        if event is None:
            return
        async with self.stores.transaction(decision.tenant_id) as tx:
            conversation = await tx.conversations.lock(decision.conversation_id)
            pending = await tx.decisions.pending(at=self.clock.now(), conversation_id=conversation.id)
            if event is Event.EXPIRED and pending:
                return
            state = rest(happen(conversation.state, event), pending=len(pending))
            await tx.conversations.save(replace(conversation, state=state))
