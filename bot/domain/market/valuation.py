"""Figures that follow from a price and published facts: yearly earnings, P/E, market value, dividend yield."""

from collections.abc import Iterable, Sequence
from datetime import date, timedelta
from decimal import Decimal
from typing import Final

from bot.domain.market.snapshot import Fact, Quote

QUARTERS: Final = 4
# Four fiscal quarters end 273 to 280 days apart, first to last; anything else has a gap or a repetition in it.
_QUARTERS_APART: Final = (timedelta(days=260), timedelta(days=290))
# A quarter's results come within weeks of its end; older than this, a report has been missed.
_STALE: Final = timedelta(days=200)
# Earnings are published in whole cents. Below this, rounding alone moves a price-earnings ratio by more than 5 %.
_LEAST_EARNINGS: Final = Decimal("0.10")
_RATIO: Final = Decimal("0.0001")
_YIELD: Final = Decimal("0.000001")


def latest_facts(facts: Iterable[Fact]) -> tuple[Fact, ...]:
    """Return the newest fact of each name, by name: the latest published and, of one day, of the latest period."""
    newest: dict[str, Fact] = {}
    for fact in facts:
        if fact.name not in newest or _age(newest[fact.name]) <= _age(fact):
            newest[fact.name] = fact
    return tuple(newest[name] for name in sorted(newest))


def derived_facts(quote: Quote, facts: Sequence[Fact]) -> tuple[Fact, ...]:
    """Return what follows from the price and the facts known then; each says in `source` what it was made of.

    - "eps_diluted_ttm": US dollars; the fiscal year's figure if it is the newest, else the sum of four quarters; made
      only where the source does not give it.
    - "pe_ratio": price / eps_diluted_ttm to four places; not for losses or earnings so small that rounding decides.
    - "market_cap": US dollars; price * shares outstanding.
    - "dividend_yield": a fraction per year to six places; the yearly dividend, or 4 * the quarterly one, / price.

    Args:
        quote: The price; `facts` must have been known at `quote.as_of`.
        facts: All published facts of the same symbol, not only the newest.
    """
    newest = {fact.name: fact for fact in latest_facts(facts)}
    given = newest.get("eps_diluted_ttm")
    summed = None if given else _earnings_of_a_year(quote, facts)
    made = (
        summed,
        _pe_ratio(quote, given or summed),
        _market_cap(quote, newest.get("shares_outstanding")),
        _dividend_yield(quote, newest.get("dividend_per_share_yearly"), times=1)
        or _dividend_yield(quote, newest.get("dividend_per_share_quarterly"), times=QUARTERS),
    )
    return tuple(fact for fact in made if fact is not None)


def is_meaningful_earnings(earnings_per_share: Decimal) -> bool:
    """Tell whether a price may be divided by these yearly earnings, in US dollars per share."""
    return earnings_per_share >= _LEAST_EARNINGS


def _age(fact: Fact) -> tuple[date, date]:
    return fact.published, fact.period_end or fact.published


def _earnings_of_a_year(quote: Quote, facts: Sequence[Fact]) -> Fact | None:
    quarters = sorted((f for f in facts if f.name == "eps_diluted_quarter"), key=_period_end)[-QUARTERS:]
    years = sorted((f for f in facts if f.name == "eps_diluted_year"), key=_period_end)
    newest = max((_period_end(f) for f in (*quarters, *years)), default=date.min)
    if newest < quote.session - _STALE:
        return None
    if years and _period_end(years[-1]) == newest:
        return _derived(quote, "eps_diluted_ttm", years[-1].value, source=years[-1].source, period_end=newest)
    if not _consecutive(quarters):
        return None
    total = sum((fact.value for fact in quarters), Decimal(0))
    source = "; ".join(f"{fact.value} ({fact.source})" for fact in quarters)
    return _derived(quote, "eps_diluted_ttm", total, source=source, period_end=newest)


def _period_end(fact: Fact) -> date:
    return fact.period_end or fact.published


def _consecutive(quarters: Sequence[Fact]) -> bool:
    if len(quarters) < QUARTERS:
        return False
    least, most = _QUARTERS_APART
    return least <= _period_end(quarters[-1]) - _period_end(quarters[0]) <= most


def _pe_ratio(quote: Quote, earnings: Fact | None) -> Fact | None:
    if earnings is None or not is_meaningful_earnings(earnings.value):
        return None
    source = f"{quote.price} / {earnings.value} diluted earnings per share, year to {_period_end(earnings)}"
    ratio = (quote.price / earnings.value).quantize(_RATIO)
    return _derived(quote, "pe_ratio", ratio, source=source, period_end=earnings.period_end)


def _market_cap(quote: Quote, shares: Fact | None) -> Fact | None:
    if shares is None:
        return None
    source = f"{quote.price} * {shares.value} shares of {_period_end(shares)} ({shares.source})"
    return _derived(quote, "market_cap", quote.price * shares.value, source=source, period_end=shares.period_end)


def _dividend_yield(quote: Quote, dividend: Fact | None, *, times: int) -> Fact | None:
    if dividend is None:
        return None
    source = f"{times} * {dividend.value} / {quote.price} ({dividend.source}, {dividend.published})"
    fraction = (times * dividend.value / quote.price).quantize(_YIELD)
    return _derived(quote, "dividend_yield", fraction, source=source, period_end=None)


def _derived(quote: Quote, name: str, value: Decimal, *, source: str, period_end: date | None) -> Fact:
    return Fact(
        symbol=quote.symbol,
        name=name,
        value=value,
        period_end=period_end,
        published=quote.session,
        source=source,
    )
