"""Reads the trading limits that bind a decision."""

from datetime import datetime

from bot.context.turn import TurnContext
from bot.domain.trading.decisions import Decision
from bot.domain.trading.execution.orders import Side
from bot.domain.trading.trading_limits import LimitHolder, LimitInForce, LimitQuery
from bot.ports import Transaction


async def limits_in_force(
    tx: Transaction, decision: Decision, *, market_time: datetime | None, at: datetime
) -> tuple[LimitInForce, ...]:
    """Return the limits that bind a purchase of its asker in its conversation; nothing for any other decision.

    Only what is confirmed counts under totals.

    `market_time`: the account's clock on the sample market; None: the market's own time.
    """
    if decision.proposal.side is not Side.BUY:
        return ()
    holder = LimitHolder(person_id=decision.asked_by, conversation_id=decision.conversation_id)
    query = LimitQuery(holder=holder, at=at, market_time=market_time, except_decisions=(decision.id,))
    return await tx.limits.in_force(query)


def limit_query(context: TurnContext, *, at: datetime) -> LimitQuery:
    """Return the query for the limits that bind the person of a turn in its conversation."""
    holder = LimitHolder(person_id=context.turn.person.id, conversation_id=context.conversation.id)
    return LimitQuery(holder=holder, at=at, market_time=context.account.market_time)
