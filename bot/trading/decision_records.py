"""Records, in the transaction of the caller, what becomes of decisions: new, superseded, expired, executed ones."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from datetime import datetime
from typing import Final

from bot.domain.committee.fusion import ExecutionRecord
from bot.domain.conversation.states import Event
from bot.domain.erasure import is_erased_person
from bot.domain.ids import AlertId, ConversationId, TurnId, derive_id
from bot.domain.trading.decisions import UNFINISHED_STATUSES, Decision, DecisionStatus, is_accepted
from bot.domain.trading.execution.booking import Booking
from bot.domain.trading.execution.orders import AccountOrder, OrderReport, Side
from bot.domain.trading.forecasts.forecast import forecast_of
from bot.domain.watching.alerts import (
    MOST_ALERTS_OF_PERSON,
    MOST_ALERTS_OF_WORKSPACE,
    AlertBounds,
    AlertKind,
    AlertReference,
    PriceAlert,
)
from bot.errors import ConcurrentUpdateError
from bot.ports import Transaction


async def withdraw_decisions(tx: Transaction, withdrawn: Iterable[Decision], *, turn_id: TurnId) -> None:
    """Withdraw pending decisions; `turn_id` is the message or press of who did, where a decision names a person.

    Raises: ConcurrentUpdateError: one is not pending any more.
    """
    for old in withdrawn:
        now = replace(old, status=DecisionStatus.WITHDRAWN)
        if not await tx.decisions.save(now, expected_status=DecisionStatus.PROPOSED):
            raise ConcurrentUpdateError(decision=old.id)
        if now.decided_by is not None:
            await tx.decisions.record_approval(now, turn_id=turn_id)
        await tx.audit.add_entry("withdrawn", subject=old.id, by=now.decided_by or "parley", facts={})


async def record_decisions(tx: Transaction, proposed: Iterable[Decision], *, superseded: Iterable[Decision]) -> None:
    """Supersede pending decisions, then store new ones with what they forecast.

    Raises: ConcurrentUpdateError: one to be superseded is not pending any more.
    """
    for old in superseded:
        replaced = replace(old, status=DecisionStatus.SUPERSEDED)
        if not await tx.decisions.save(replaced, expected_status=DecisionStatus.PROPOSED):
            raise ConcurrentUpdateError(decision=old.id)
    for decision in proposed:
        await tx.decisions.add_decision(decision)
        if (forecast := forecast_of(decision)) is not None:
            await tx.forecasts.add_forecast(forecast)
        facts = {"version": str(decision.version), "symbol": decision.proposal.symbol}
        facts |= {"action": decision.proposal.action, "cash_change": str(decision.proposal.cash_change)}
        await tx.audit.add_entry("proposed", subject=decision.id, by="parley", facts=facts)


async def record_execution(tx: Transaction, decision: Decision, report: OrderReport, *, at: datetime) -> None:
    """Write what is recorded of a decision's order into the committee's run that led to it, if one did."""
    run_id = decision.proposal.run_id
    if run_id is None:
        return
    record = ExecutionRecord(
        decision_id=decision.id,
        version=decision.version,
        status=decision.status,
        filled_shares=report.filled_shares,
        average_price=report.average_price,
        at=at,
    )
    await tx.analysis_runs.record_execution(run_id, decision.proposal.symbol, record)


async def require_unfinished(tx: Transaction, awaited: Iterable[Decision]) -> None:
    """Check that these decisions have no outcome yet, as stated by the answer that is about to be stored.

    Raises: ConcurrentUpdateError: one has an outcome by now, which the answer has to report.
    """
    for decision in awaited:
        if (await tx.decisions.get(decision.id, version=decision.version)).status not in UNFINISHED_STATUSES:
            raise ConcurrentUpdateError(decision=decision.id)


async def expire_decisions(tx: Transaction, conversation_id: ConversationId, *, at: datetime) -> tuple[Decision, ...]:
    """Expire a conversation's proposed decisions whose time to be confirmed had passed at `at`; return them.

    The conversation is locked before them, in the order of all answers.
    """
    await tx.conversations.lock(conversation_id)
    expired = await tx.decisions.expire(conversation_id, at=at)
    for decision in expired:
        await tx.audit.add_entry("expired", subject=decision.id, by="parley", facts={})
    return expired


_EVENTS: Final[Mapping[DecisionStatus, Event]] = {  # any other status: the outcome is still to come
    DecisionStatus.FILLED: Event.EXECUTED,
    DecisionStatus.PARTIALLY_FILLED: Event.EXECUTED,
    DecisionStatus.REJECTED: Event.FAILED,
    DecisionStatus.EXPIRED: Event.EXPIRED,
}


def outcome_event(decision: Decision, report: OrderReport | None) -> Event | None:
    """Return the event that ends what was under way for `decision`; None: it has not ended.

    An order that the broker has accepted is not under way any more, though it may be filled much later.
    """
    if report is not None and is_accepted(decision, report):
        return Event.EXECUTED
    return _EVENTS.get(decision.status)


_NAME: Final = "stop"


async def record_stop_alert(tx: Transaction, decision: Decision, order: AccountOrder, booking: Booking) -> None:
    """Arm an alert on the stop level of a purchase that has just been filled; end those of a position that is closed.

    There is one for each decision, whatever number of fills it has. One that the person has set at that price already
    stands for it, and above the most alerts that are kept there is none.
    """
    if not booking.new_fills:
        return
    if booking.position is None:
        await tx.alerts.end_stops(order.account_id, order.symbol)
        return
    stop, price = decision.proposal.stop_price, booking.report.average_price
    if order.side is not Side.BUY or stop is None or price is None or stop >= price:
        return
    alert = await _stop_alert(tx, decision, order, booking, AlertBounds(lower=stop))
    if alert is not None and await _has_room(tx, alert):
        await tx.alerts.add_alerts((alert,))


async def _stop_alert(
    tx: Transaction, decision: Decision, order: AccountOrder, booking: Booking, bounds: AlertBounds
) -> PriceAlert | None:
    resolution = await tx.decisions.resolution(decision.id)
    price, at = booking.report.average_price, booking.report.executed_at
    if resolution is None or price is None or at is None:
        return None
    turn = await tx.turns.get(resolution.turn_id)
    if is_erased_person(turn.person.id):  # since the confirmation: nobody is left to be told
        return None
    account = await tx.accounts.get(order.account_id)
    return PriceAlert(
        id=AlertId(derive_id(decision.id, _NAME)),
        number=0,
        conversation_id=turn.conversation_id,
        channel=turn.thread.channel,
        turn_id=turn.id,
        account_id=account.id,
        market=account.market,
        person=turn.person,
        symbol=order.symbol,
        kind=AlertKind.STOP,
        bounds=bounds,
        reference=AlertReference(price=price, at=at),
        armed_from=at,
        asked_at=turn.accepted_at,
        decision_id=decision.id,
    )


async def _has_room(tx: Transaction, alert: PriceAlert) -> bool:
    """Return whether an alert is neither one that the person has, nor one too many."""
    of_person, of_workspace = await tx.alerts.count_armed(alert.person.id)
    if of_person >= MOST_ALERTS_OF_PERSON or of_workspace >= MOST_ALERTS_OF_WORKSPACE:
        return False
    armed = await tx.alerts.armed(alert.account_id)
    return not any(
        (each.person.id, each.symbol, each.bounds) == (alert.person.id, alert.symbol, alert.bounds) for each in armed
    )
