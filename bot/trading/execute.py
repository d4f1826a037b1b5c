"""Executes a confirmed decision: at most one order per decision, in any number of tries and processes."""

import logging
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from enum import Enum, auto
from typing import Final, Protocol

from bot.domain.ids import DecisionId, derive_id
from bot.domain.market.snapshot import Quote
from bot.domain.trading.decisions import STATUS_TRANSITIONS, Decision, DecisionStatus
from bot.domain.trading.execution.broker import BrokerOrder, key_of
from bot.domain.trading.execution.orders import AccountOrder, OrderReport, OrderStatus, Rejection
from bot.errors import BrokerUnavailableError, ConcurrentUpdateError
from bot.ports import Broker, Clock, Stores, Transaction
from bot.trading.broker_calls import answer_in_time
from bot.trading.decision_records import record_execution, record_stop_alert

_OUTCOMES = {
    OrderStatus.FILLED: DecisionStatus.FILLED,
    OrderStatus.PARTIALLY_FILLED: DecisionStatus.PARTIALLY_FILLED,
    OrderStatus.UNKNOWN: DecisionStatus.UNKNOWN,
}

_TOO_LATE: Final = Rejection("too_late")
_ACCOUNT_DIFFERS: Final = Rejection("account_differs")
_ARRIVAL_GRACE: Final = timedelta(seconds=60)  # what was sent in time may arrive so much later

_log = logging.getLogger(__name__)


def order_for(decision: Decision, *, quote: Quote, at: datetime) -> AccountOrder:
    """Return the one order of a decision; its ids are derived, so that a second try finds the first."""
    side = decision.proposal.side
    if side is None:
        detail = f"decision {decision.id} is a hold: it has no order"
        raise ValueError(detail)
    order_id = derive_id(decision.id, "order")
    return AccountOrder(
        id=order_id,
        client_order_id=f"parley-{order_id.hex}",
        tenant_id=decision.tenant_id,
        account_id=decision.account_id,
        decision_id=decision.id,
        symbol=decision.proposal.symbol,
        side=side,
        shares=decision.proposal.shares,
        reference_price=quote.price,
        reference_as_of=quote.as_of,
        status=OrderStatus.NEW,
        created_at=at,
    )


class OutcomeAnnouncer(Protocol):
    """Tells a decision's threads what becomes of its order, in the transaction that records it."""

    async def lock_conversations(self, tx: Transaction, decision: Decision) -> None:
        """Lock the conversations in which the outcome is told, before anything else is."""

    async def announce(self, tx: Transaction, decision: Decision, report: OrderReport) -> None:
        """Tell an outcome that has just been recorded, by no other process."""

    async def announce_silence(self, tx: Transaction, decision: Decision) -> None:
        """Tell, once and not too soon, that the broker does not say what became of the order."""


class _Stage(Enum):
    """How far the order of a decision has come."""

    FIRST = auto()  # nobody can have sent it before
    NEVER_SENT = auto()  # confirmed, and never sent in time
    SENT = auto()  # perhaps: it is with the broker, on its way, or was lost
    GIVEN_UP = auto()  # as too late; it may have arrived after all
    ENDED = auto()


_STAGES = {
    DecisionStatus.CONFIRMED: _Stage.NEVER_SENT,
    DecisionStatus.SUBMITTED: _Stage.SENT,
    DecisionStatus.UNKNOWN: _Stage.SENT,
    DecisionStatus.PARTIALLY_FILLED: _Stage.SENT,
}


