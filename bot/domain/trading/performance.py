"""The performance of a decision: the price change since, and whether the decision was right so far."""

from dataclasses import dataclass, replace
from datetime import datetime
from decimal import Decimal
from enum import StrEnum
from typing import Final, Self

from bot.domain.trading.decisions import Action, Proposal
from bot.domain.trading.execution.orders import OrderReport

HORIZON_SESSIONS: Final = 20  # sessions after which a performance is settled, never earlier
FLAT_PERCENT: Final = Decimal(1)  # percent; a change of at most this, up or down, is neither right nor wrong

_PERCENT_PLACES: Final = Decimal("0.0001")


class Assessment(StrEnum):
    """Whether the price has moved in the decision's direction."""

    RIGHT = "right"
    WRONG = "wrong"
    FLAT = "flat"
    TOO_EARLY = "too_early"  # no session has closed since
    NOT_JUDGED = "not_judged"  # a hold predicts no direction


@dataclass(frozen=True, slots=True)
class ReferencePrice:
    """The price and size that a decision is assessed from: its fill, or its proposal if there is no fill."""

    price: Decimal
    shares: Decimal
    as_of: datetime  # market time

    def after_split(self, ratio: Decimal) -> Self:
        """Return the same value in the shares of after a split, of which there are `ratio` for each old one."""
        return replace(self, price=self.price / ratio, shares=self.shares * ratio)


def reference_price(proposal: Proposal, report: OrderReport | None) -> ReferencePrice:
    """Return the reference price of `proposal`, given the broker's report on its order (None: no order)."""
    if report is None or report.average_price is None or not report.filled_shares:
        return ReferencePrice(proposal.price, proposal.shares, proposal.price_as_of)
    at = report.executed_at or proposal.price_as_of
    return ReferencePrice(report.average_price, report.filled_shares, at)


@dataclass(frozen=True, slots=True)
class Performance:
    """A decision compared with a later price."""

    assessment: Assessment
    price_then: Decimal
    change_percent: Decimal  # four places; positive when the price rose
    gain: Decimal  # account currency: gained by the shares bought, or avoided as a loss of the shares sold
    is_settled: bool  # the horizon has been reached


def assess_performance(
    proposal: Proposal,
    *,
    price_now: Decimal,
    sessions: int,
    reference: ReferencePrice | None = None,
    horizon: int = HORIZON_SESSIONS,
) -> Performance:
    """Return how `proposal`, or its `reference`, did at a comparable price, `sessions` closes later, before costs."""
    reference = reference or reference_price(proposal, None)
    price_then = reference.price
    direction = {Action.INCREASE: 1, Action.HOLD: 0}.get(proposal.action, -1)
    change = (price_now / price_then - 1) * 100
    return Performance(
        assessment=_assessment(change, direction, sessions),
        price_then=price_then,
        change_percent=change.quantize(_PERCENT_PLACES),
        gain=(price_now - price_then) * reference.shares * direction,
        is_settled=sessions >= horizon,
    )


def _assessment(change: Decimal, direction: int, sessions: int) -> Assessment:
    if not direction:
        return Assessment.NOT_JUDGED
    if sessions < 1:
        return Assessment.TOO_EARLY
    if abs(change) <= FLAT_PERCENT:
        return Assessment.FLAT
    return Assessment.RIGHT if change * direction > 0 else Assessment.WRONG
