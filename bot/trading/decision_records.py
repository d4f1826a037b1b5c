"""Stores new decisions, supersedes and expires old ones, within the caller's transaction."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from datetime import datetime
from typing import Final

from bot.domain.committee.fusion import ExecutionRecord
from bot.domain.conversation.states import Event
from bot.domain.ids import ConversationId, TurnId
from bot.domain.trading.decisions import UNFINISHED_STATUSES, Decision, DecisionStatus, is_accepted
from bot.domain.trading.execution.orders import OrderReport
from bot.domain.trading.forecasts.forecast import forecast_of
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
