"""Executes a confirmed decision: at most one order per decision, in any number of tries and processes."""

import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from datetime import datetime

from bot.domain.ids import DecisionId, derive_id
from bot.domain.market.snapshot import Quote
from bot.domain.trading.broker import BrokerOrder, key_of
from bot.domain.trading.decisions import STATUS_TRANSITIONS, Decision, DecisionStatus
from bot.domain.trading.orders import Order, OrderReport, OrderStatus
from bot.errors import BrokerUnavailableError
from bot.ports import Broker, Stores, Transaction

OnRecorded = Callable[[Transaction, Decision, OrderReport], Awaitable[None]]

_OUTCOMES = {
    OrderStatus.FILLED: DecisionStatus.FILLED,
    OrderStatus.PARTIALLY_FILLED: DecisionStatus.PARTIALLY_FILLED,
    OrderStatus.REJECTED: DecisionStatus.REJECTED,
    OrderStatus.UNKNOWN: DecisionStatus.UNKNOWN,
}

_log = logging.getLogger(__name__)


def order_for(decision: Decision, *, quote: Quote, at: datetime) -> Order:
    """Return the one order of a decision; its ids are derived, so that a second try finds the first."""
    side = decision.proposal.side
    if side is None:
        detail = f"decision {decision.id} is a hold: it has no order"
        raise ValueError(detail)
    order_id = derive_id(decision.id, "order")
    return Order(
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


@dataclass(frozen=True, slots=True)
class Execute:
    """Submits the order of a confirmed decision and books what the broker reports. Safe to run again at any point."""

    stores: Stores
    broker: Broker

    async def __call__(
        self, decision: Decision, *, on_recorded: OnRecorded | None = None
    ) -> tuple[Decision, OrderReport]:
        """Return the decision as it is now and what is recorded of its order.

        A broker that does not answer leaves the decision UNKNOWN, never rejected: the next try asks it for the order
        before it sends it.

        Args:
            decision: Confirmed; it may have been submitted before, and filled in part.
            on_recorded: Called in the transaction that records the outcome, unless another process has recorded it.
        """
        order, is_first = await self._mark_submitted(decision)
        broker_order = await self._submit_once(order, is_first=is_first)
        async with self.stores.transaction(decision.tenant_id) as tx:
            if on_recorded is not None:  # it may add a reply: lock the conversation first, in the order of all answers
                await tx.conversations.lock(decision.conversation_id)
            report, is_final = await self._book(tx, order, broker_order)
            moved = await self._record_outcome(tx, decision.id, report)
            executed = moved or await tx.decisions.get(decision.id)
            if on_recorded is not None and (moved is not None or is_final):
                await on_recorded(tx, executed, report)
            return executed, report

    async def _mark_submitted(self, decision: Decision) -> tuple[Order, bool]:
        """Commit that the order is sent from here on; return it, and whether nobody can have sent it before."""
        async with self.stores.transaction(decision.tenant_id) as tx:
            order = await tx.accounts.order_for(decision.id)
            if order is None:
                detail = f"decision {decision.id} is {decision.status} and has no order"
                raise RuntimeError(detail)
            submitted = replace(decision, status=DecisionStatus.SUBMITTED)
            is_first = await tx.decisions.save(submitted, expected_status=DecisionStatus.CONFIRMED)
            if is_first:
                await tx.audit.add_entry("order_submitted", subject=decision.id, by="parley", facts=_order_facts(order))
            return order, is_first

    async def _submit_once(self, order: Order, *, is_first: bool) -> BrokerOrder | None:
        """Return the order as the broker has it, sent if it has never received it; None: the broker does not answer.

        A submission without an answer may have been received: the broker is asked for the order once, at once.
        """
        try:
            known = None if is_first else await self._find(order)
            if known is not None or order.filled_shares:  # what has been filled is never sent again
                return known
            return await self.broker.submit(order)
        except BrokerUnavailableError as error:
            _log.warning("no answer to order %s: %s", order.client_order_id, error)
        try:
            return await self._find(order)
        except BrokerUnavailableError:
            return None

    async def _find(self, order: Order) -> BrokerOrder | None:
        return await self.broker.find_order(key_of(order), order.client_order_id)

    async def _book(self, tx: Transaction, order: Order, broker_order: BrokerOrder | None) -> tuple[OrderReport, bool]:
        """Book what the broker reports; return what is recorded, and whether an order filled in part has ended by that.

        The decision of such an order stays as it is: PARTIALLY_FILLED.
        """
        if broker_order is not None:
            booking = await tx.accounts.book_order(order, broker_order)
            return booking.report, booking.has_lost_its_rest
        await tx.accounts.mark_unknown(order)
        report = await tx.accounts.report_for(order.decision_id)
        return report or OrderReport(client_order_id=order.client_order_id, status=OrderStatus.UNKNOWN), False

    async def _record_outcome(self, tx: Transaction, decision_id: DecisionId, report: OrderReport) -> Decision | None:
        """Move the decision to the status of the report if that is a transition: a late report never undoes an outcome.

        Returns: The decision as moved; None: it had that status already, or a later one.
        """
        decision = await tx.decisions.get(decision_id)
        status = _outcome(report)
        if status is None or (decision.status, status) not in STATUS_TRANSITIONS:
            return None
        updated = replace(decision, status=status)
        if not await tx.decisions.save(updated, expected_status=decision.status):
            return None
        await tx.audit.add_entry(f"order_{status}", subject=decision.id, by="broker", facts=_report_facts(report))
        return updated


def _outcome(report: OrderReport) -> DecisionStatus | None:
    """Return the decision's status by what is recorded of its order; None: the broker has it, unfilled."""
    if report.status is OrderStatus.CANCELLED:
        return DecisionStatus.PARTIALLY_FILLED if report.filled_shares else DecisionStatus.REJECTED
    return _OUTCOMES.get(report.status)


def _order_facts(order: Order) -> dict[str, str]:
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
