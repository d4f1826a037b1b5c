"""The single orders of a message that orders several: in each share talked of, or in all positions but some."""

from dataclasses import replace
from typing import Final

from bot.context.turn import TurnContext
from bot.domain.conversation.understanding import KeptShares, NamedOrder
from bot.domain.trading.execution.orders import Side

_SEVERAL: Final = 2


def with_each_of_focus(context: TurnContext) -> TurnContext:
    """Return a message that orders a trade in each of the shares talked of with an order for each of them."""
    each, focus = context.entities.each, context.conversation.focus
    if each is None or len(focus) < _SEVERAL or each.count not in {None, len(focus)}:
        return context
    orders = tuple(NamedOrder(symbol=s, side=each.side, shares=each.shares, amount=each.amount) for s in focus)
    return context.with_entities(replace(context.entities, orders=orders))


def with_only(context: TurnContext, order: NamedOrder) -> TurnContext:
    """Return a message as if it ordered nothing but `order`."""
    e = replace(
        context.entities,
        orders=(),
        each=None,
        symbols=(order.symbol,),
        side=order.side,
        shares=order.shares,
        amount=order.amount,
    )
    return context.with_entities(e)


def without_kept(context: TurnContext) -> TurnContext:
    """Return a sale of all positions without those of which a number of shares is kept."""
    e = context.entities
    excluded = (*e.excluded, *(each.symbol for each in e.kept))
    return context.with_entities(replace(e, kept=(), excluded=excluded))


def only_down_to(context: TurnContext, kept: KeptShares) -> TurnContext:
    """Return a message as if it only ordered to sell one position down to the shares that are kept."""
    e = replace(
        context.entities,
        kept=(),
        excluded=(),
        everything=False,
        symbols=(kept.symbol,),
        fraction=None,
        shares=kept.shares,
        is_target=True,
        target_side=Side.SELL,
    )
    return context.with_entities(e)