@dataclass(frozen=True, slots=True)
class Execute:
    """Submits the order of a confirmed decision and books what the broker reports. Safe to run again at any point."""

    stores: Stores
    broker: Broker
    clock: Clock
    confirm_within: timedelta  # after the confirmation was accepted, an order is not sent any more

    async def __call__(
        self, decision: Decision, *, announcer: OutcomeAnnouncer | None = None
    ) -> tuple[Decision, OrderReport]:
        """Return the decision as it is now and what is recorded of its order.

        A broker that does not answer leaves the decision UNKNOWN, never rejected: the next try asks it for the order
        before it sends it. What was not sent in time, or while the books differ, is never sent: it is REJECTED. One
        that has arrived all the same is booked as far as it is filled, and its rest cancelled.

        `decision`: confirmed; it may have been submitted before, and filled in part. `announcer`: tells the decision's
        thread; None: whoever calls tells the person.
        """
        order, stage, differs = await self._begin(decision)
        if stage is _Stage.ENDED:
            return await self._recorded(decision, order)
        if stage is _Stage.GIVEN_UP:
            broker_order = await self._find_late_arrival(order)
            if broker_order is None:
                return await self._recorded(decision, order)
        else:
            broker_order = await self._ask_broker(decision, order, stage, differs=differs)
        async with self.stores.transaction(decision.tenant_id) as tx:
            if announcer is not None:
                await announcer.lock_conversations(tx, decision)
            report, is_news = await self._book(tx, decision, order, broker_order)
            moved = await self._record_outcome(tx, decision.id, report, is_unsent=stage is _Stage.NEVER_SENT)
            executed = moved or await tx.decisions.get(decision.id)
            await record_execution(tx, executed, report, at=self.clock.now())
            if announcer is not None and (moved is not None or is_news):
                await announcer.announce(tx, executed, report)
            if announcer is not None and broker_order is None:
                await announcer.announce_silence(tx, executed)
            return executed, report

    async def _begin(self, decision: Decision) -> tuple[AccountOrder, _Stage, bool]:
        """Commit that the order is sent from here on, if nobody has done so, it is in time, and the books agree.

        Returns: The order, how far it has come, and whether the account differs from the broker's books.
        """
        async with self.stores.transaction(decision.tenant_id) as tx:
            order = await tx.accounts.order_for(decision.id)
            if order is None:
                detail = f"decision {decision.id} is {decision.status} and has no order"
                raise RuntimeError(detail)
            submitted = replace(decision, status=DecisionStatus.SUBMITTED)
            differs = bool((await tx.accounts.get(decision.account_id)).differences)
            may_send = not differs and not self._is_late(decision)
            if may_send and await tx.decisions.save(submitted, expected_status=DecisionStatus.CONFIRMED):
                await tx.audit.add_entry("order_submitted", subject=decision.id, by="parley", facts=_order_facts(order))
                return order, _Stage.FIRST, differs
            status = (await tx.decisions.get(decision.id, version=decision.version)).status
            if status is DecisionStatus.REJECTED:
                report = await tx.accounts.report_for(decision.id)
                is_given_up = report is not None and report.rejection == _TOO_LATE
                return order, _Stage.GIVEN_UP if is_given_up else _Stage.ENDED, differs
            return order, _STAGES.get(status, _Stage.ENDED), differs

    def _is_late(self, decision: Decision, *, grace: timedelta = timedelta(0)) -> bool:
        confirmed_at = decision.decided_at or decision.created_at
        return self.clock.now() > min(confirmed_at + self.confirm_within, decision.expires_at) + grace

    async def _recorded(self, decision: Decision, order: AccountOrder) -> tuple[Decision, OrderReport]:
        async with self.stores.read(decision.tenant_id) as tx:
            report = await tx.accounts.report_for(decision.id)
            stored = await tx.decisions.get(decision.id)
        return stored, report or OrderReport(client_order_id=order.client_order_id, status=order.status)

    async def _ask_broker(
        self, decision: Decision, order: AccountOrder, stage: _Stage, *, differs: bool
    ) -> BrokerOrder | None:
        """Return the order as the broker has it, sent if it has never received it; None: that is not known.

        A submission without an answer may have been received: the broker is asked for the order once, at once.
        """
        if stage is _Stage.NEVER_SENT:
            return _not_sent(order, _TOO_LATE if self._is_late(decision) else _ACCOUNT_DIFFERS)
        try:
            if stage is _Stage.SENT and ((known := await self._find(order)) or order.filled_shares):
                return known  # what has been filled is never sent again
            if not differs and not self._is_late(decision):
                return await answer_in_time(self.broker.submit(order))
            return _not_sent(order, _TOO_LATE) if self._is_late(decision, grace=_ARRIVAL_GRACE) else None
        except BrokerUnavailableError as error:
            _log.warning("no answer to order %s: %s", order.client_order_id, error)
        try:
            return await self._find(order)
        except BrokerUnavailableError:
            return None

    async def _find_late_arrival(self, order: AccountOrder) -> BrokerOrder | None:
        """Return an order that counts as never sent, if the broker has filled any of it; cancel what is not filled.

        None: nothing of it is filled, as far as is known.
        """
        try:
            found = await self._find(order)
            if found is not None and found.is_open:
                found = await answer_in_time(self.broker.cancel(key_of(order), order.client_order_id))
        except BrokerUnavailableError as error:
            _log.warning("no answer about order %s: %s", order.client_order_id, error)
            return None
        return found if found is not None and found.fills else None

    async def _find(self, order: AccountOrder) -> BrokerOrder | None:
        return await answer_in_time(self.broker.find_order(key_of(order), order.client_order_id))

    async def _book(
        self, tx: Transaction, decision: Decision, order: AccountOrder, broker_order: BrokerOrder | None
    ) -> tuple[OrderReport, bool]:
        """Book what the broker reports; return what is recorded, and whether that is news though the decision stays.

        It is news that the broker has the order, or that an order which was filled in part has lost its rest.
        """
        if broker_order is not None:
            booking = await tx.accounts.book_order(order, broker_order)
            await record_stop_alert(tx, decision, order, booking)
            return booking.report, booking.has_lost_its_rest or booking.is_accepted
        await tx.accounts.mark_unknown(order)
        report = await tx.accounts.report_for(order.decision_id)
        return report or OrderReport(client_order_id=order.client_order_id, status=OrderStatus.UNKNOWN), False

    async def _record_outcome(
        self, tx: Transaction, decision_id: DecisionId, report: OrderReport, *, is_unsent: bool
    ) -> Decision | None:
        """Move the decision to the status of the report if that is a transition: a late report never undoes an outcome.

        Returns: The decision as moved; None: it had that status already, or a later one.
        Raises: ConcurrentUpdateError: what was never sent (`is_unsent`) has just been sent by another process.
        """
        decision = await tx.decisions.get(decision_id)
        status = _outcome(report)
        if is_unsent and decision.status not in {DecisionStatus.CONFIRMED, DecisionStatus.REJECTED}:
            raise ConcurrentUpdateError(decision=decision_id)
        if status is None or (decision.status, status) not in STATUS_TRANSITIONS:
            return None
        updated = replace(decision, status=status)
        if not await tx.decisions.save(updated, expected_status=decision.status):
            if is_unsent:
                raise ConcurrentUpdateError(decision=decision_id)
            return None
        by = "parley" if report.rejection in {_TOO_LATE, _ACCOUNT_DIFFERS} else "broker"
        await tx.audit.add_entry(f"order_{status}", subject=decision.id, by=by, facts=_report_facts(report))
        return updated


