"""What became of a decision: the price since, and whether it was right so far."""

from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from enum import StrEnum
from typing import Final

from bot.domain.trading.decisions import Action, Proposal
from bot.domain.trading.orders import OrderReport

HORIZON_SESSIONS: Final = 20  # sessions after which the outcome is settled, never earlier
FLAT_PERCENT: Final = Decimal(1)  # percent, either way: the price has said nothing

_FINE: Final = Decimal("0.0001")


class Assessment(StrEnum):
    """Whether the price has gone the decision's way."""

    RIGHT = "right"
    WRONG = "wrong"
    FLAT = "flat"
    TOO_EARLY = "too_early"  # no session has closed since
    NOT_JUDGED = "not_judged"  # a hold claims no direction


@dataclass(frozen=True, slots=True)
class ReferencePrice:
    """What a decision is judged from: its fill where it was carried out, else its proposal."""

    price: Decimal
    shares: Decimal
    as_of: datetime  # market time
    is_fill: bool


def reference_price(proposal: Proposal, report: OrderReport | None) -> ReferencePrice:
    """Return what `proposal` is judged from, given the broker's word on its order."""
    if report is None or report.average_price is None or not report.filled_shares:
        return ReferencePrice(proposal.price, proposal.shares, proposal.price_as_of, is_fill=False)
    at = report.executed_at or proposal.price_as_of
    return ReferencePrice(report.average_price, report.filled_shares, at, is_fill=True)


@dataclass(frozen=True, slots=True)
class Performance:
    """A decision beside a later price."""

    assessment: Assessment
    price_then: Decimal
    price_now: Decimal
    change_percent: Decimal  # four places; positive when the price rose
    gain: Decimal  # account currency: what the shares bought have gained, or the shares sold would have lost
    sessions: int  # closed since
    is_settled: bool  # `sessions` has reached the horizon; before that it is "so far"


def assess_performance(
    proposal: Proposal,
    *,
    price_now: Decimal,
    sessions: int,
    reference: ReferencePrice | None = None,
    horizon: int = HORIZON_SESSIONS,
) -> Performance:
    """Return what became of `proposal` at `price_now`, `sessions` closed sessions later.

    Prices must be comparable: no split between the two. Commission and dividends are left out.

    Args:
        proposal: What was proposed.
        price_now: The later price; beyond the horizon, that of the horizon's last session.
        sessions: Closed between the two.
        reference: What it is judged from; None: the proposal as it stands.
        horizon: Sessions after which the outcome is settled.
    """
    reference = reference or reference_price(proposal, None)
    then = reference.price
    direction = _direction(proposal.action)
    change = (price_now / then - 1) * 100
    return Performance(
        assessment=_verdict(change, direction, sessions),
        price_then=then,
        price_now=price_now,
        change_percent=change.quantize(_FINE),
        gain=(price_now - then) * reference.shares * direction,
        sessions=sessions,
        is_settled=sessions >= horizon,
    )


def _direction(action: Action) -> int:
    match action:
        case Action.INCREASE:
            return 1
        case Action.DECREASE | Action.CLOSE:
            return -1
        case Action.HOLD:
            return 0


def _verdict(change: Decimal, direction: int, sessions: int) -> Assessment:
    if not direction:
        return Assessment.NOT_JUDGED
    if sessions < 1:
        return Assessment.TOO_EARLY
    if abs(change) <= FLAT_PERCENT:
        return Assessment.FLAT
    return Assessment.RIGHT if change * direction > 0 else Assessment.WRONG
