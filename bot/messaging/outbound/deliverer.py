"""Delivers stored replies, in order per conversation and each once; refreshes those whose decisions have changed."""

import asyncio
import logging
from collections.abc import Coroutine, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import timedelta
from typing import Any, Final

from bot.context.signal import Signal
from bot.domain.conversation.blocks import Button
from bot.domain.conversation.buttons import AdjustRef, ButtonRef, GroupRef, parse_button
from bot.domain.conversation.posting import PendingRefresh
from bot.domain.conversation.replies import Answer, Reply, decisions_in_group, decisions_shown
from bot.domain.conversation.turns import WorkerScope
from bot.domain.text.locale import Locale
from bot.domain.trading.decisions import CARRIED_OUT_STATUSES, Decision, DecisionKey, DecisionStatus
from bot.errors import MessageOvertakenError, ParleyError, RateLimitedError, StoreUnavailableError, UnreachableError
from bot.messaging.departures import Departures
from bot.ports import Clock, Deliveries, Meter, ReplyChannel, Stores, Transaction
from bot.presentation.decisions.decision_states import DecisionState, DecisionStatePresenter

_OUTAGE_SECONDS: Final = 1.0
_LEASE: Final = timedelta(seconds=30)
_PLATFORM_TIMEOUT_SECONDS: Final = 25.0  # less than the lease, after which another process delivers
_SHUTDOWN_SECONDS: Final = 5.0  # for a delivery that is under way

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class RefreshReply:
    """Updates a stored reply for display with its decisions' present status; what is stored is not changed."""

    stores: Stores
    presenter: DecisionStatePresenter
    clock: Clock

    async def before_delivery(self, reply: Reply) -> Reply:
        """Return `reply` as it is to be shown first. Raises: StoreUnavailableError.

        What its turn has proposed was stored with it: whoever decides that marks the reply to be refreshed.
        """
        now = self.clock.now()
        own = {each.key for each in reply.answer.decisions if each.turn_id == reply.turn_id and each.is_pending(at=now)}
        return reply if decisions_shown(reply.answer) <= own else await self(reply)

    async def __call__(self, reply: Reply) -> Reply:
        """Return `reply` as it is to be shown now. Raises: StoreUnavailableError."""
        answer, shown = reply.answer, decisions_shown(reply.answer)
        if not shown:
            return reply
        async with self.stores.read(reply.thread.tenant_id) as tx:
            settings = await tx.channels.get_settings(reply.thread.channel)
            states = {key: await self._state(tx, key) for key in sorted(shown, key=str)}
        locale = Locale(reply.language, settings.zone)
        blocks = tuple(self.presenter.block(locale, block, states) for block in answer.blocks)
        buttons = tuple(button for button in answer.buttons if _is_open(button, answer, states))
        decisions = tuple(_with_status(each, states) for each in answer.decisions)
        return replace(reply, answer=replace(answer, blocks=blocks, buttons=buttons, decisions=decisions))

    async def _state(self, tx: Transaction, key: DecisionKey) -> DecisionState:
        """Return the present state of a decision; EXPIRED after its expiry, even if that is not stored yet."""
        decision = await tx.decisions.get(key.decision_id, version=key.version)
        if decision.status is DecisionStatus.PROPOSED:
            is_over = not decision.is_pending(at=self.clock.now())
            return DecisionState(replace(decision, status=DecisionStatus.EXPIRED) if is_over else decision)
        resolution = await tx.decisions.resolution(decision.id)
        report = await tx.accounts.report_for(decision.id) if decision.status in CARRIED_OUT_STATUSES else None
        return DecisionState(decision, resolution, report)


def _with_status(shown: Decision, states: Mapping[DecisionKey, DecisionState]) -> Decision:
    if shown.key not in states:
        return shown
    now = states[shown.key].decision
    return replace(shown, status=now.status, decided_by=now.decided_by, decided_at=now.decided_at)


def _is_open(button: Button, answer: Answer, states: Mapping[DecisionKey, DecisionState]) -> bool:
    """Return whether a button still does something; one for several decisions needs two that are undecided."""
    match parse_button(button.id):
        case GroupRef() as group:
            return sum(not states[each.key].is_decided for each in decisions_in_group(answer, group)) > 1
        case (ButtonRef() as ref) | AdjustRef(button=ref):
            return not states[DecisionKey(ref.decision_id, ref.version)].is_decided
        case _:
            return True


