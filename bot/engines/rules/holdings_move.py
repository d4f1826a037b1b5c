"""Computes what a move of the market, or of all positions, would make of them: each moves by the same percentage."""

from collections.abc import Iterable
from dataclasses import dataclass
from decimal import Decimal

from bot.domain.conversation.requests.suppositions import StatedMove
from bot.engines.rules.stated_moves import MoveProblem, price_after


@dataclass(frozen=True, slots=True, kw_only=True)
class HeldShare:
    """A position with its price now."""

    symbol: str
    shares: Decimal
    price: Decimal
    stop: Decimal | None  # of its purchase; None: none is known


@dataclass(frozen=True, slots=True)
class HeldOutcome:
    """A position after the move."""

    held: HeldShare
    price: Decimal | None  # None: see `problem`
    gain: Decimal  # negative is a loss; 0 without a price
    problem: MoveProblem | None = None

    @property
    def reaches_stop(self) -> bool | None:
        """Whether the price afterwards is at the stop or below; None: there is no stop, or no price."""
        stop = self.held.stop
        return None if stop is None or self.price is None else self.price <= stop


def move_holdings(move: StatedMove, holdings: Iterable[HeldShare]) -> tuple[HeldOutcome, ...]:
    """Return the positions after `move`, the most valuable now first."""
    ordered = sorted(holdings, key=lambda held: (-held.shares * held.price, held.symbol))
    return tuple(_outcome(move, held) for held in ordered)


def _outcome(move: StatedMove, held: HeldShare) -> HeldOutcome:
    match price_after(move, held.price, stop=held.stop):
        case MoveProblem() as problem:
            return HeldOutcome(held, None, Decimal(0), problem)
        case price:
            return HeldOutcome(held, price, (price - held.price) * held.shares)
