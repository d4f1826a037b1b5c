from datetime import date
from decimal import Decimal

import pytest

from adapters.market.hours import at_new_york
from bot.domain.market.snapshot import Fact, Quote, QuoteKind
from bot.domain.market.valuation import derived_facts, latest_facts

SESSION = date(2013, 1, 31)
QUOTE = Quote("X", Decimal("50.00"), at_new_york(SESSION), SESSION, "sample", kind=QuoteKind.CLOSE)
QUARTER_ENDS = (date(2012, 3, 31), date(2012, 6, 30), date(2012, 9, 30), date(2012, 12, 31))


def fact(name: str, value: str, *, end: date | None = None, published: date = date(2013, 1, 25)) -> Fact:
    return Fact(symbol="X", name=name, value=Decimal(value), period_end=end, published=published, source="test")


def quarters(*values: str, year: int = 2012) -> list[Fact]:
    ends = [end.replace(year=year) for end in QUARTER_ENDS[-len(values) :]]
    return [fact("eps_diluted_quarter", value, end=end) for value, end in zip(values, ends, strict=True)]


def derived(*facts: Fact) -> dict[str, Decimal]:
    return {made.name: made.value for made in derived_facts(QUOTE, facts)}


FOUR = quarters("0.60", "-0.06", "0.53", "0.76")


@pytest.mark.parametrize(
    ("facts", "earnings", "pe_ratio"),
    [
        (FOUR, "1.83", "27.3224"),
        (
            [fact("eps_diluted_year", "1.80", end=QUARTER_ENDS[-1]), *FOUR],
            "1.80",
            "27.7778",
        ),  # as published
        ([fact("eps_diluted_ttm", "2.50")], None, "20.0000"),  # given by the source
        *(([fact("eps_diluted_ttm", loss)], None, None) for loss in ("-1.00", "0.00", "0.01", "0.09")),  # or tiny
        (quarters("0.60", "0.53", "0.76"), None, None),
        # a quarter is missing in between
        ([*quarters("0.6", "0.5", "0.7"), fact("eps_diluted_quarter", "0.5", end=date(2011, 12, 31))], None, None),
        ([fact("eps_diluted_year", "3.00", end=date(2011, 12, 31))], None, None),  # out of date
    ],
)
def test_earnings_of_a_year(facts: list[Fact], earnings: str | None, pe_ratio: str | None) -> None:
    made = {"eps_diluted_ttm": earnings, "pe_ratio": pe_ratio}
    assert derived(*facts) == {name: Decimal(value) for name, value in made.items() if value is not None}


def test_yield_prefers_the_yearly_dividend_and_is_zero_when_none_is_paid() -> None:
    quarterly = fact("dividend_per_share_quarterly", "0.50")
    assert derived(quarterly)["dividend_yield"] == Decimal("0.04")
    assert derived(quarterly, fact("dividend_per_share_yearly", "1.00"))["dividend_yield"] == Decimal("0.02")
    assert derived(fact("dividend_per_share_quarterly", "0"))["dividend_yield"] == 0


def test_derived_figures_say_what_they_are_made_of() -> None:
    made = derived_facts(QUOTE, [fact("shares_outstanding", "1000", end=date(2012, 12, 31))])
    assert [(item.name, item.value, item.source) for item in made] == [
        ("market_cap", Decimal(50_000), "50.00 * 1000 shares of 2012-12-31 (test)")
    ]


def test_latest_fact_is_the_last_published_and_of_one_day_the_latest_period() -> None:
    old = fact("shares_outstanding", "1", published=date(2012, 1, 1))
    restated = fact("shares_outstanding", "2", end=date(2011, 1, 1), published=date(2013, 1, 2))
    newest = fact("shares_outstanding", "3", end=date(2012, 12, 31), published=date(2013, 1, 2))
    assert latest_facts([newest, old, restated]) == (newest,)


def year_before(*facts: Fact) -> Decimal | None:
    return derived(*facts).get("eps_diluted_ttm_year_before")


def test_earnings_of_the_year_before_are_those_of_the_four_quarters_a_year_earlier() -> None:
    now, before = FOUR, quarters("0.1", "0.2", "0.3", "0.4", year=2011)
    assert year_before(*before, *now) == Decimal("1.0")
    given = fact("eps_diluted_ttm", "2.50", end=QUARTER_ENDS[-1])
    assert year_before(*before, given) == Decimal("1.0")
    fiscal_year = fact("eps_diluted_year", "0.95", end=date(2011, 12, 31))
    assert year_before(*before, fiscal_year, *now) == Decimal("0.95")


def test_earnings_of_the_year_before_when_a_quarter_of_either_year_is_missing_then_none() -> None:
    now, before = FOUR, quarters("0.1", "0.2", "0.3", "0.4", year=2011)
    assert year_before(*before[1:], *now) is None
    assert year_before(*before[:3], *now) is None  # its year would end fifteen months earlier
    assert year_before(*before, *now[1:]) == year_before(*before) == year_before(*now) is None