@dataclass(frozen=True, slots=True, kw_only=True)
class Deliverer:
    """Delivers in one process: one reply per conversation, `concurrency` conversations at once."""

    deliveries: Deliveries
    channel: ReplyChannel
    refresh_reply: RefreshReply
    departures: Departures
    scope: WorkerScope
    owner: str
    signal: Signal  # notified when there may be replies to deliver or refresh
    meter: Meter
    clock: Clock
    concurrency: int = 16

    async def deliver_replies(self) -> None:
        """Deliver until cancelled; deliveries under way then have a few seconds to finish."""
        running: set[asyncio.Task[None]] = set()
        async with asyncio.TaskGroup() as tasks:
            while True:
                limit = self.concurrency - len(running)
                claimed = await self._claim(limit=limit)
                for delivery in claimed:
                    task = tasks.create_task(self._run_shielded(delivery))
                    running.add(task)
                    task.add_done_callback(running.discard)
                if len(claimed) < limit:
                    await self.signal.wait()
                elif len(running) == self.concurrency:
                    await asyncio.wait(running, return_when=asyncio.FIRST_COMPLETED)

    async def _claim(self, *, limit: int) -> list[Coroutine[Any, Any, None]]:
        try:
            claimed = await self.deliveries.claim_deliveries(
                owner=self.owner, scope=self.scope, ttl=_LEASE, limit=limit
            )
        except StoreUnavailableError:
            _log.warning("database away, replies wait")
            await asyncio.sleep(_OUTAGE_SECONDS)
            return []
        return [self._deliver(each) if isinstance(each, Reply) else self._refresh(each) for each in claimed]

    async def _deliver(self, reply: Reply) -> None:
        try:
            async with asyncio.timeout(_PLATFORM_TIMEOUT_SECONDS):
                platform_id = await self.channel.deliver(await self.refresh_reply.before_delivery(reply))
        except RateLimitedError as error:
            self.meter.rate_limited(reply.thread.platform, error.retry_after)
            wait = timedelta(seconds=error.retry_after)
            await self.deliveries.delivery_failed(reply, why=type(error).__name__, retry_after=wait)
        except UnreachableError as error:
            _log.warning("reply %s can no longer be delivered: %s", reply.id, error)
            self.meter.delivery_failed(reply.thread.platform, type(error).__name__)
            await self.deliveries.give_up(reply, why=str(error))
            await self.departures.undeliverable(reply)
        except Exception as error:  # noqa: BLE001  # a platform may fail in any way; the reply is kept
            is_bug = not isinstance(error, ParleyError)
            level = logging.ERROR if is_bug else logging.WARNING
            _log.log(level, "reply %s not delivered, will be tried again: %s", reply.id, error, exc_info=is_bug)
            self.meter.delivery_failed(reply.thread.platform, type(error).__name__)
            await self.deliveries.delivery_failed(reply, why=type(error).__name__)
        else:
            await self.deliveries.mark_delivered(reply, platform_id=platform_id)
            self.meter.delivered(reply.thread.platform, (self.clock.now() - reply.created_at).total_seconds())

    async def _refresh(self, pending: PendingRefresh) -> None:
        """Show a reply as it now is; a failed refresh is claimed again when this claim has expired."""
        reply = pending.reply
        try:
            async with asyncio.timeout(_PLATFORM_TIMEOUT_SECONDS):
                await self._show_as_it_is(reply)
        except RateLimitedError as error:
            self.meter.rate_limited(reply.thread.platform, error.retry_after)
            await self.deliveries.postpone_refresh(pending, retry_after=timedelta(seconds=error.retry_after))
            return
        except UnreachableError as error:
            _log.warning("reply %s can no longer be refreshed: %s", reply.id, error)
        except StoreUnavailableError:
            raise
        except Exception as error:  # noqa: BLE001  # a platform may fail in any way
            is_known = isinstance(error, ParleyError)
            _log.warning("reply %s not refreshed, will be tried again: %s", reply.id, error, exc_info=not is_known)
            return
        await self.deliveries.mark_refreshed(pending)

    async def _show_as_it_is(self, reply: Reply) -> None:
        """Render a reply and show that; anew, as it is by then, while others edit it to show something else."""
        while True:
            with suppress(MessageOvertakenError):
                await self.channel.refresh(await self.refresh_reply(reply))
                return

    async def _run_shielded(self, delivery: Coroutine[Any, Any, None]) -> None:
        """Let a delivery finish even during shutdown: a reply posted and not marked as delivered is posted again."""
        task = asyncio.ensure_future(delivery)
        try:
            await asyncio.shield(task)
        except StoreUnavailableError:
            _log.warning("database away, replies wait")
            await asyncio.sleep(_OUTAGE_SECONDS)
        except asyncio.CancelledError:
            await asyncio.wait({task}, timeout=_SHUTDOWN_SECONDS)
            task.cancel()
            raise
