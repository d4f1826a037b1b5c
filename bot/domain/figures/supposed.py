"""Figures of a share as they would be at another price, or with other earnings."""

from collections.abc import Mapping
from decimal import Decimal

from bot.domain.figures.measures import Measure
from bot.domain.figures.query import Supposed
from bot.domain.market.snapshot import Snapshot
from bot.domain.market.valuation import is_meaningful_earnings

OF_PRICE = frozenset({Measure.PE_RATIO, Measure.DIVIDEND_YIELD, Measure.MARKET_CAP})
OF_EARNINGS = frozenset({Measure.PE_RATIO})


def supposed_value(measure: Measure, snapshot: Snapshot, supposed: Supposed) -> Decimal | None:
    """Return a measure in its unit, everything else as it is; None: it is not known, or depends on something else."""
    facts = {each.name: each.value for each in snapshot.facts}
    is_of_price = supposed.measure is Measure.PRICE
    price = supposed.value if is_of_price else snapshot.quote.price
    if measure is Measure.PE_RATIO:
        earnings = facts.get("eps_diluted_ttm") if is_of_price else supposed.value
        return price / earnings if earnings is not None and is_meaningful_earnings(earnings) else None
    return _of_price(measure, facts, price=price, now=snapshot.quote.price) if is_of_price else None


def _of_price(measure: Measure, facts: Mapping[str, Decimal], *, price: Decimal, now: Decimal) -> Decimal | None:
    match measure:
        case Measure.DIVIDEND_YIELD if measure in facts:
            return facts[measure] * now / price
        case Measure.MARKET_CAP if measure in facts:
            return facts[measure] * price / now
    return None
