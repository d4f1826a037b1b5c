"""Finds the shares that a comparison is of, where the message names none."""

from collections.abc import Collection
from typing import Final

from bot.context.turn import TurnContext
from bot.domain.conversation.understanding import ComparedShares

_PAIR: Final = 2
_FEW: Final = 10  # shares of a market that are compared as a whole


def compared_shares(context: TurnContext, shares: ComparedShares, of_market: Collection[str] | None) -> tuple[str, ...]:
    """Return the shares; empty: there are no two.

    Args:
        context: The turn.
        shares: Which are meant.
        of_market: All shares of the market; None: it has no fixed list.
    """
    focus = context.conversation.focus
    held = tuple(each.symbol for each in context.positions)
    if shares is ComparedShares.HELD:
        return held
    if shares is ComparedShares.TWO and len(focus) >= _PAIR:
        return focus[:_PAIR]
    if shares is ComparedShares.TALKED_OF and len(focus) >= _PAIR:
        return focus
    is_small = of_market is not None and len(of_market) <= _FEW
    found = tuple(sorted(of_market or ())) if is_small else tuple(dict.fromkeys((*focus, *held)))
    return found if len(found) >= _PAIR else ()
