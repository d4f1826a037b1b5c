"""The share that a sentence names as an example: one that the person knows."""

from collections.abc import Collection
from typing import Final

from bot.context.turn import TurnContext

_ANY: Final = "AAPL"  # where a market has every share


def example_share(context: TurnContext, covered: Collection[str] | None = None) -> str:
    """Return the share that is named or talked of, else one that is pending or held, else one of those covered."""
    pending = (each.proposal.symbol for each in context.own_pending)
    held = (each.symbol for each in context.positions)
    return next(iter((*context.symbols, *pending, *held, *sorted(covered or ()))), _ANY)
