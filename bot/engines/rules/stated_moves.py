"""Computes the price moves that a what-if question states, of a share and of all positions."""

from collections.abc import Iterable
from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum
from typing import Final

from bot.domain.conversation.requests.suppositions import MoveKind, StatedMove
from bot.domain.market.features import compute_features
from bot.domain.market.snapshot import Snapshot
from bot.engines.rules.analysis import Rating, analyse
from bot.engines.rules.figure_rules import percent
from bot.engines.rules.what_if import features_after

MAX_FACTOR: Final = 1000  # times the price now; beyond it a number is taken for a slip of the pen

_ZERO: Final = Decimal(0)


class MoveProblem(StrEnum):
    """Why a move cannot be computed; the sentence has the id `what-if-impossible-<value>`."""

    BELOW_ZERO = "below-zero"
    TOO_HIGH = "too-high"
    NO_STOP = "no-stop"
    NO_LEVEL = "no-level"  # one that is named is not known
    STOP_PASSED = "stop-passed"  # the price is at the stop already, or below


@dataclass(frozen=True, slots=True, kw_only=True)
class MoveOutcome:
    """A stated move, and what it would make of the price and of a number of shares."""

    move: StatedMove
    price: Decimal  # afterwards; account currency
    percent: Decimal  # of the price now, four places; negative for a fall
    gain: Decimal  # on the shares; negative is a loss
    rating: Rating | None  # after the move; None: there is none at a price of 0

    @property
    def is_other_way(self) -> bool:
        """Whether the price named lies in the other direction than was said: "drops to 900" from 755."""
        return self.move.kind is MoveKind.PRICE and self.percent * self.move.direction < 0


@dataclass(frozen=True, slots=True)
class ImpossibleMove:
    """A stated move that no price can make."""

    move: StatedMove
    problem: MoveProblem


@dataclass(frozen=True, slots=True)
class ComputedMoves:
    """What stated moves come to, in the order they were stated."""

    outcomes: tuple[MoveOutcome, ...]
    impossible: tuple[ImpossibleMove, ...]


def compute_moves(
    snapshot: Snapshot, moves: Iterable[StatedMove], *, shares: Decimal, stop: Decimal | None = None
) -> ComputedMoves:
    """Return what the possible moves come to, and the impossible ones.

    `shares`: the number of shares for gains and losses. `stop`: the price of the stop; None: there is none.
    """
    outcomes: list[MoveOutcome] = []
    impossible: list[ImpossibleMove] = []
    for move in moves:
        match price_after(move, snapshot.quote.price, stop=stop):
            case MoveProblem() as problem:
                impossible.append(ImpossibleMove(move, problem))
            case price:
                outcomes.append(_outcome(snapshot, move, price, shares))
    return ComputedMoves(tuple(outcomes), tuple(impossible))


def price_after(move: StatedMove, price: Decimal, *, stop: Decimal | None = None) -> Decimal | MoveProblem:
    """Return the price after a move, not rounded, so that a gain is exact; or why there is none. `price` is > 0."""
    if move.kind is MoveKind.LEVEL:
        return MoveProblem.NO_LEVEL
    if move.value is None:  # to the stop
        if stop is None:
            return MoveProblem.NO_STOP
        return stop if stop < price else MoveProblem.STOP_PASSED
    match move.kind:
        case MoveKind.PRICE:
            after = move.value
        case MoveKind.AMOUNT:
            after = price + move.value * move.direction
        case MoveKind.PERCENT:
            after = price * (1 + move.value * move.direction / 100)
    if after < 0:
        return MoveProblem.BELOW_ZERO
    return MoveProblem.TOO_HIGH if after > price * MAX_FACTOR else after


def _outcome(snapshot: Snapshot, move: StatedMove, price: Decimal, shares: Decimal) -> MoveOutcome:
    now = snapshot.quote.price
    after = features_after(snapshot, compute_features(snapshot), price) if price > _ZERO else None
    return MoveOutcome(
        move=move,
        price=price,
        percent=percent(price / now - 1),
        gain=(price - now) * shares,
        rating=analyse(after).rating if after is not None else None,
    )


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
    return tuple(_held_outcome(move, held) for held in ordered)


def _held_outcome(move: StatedMove, held: HeldShare) -> HeldOutcome:
    match price_after(move, held.price, stop=held.stop):
        case MoveProblem() as problem:
            return HeldOutcome(held, None, Decimal(0), problem)
        case price:
            return HeldOutcome(held, price, (price - held.price) * held.shares)
