"""Reads what a committee's run rests on."""

from datetime import datetime

from bot.domain.committee.runs import RunBasis
from bot.domain.conversation.turns import Turn
from bot.domain.trading.decisions import Decision
from bot.domain.trading.trading_limits import LimitHolder, LimitQuery
from bot.ports import Transaction


async def read_run_basis(tx: Transaction, turn: Turn, *, market: str, at: datetime) -> RunBasis:
    """Return what the run that `turn` answers rests on."""
    account, positions = await tx.accounts.holdings(market=market)
    holder = LimitHolder(person_id=turn.person.id, conversation_id=turn.conversation_id)
    query = LimitQuery(holder=holder, at=at, market_time=account.market_time)
    return RunBasis(
        account=account,
        positions=positions,
        pending=tuple(each for each in await tx.decisions.decidable_by(turn) if _is_replaceable(each, turn)),
        stated_limits=(await tx.conversations.get(turn.conversation_id)).stated_limits,
        limits=await tx.limits.in_force(query),
    )


def _is_replaceable(decision: Decision, turn: Turn) -> bool:
    return decision.asked_by == turn.person.id and decision.conversation_id == turn.conversation_id
