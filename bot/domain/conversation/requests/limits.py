"""Requests about limits for more than one decision."""

from dataclasses import dataclass
from decimal import Decimal
from typing import TypeAlias

from bot.domain.ids import LimitId
from bot.domain.trading.trading_limits import LimitProblem, LimitTerms


@dataclass(frozen=True, slots=True)
class StateLimits:
    """Note limits; a pending purchase beyond one is changed."""

    terms: tuple[LimitTerms, ...] = ()
    problem: LimitProblem | None = None  # why what sounds like a limit is not understood; then there are no terms
    symbols: tuple[str, ...] = ()  # of the shares that are named
    for_everybody: tuple[LimitTerms, ...] = ()  # what is offered for the channel, where it is said to be of everybody


@dataclass(frozen=True, slots=True, kw_only=True)
class EndLimits:
    """End limits of the person's own: "no limit". A pending purchase under one is changed."""

    is_all: bool = False
    value: Decimal | None = None  # of the one limit that ends, in its own unit: "drop the $2,000 rule"


@dataclass(frozen=True, slots=True)
class ShowLimits:
    """List the limits in force."""

    is_of_all: bool = False  # also the limits of others, and what is noted: rules are asked for


@dataclass(frozen=True, slots=True)
class ShowLimitChanges:
    """Say who stated, changed and ended limits, and when."""

    symbols: tuple[str, ...] = ()  # of the limits on these shares; empty: of any


@dataclass(frozen=True, slots=True)
class AddLimits:
    """Add limits to the list; pending decisions beyond one are named, and not changed."""

    terms: tuple[LimitTerms, ...]


@dataclass(frozen=True, slots=True)
class RemoveLimits:
    """Take limits off the list."""

    number: int | None = None  # in the list, from 1; None: all but the channel's, or `ids`
    ids: tuple[LimitId, ...] = ()  # those


@dataclass(frozen=True, slots=True)
class AskLimitForm:
    """A change of the list that is not understood: say how it is written."""


LimitsRequest: TypeAlias = (
    AddLimits | AskLimitForm | EndLimits | RemoveLimits | ShowLimitChanges | ShowLimits | StateLimits
)