def _not_sent(order: AccountOrder, why: Rejection) -> BrokerOrder:
    """Return what is recorded of an order that never reached the broker and is not sent any more."""
    return BrokerOrder(
        client_order_id=order.client_order_id,
        symbol=order.symbol,
        side=order.side,
        shares=order.shares,
        status=OrderStatus.REJECTED,
        rejection=why,
    )


def _outcome(report: OrderReport) -> DecisionStatus | None:
    """Return the decision's status by what is recorded of its order; None: the broker has it, unfilled."""
    if report.status in {OrderStatus.CANCELLED, OrderStatus.REJECTED}:
        return DecisionStatus.PARTIALLY_FILLED if report.filled_shares else DecisionStatus.REJECTED
    return _OUTCOMES.get(report.status)


def _order_facts(order: AccountOrder) -> dict[str, str]:
    return {
        "client_order_id": order.client_order_id,
        "symbol": order.symbol,
        "side": order.side,
        "shares": str(order.shares),
        "reference_price": str(order.reference_price),
    }


def _report_facts(report: OrderReport) -> dict[str, str]:
    return {
        "client_order_id": report.client_order_id,
        "filled_shares": str(report.filled_shares),
        "average_price": str(report.average_price),
        "commission": str(report.commission),
        "reason": report.rejection.code if report.rejection else "",
    }
