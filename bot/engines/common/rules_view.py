"""What the scored rules think of a share, for engines that tell it to a model."""

from collections.abc import Callable
from dataclasses import dataclass
from decimal import Decimal

from bot.domain.market.features import Features


@dataclass(frozen=True, slots=True, kw_only=True)
class RulesView:
    """The rules' rating, and the codes of the arguments it rests on, the weightiest first."""

    rating: str  # "buy", "hold", "sell"
    confidence: Decimal  # in [0, 1]
    arguments_for: tuple[str, ...]
    arguments_against: tuple[str, ...]


RulesViewOf = Callable[[Features], RulesView]


def describe_view(view: RulesView) -> str:
    """Return a view as one line for a model: "buy; for: above_sma200; against: pe_high"."""
    sides = {"for": view.arguments_for, "against": view.arguments_against}
    return "; ".join([view.rating, *(f"{side}: {', '.join(codes)}" for side, codes in sides.items() if codes)])
