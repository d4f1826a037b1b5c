"""Cancels what a person has pending when they are erased: nobody else may confirm it."""

from dataclasses import replace
from datetime import datetime, timedelta
from typing import Final

from bot.domain.conversation.states import resting_state
from bot.domain.erasure import Erasure
from bot.domain.trading.decisions import Action, Decision, DecisionQuery, DecisionStatus
from bot.ports import Stores

_MOST: Final = 500  # of the person's latest decisions
_LONGEST_PENDING: Final = timedelta(days=366)


async def cancel_pending_of(stores: Stores, erasure: Erasure, *, at: datetime) -> int:
    """Cancel the person's pending decisions, each in a transaction of its own; return how many.

    One that is confirmed meanwhile stays so.
    """
    count = 0
    for decision in await _pending(stores, erasure, at=at):
        count += await _cancel(stores, erasure, decision, at=at)
    return count


async def _pending(stores: Stores, erasure: Erasure, *, at: datetime) -> tuple[Decision, ...]:
    query = DecisionQuery(
        limit=_MOST, asked_by=erasure.request.person_id, made_since=at - _LONGEST_PENDING, include_proposed=True
    )
    async with stores.read(erasure.tenant_id) as tx:
        found = await tx.decisions.find_matching(query)
    return tuple(
        each
        for each in found
        if each.status is DecisionStatus.PROPOSED
        and each.proposal.action is not Action.HOLD
        and erasure.confirmed_at is not None
        and each.created_at <= erasure.confirmed_at
    )


async def _cancel(stores: Stores, erasure: Erasure, decision: Decision, *, at: datetime) -> bool:
    through = erasure.confirmed_turn or erasure.request.asked_turn
    cancelled = replace(decision, status=DecisionStatus.CANCELLED, decided_by=erasure.reference, decided_at=at)
    async with stores.transaction(erasure.tenant_id) as tx:
        conversation = await tx.conversations.lock(decision.conversation_id)
        if not await tx.decisions.save(cancelled, expected_status=DecisionStatus.PROPOSED):
            return False
        await tx.decisions.record_approval(cancelled, turn_id=through)
        facts = {"version": str(decision.version), "through": str(through), "why": "erasure"}
        await tx.audit.add_entry("cancelled", subject=decision.id, by=erasure.reference, facts=facts)
        pending = await tx.decisions.count_pending(conversation.id, at=at)
        state = resting_state(conversation.state, pending=pending)
        await tx.conversations.save(replace(conversation, state=state))
    return True
