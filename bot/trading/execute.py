"""Executes a confirmed decision: at most one order per decision, in any number of tries and processes."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from datetime import datetime

from bot.domain.ids import DecisionId, derive_id
from bot.domain.market.snapshot import Quote
from bot.domain.trading.decisions import STATUS_TRANSITIONS, Decision, DecisionStatus
from bot.domain.trading.orders import Order, OrderReport, OrderStatus
from bot.ports import Broker, Stores, Transaction

OnRecorded = Callable[[Transaction, Decision, OrderReport], Awaitable[None]]

_OUTCOMES = {
    OrderStatus.FILLED: DecisionStatus.FILLED,
    OrderStatus.PARTIALLY_FILLED: DecisionStatus.PARTIALLY_FILLED,
    OrderStatus.REJECTED: DecisionStatus.REJECTED,
}


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
    """Submits the order of a confirmed decision and records its outcome. Safe to run again at any point."""

    stores: Stores
    broker: Broker

    async def __call__(
        self, decision: Decision, *, on_recorded: OnRecorded | None = None
    ) -> tuple[Decision, OrderReport]:
        """Return the decision as it is now and the report on its order.

        A broker's lost answer leaves the decision UNKNOWN, never rejected: the next try asks the broker first.

        Args:
            decision: Confirmed; it may have been submitted before.
            on_recorded: Called in the transaction that records the outcome, unless another process has recorded it.
        """
        order = await self._mark_submitted(decision)
        report = await self.broker.submit(order)
        async with self.stores.transaction(decision.tenant_id) as tx:
            if on_recorded is not None:  # it may add a reply: lock the conversation first, in the order of all answers
                await tx.conversations.lock(decision.conversation_id)
            executed = await self._record_outcome(tx, decision.id, report)
            if executed is None:
                return await self._recorded_outcome(tx, decision.id, report)
            if on_recorded is not None:
                await on_recorded(tx, executed, report)
            return executed, report

    async def _mark_submitted(self, decision: Decision) -> Order:
        async with self.stores.transaction(decision.tenant_id) as tx:
            order = await tx.accounts.order_for(decision.id)
            if order is None:
                detail = f"decision {decision.id} is {decision.status} and has no order"
                raise RuntimeError(detail)
            submitted = replace(decision, status=DecisionStatus.SUBMITTED)
            if await tx.decisions.save(submitted, expected_status=DecisionStatus.CONFIRMED):
                await tx.audit.add_entry("order_submitted", subject=decision.id, by="parley", facts=_order_facts(order))
            return order

    async def _record_outcome(self, tx: Transaction, decision_id: DecisionId, report: OrderReport) -> Decision | None:
        """Move the decision to the status of the report if that is a transition: a late report never undoes an outcome.

        Returns: The decision as moved; None: it had that status already, or a later one.
        """
        decision = await tx.decisions.get(decision_id)
        status = _OUTCOMES.get(report.status, DecisionStatus.UNKNOWN)
        if (decision.status, status) not in STATUS_TRANSITIONS:
            return None
        updated = replace(decision, status=status)
        if not await tx.decisions.save(updated, expected_status=decision.status):
            return None
        await tx.audit.add_entry(f"order_{status}", subject=decision.id, by="broker", facts=_report_facts(report))
        return updated

    async def _recorded_outcome(
        self, tx: Transaction, decision_id: DecisionId, report: OrderReport
    ) -> tuple[Decision, OrderReport]:
        """Return the recorded decision with the report that fits it: the one given may say less."""
        decision = await tx.decisions.get(decision_id)
        if _OUTCOMES.get(report.status) is decision.status:
            return decision, report
        return decision, await tx.accounts.report_for(decision_id) or report


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
        "reason": report.reason or "",
    }
