"""Figures derived from a price and published facts: trailing earnings, P/E, market cap, dividend yield."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import date, timedelta
from decimal import Decimal
from typing import Final

from bot.domain.market.snapshot import Fact, Quote

QUARTERS: Final = 4
# Four fiscal quarters end 273 to 280 days apart, first to last; anything else has a gap or a repetition in it.
_FOUR_QUARTERS_SPAN: Final = (timedelta(days=260), timedelta(days=290))
# A quarter's results are published within weeks of its end; if they are older than this, a report is missing.
_MAX_RESULTS_AGE: Final = timedelta(days=200)
# Earnings are published in whole cents. Below this, rounding alone moves a price-earnings ratio by more than 5 %.
_MIN_EARNINGS: Final = Decimal("0.10")
# The same four quarters of the year before end one year earlier, give or take a fiscal year of 52 or 53 weeks.
_YEAR_BETWEEN: Final = (timedelta(days=350), timedelta(days=380))
_RATIO_PLACES: Final = Decimal("0.0001")
_YIELD_PLACES: Final = Decimal("0.000001")


def latest_facts(facts: Iterable[Fact]) -> tuple[Fact, ...]:
    """Return the newest fact of each name, sorted by name: latest publication date, then latest period end."""
    newest: dict[str, Fact] = {}
    for fact in facts:
        if fact.name not in newest or _recency(newest[fact.name]) <= _recency(fact):
            newest[fact.name] = fact
    return tuple(newest[name] for name in sorted(newest))


def derived_facts(quote: Quote, facts: Sequence[Fact]) -> tuple[Fact, ...]:
    """Return the facts that follow from the price and the facts known at its time; `source` shows the calculation.

    - "eps_diluted_ttm": US dollars; the fiscal year's figure if it is the newest, else the sum of four quarters;
      computed only if the source does not provide it.
    - "eps_diluted_ttm_year_before": US dollars; the same for the year that ended a year earlier.
    - "pe_ratio": price / eps_diluted_ttm to four places; not for losses or earnings too small to divide by.
    - "market_cap": US dollars; price * shares outstanding.
    - "dividend_yield": a fraction per year to six places; (yearly dividend, or 4 * quarterly dividend) / price.

    Args:
        quote: The price.
        facts: All facts of the same symbol published by `quote.as_of`, not only the newest.
    """
    newest = {fact.name: fact for fact in latest_facts(facts)}
    published_earnings = newest.get("eps_diluted_ttm")
    computed_earnings = None if published_earnings else _trailing_earnings(quote, facts)
    derived = (
        computed_earnings,
        _earnings_year_before(quote, published_earnings or computed_earnings, facts),
        _pe_ratio(quote, published_earnings or computed_earnings),
        _derived_fact(
            quote,
            "market_cap",
            quote.price * shares.value,
            source=f"{quote.price} * {shares.value} shares of {_period_end(shares)} ({shares.source})",
            period_end=shares.period_end,
        )
        if (shares := newest.get("shares_outstanding"))
        else None,
        _dividend_yield(quote, newest.get("dividend_per_share_yearly"), payments_per_year=1)
        or _dividend_yield(quote, newest.get("dividend_per_share_quarterly"), payments_per_year=QUARTERS),
    )
    return tuple(fact for fact in derived if fact is not None)


def is_meaningful_earnings(earnings_per_share: Decimal) -> bool:
    """Return whether a price-earnings ratio of these yearly earnings, in US dollars per share, is meaningful."""
    return earnings_per_share >= _MIN_EARNINGS


def _recency(fact: Fact) -> tuple[date, date]:
    return fact.published, fact.period_end or fact.published


def _trailing_earnings(quote: Quote, facts: Sequence[Fact]) -> Fact | None:
    quarters = sorted((f for f in facts if f.name == "eps_diluted_quarter"), key=_period_end)[-QUARTERS:]
    years = sorted((f for f in facts if f.name == "eps_diluted_year"), key=_period_end)
    newest = max((_period_end(f) for f in (*quarters, *years)), default=date.min)
    if newest < quote.session - _MAX_RESULTS_AGE:
        return None
    if years and _period_end(years[-1]) == newest:
        return _derived_fact(quote, "eps_diluted_ttm", years[-1].value, source=years[-1].source, period_end=newest)
    shortest, longest = _FOUR_QUARTERS_SPAN
    if len(quarters) < QUARTERS or not shortest <= _period_end(quarters[-1]) - _period_end(quarters[0]) <= longest:
        return None
    total = sum((fact.value for fact in quarters), Decimal(0))
    source = "; ".join(f"{fact.value} ({fact.source})" for fact in quarters)
    return _derived_fact(quote, "eps_diluted_ttm", total, source=source, period_end=newest)


def _earnings_year_before(quote: Quote, earnings: Fact | None, facts: Sequence[Fact]) -> Fact | None:
    """Return the earnings of the year before `earnings`; None: not known. A split between the two is not undone."""
    if earnings is None:
        return None
    shortest, longest = _YEAR_BETWEEN
    end = _period_end(earnings)
    earlier = [fact for fact in facts if _period_end(fact) <= end - shortest]
    found = _trailing_earnings(replace(quote, session=quote.session - shortest), earlier)
    if found is None or end - _period_end(found) > longest:
        return None
    return replace(found, name="eps_diluted_ttm_year_before", published=quote.session)


def _period_end(fact: Fact) -> date:
    return fact.period_end or fact.published


def _pe_ratio(quote: Quote, earnings: Fact | None) -> Fact | None:
    if earnings is None or not is_meaningful_earnings(earnings.value):
        return None
    source = f"{quote.price} / {earnings.value} diluted earnings per share, year to {_period_end(earnings)}"
    ratio = (quote.price / earnings.value).quantize(_RATIO_PLACES)
    return _derived_fact(quote, "pe_ratio", ratio, source=source, period_end=earnings.period_end)


def _dividend_yield(quote: Quote, dividend: Fact | None, *, payments_per_year: int) -> Fact | None:
    if dividend is None:
        return None
    source = f"{payments_per_year} * {dividend.value} / {quote.price} ({dividend.source}, {dividend.published})"
    fraction = (payments_per_year * dividend.value / quote.price).quantize(_YIELD_PLACES)
    return _derived_fact(quote, "dividend_yield", fraction, source=source, period_end=None)


def _derived_fact(quote: Quote, name: str, value: Decimal, *, source: str, period_end: date | None) -> Fact:
    return Fact(
        symbol=quote.symbol, name=name, value=value, period_end=period_end, published=quote.session, source=source
    )
