"""Complete the size of a message from what is held, and recognise what states a limit and orders nothing."""

from dataclasses import replace
from typing import Final

from bot.context.turn import TurnContext
from bot.domain.conversation.understanding import Entities
from bot.domain.trading.execution.orders import Side
from bot.domain.trading.sizes.stated_size import FractionBase
from bot.language.problems import Problem
from bot.turns.decisions.decision_amendment import names_size

BUY_OR_SELL: Final = "buy-or-sell"  # the sentence that asks for the side of a size


def with_side_of_target(context: TurnContext) -> TurnContext:
    """Return a message with the side that its target implies: "raise it to $1,000", "make IBM 10 % of the book".

    A target of a position that is held may lie on either side; it is settled at the price. A part of the account that
    is no target, and has no side, orders nothing: "IBM at 5 % of my portfolio is too much".
    """
    e = context.entities
    is_of_account = e.fraction is not None and e.fraction_of is not FractionBase.POSITION
    if e.side is not None or not (e.is_target or is_of_account):
        return context
    if not e.is_target:
        e = replace(e, fraction=None, problems=(*e.problems, Problem.FRACTION_UNCLEAR))
    elif any(position.symbol in context.symbols[:1] for position in context.positions):
        e = replace(e, side=e.target_side)
    elif e.target_side is not None or (is_of_account and e.symbols):
        e = replace(e, side=e.target_side or Side.BUY)
    else:
        e = replace(e, amount=None, shares=None, fraction=None, problems=(*e.problems, Problem.AMOUNT_IS_TARGET))
    return context.with_entities(e)


def is_part_of_position(e: Entities) -> bool:
    """Return whether the size is a part of what must be held already."""
    is_part = e.fraction is not None and e.fraction_of is FractionBase.POSITION
    return is_part and (e.side is Side.BUY or e.is_target)


def limit_alone(context: TurnContext) -> str:
    """Return the id of the sentence for a stop, a risk or a size without a trade, which makes no card; or empty."""
    e = context.entities
    if _is_stop_alone(context):
        return "stop-alone"
    if _has_size_without_side(context):
        return BUY_OR_SELL
    return "risk-alone" if e.risk is not None and e.side is None and not names_size(e) else ""


def _has_size_without_side(context: TurnContext) -> bool:
    """Return whether a message names a size and neither asks nor says what to do: no engine may choose the side."""
    e, understood = context.entities, context.understanding
    is_order = not understood.is_question and understood.command is None and not e.problems
    is_part = e.fraction is not None and e.fraction_of is FractionBase.POSITION
    return is_order and e.side is None and not e.is_target and (e.shares is not None or is_part)


def _is_stop_alone(context: TurnContext) -> bool:
    """Return whether a message names a stop level and no trade: there is nothing that it could be the stop of."""
    e = context.entities
    return e.stop is not None and e.side is None and not names_size(e) and not e.amount_is_limit
