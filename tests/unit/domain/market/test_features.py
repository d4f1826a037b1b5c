from dataclasses import fields, replace
from datetime import date, timedelta
from decimal import Decimal

import pytest
from hypothesis import given

from adapters.market.hours import at_new_york
from adapters.market.sample import SampleMarket
from bot.domain.market.features import Features, compute_features
from bot.domain.market.snapshot import Bar, Quote, QuoteKind, Snapshot
from tests.fakes.price_series import bars as any_bars

MARKET = SampleMarket()


async def of(symbol: str, day: date = date(2013, 1, 31)) -> Features:
    return compute_features(await MARKET.snapshot(symbol, as_of=at_new_york(day)))


def snapshot_of(bars: tuple[Bar, ...]) -> Snapshot:
    session = bars[-1].session
    quote = Quote("TEST", bars[-1].close, at_new_york(session), session, "sample", kind=QuoteKind.CLOSE)
    return Snapshot(quote=quote, bars=bars)


async def test_features_of_apple_are_those_of_the_day() -> None:
    found = await of("AAPL")
    assert (found.price, found.session, found.source) == (Decimal("455.49"), date(2013, 1, 31), "sample")
    assert found.change_day == pytest.approx(455.49 / 456.83 - 1)
    assert found.change_7 == pytest.approx(455.49 / 504.77 - 1, abs=1e-4)
    assert found.sma200 == Decimal("588.0688")
    assert found.range52w is not None
    assert (found.range52w.low, found.range52w.high) == (Decimal("435.0"), Decimal("705.07"))
    assert found.range52w_position == pytest.approx((455.49 - 435) / (705.07 - 435))
    assert found.pe_ratio == Decimal("10.3286")
    assert found.dividend_yield == Decimal("0.023272")
    assert [item.published.date() for item in found.news] == [date(2013, 1, 23)]
    assert found.missing == ()


async def test_features_of_a_new_listing_name_what_it_is_too_young_for() -> None:
    found = await of("FB")
    assert found.sma200 is None
    assert found.sma50 is not None
    too_young = {f"{each}:too_few_sessions" for each in ("sma200", "drawdown", "range52w", "range52w_position")}
    assert set(found.missing) == too_young | {"pe_ratio:not_meaningful"}


async def test_features_on_the_first_day_of_a_listing_have_a_price_and_little_else() -> None:
    found = await of("FB", date(2012, 5, 18))
    assert found.price == Decimal("38.23")
    assert "change_day:too_few_sessions" in found.missing
    assert "eps_ttm:source_has_none" in found.missing


async def test_features_when_source_has_no_figures_then_says_so() -> None:
    snapshot = replace(await MARKET.snapshot("IBM"), facts=(), news=(), missing=("fundamentals", "news"))
    found = compute_features(snapshot)
    missing = {name for name, _, why in (each.partition(":") for each in found.missing) if why == "source_has_none"}
    assert missing == {"eps_ttm", "pe_ratio", "dividend_yield", "market_cap", "news"}


async def test_features_of_a_live_price_measure_changes_up_to_it_and_averages_without_it() -> None:
    closed = await MARKET.snapshot("GOOG")
    live = replace(
        closed, quote=replace(closed.quote, price=Decimal("800.00"), session=date(2013, 2, 1), kind=QuoteKind.LIVE)
    )
    found, before = compute_features(live), compute_features(closed)
    assert found.change_day == pytest.approx(800 / 755.69 - 1)
    assert (found.sma20, found.rsi14, found.volume_ratio) == (before.sma20, before.rsi14, before.volume_ratio)


async def test_features_when_news_is_old_then_leaves_it_out() -> None:
    found = await of("IBM", date(2012, 10, 1))
    assert all(item.published >= found.as_of - timedelta(days=30) for item in found.news)
    assert found.news == ()


@given(any_bars(least=1, most=80))
def test_missing_names_exactly_the_figures_that_are_none(bars: tuple[Bar, ...]) -> None:
    found = compute_features(snapshot_of(bars))
    of_the_quote = {"staleness", "opens_at", "release"}  # no figures
    without = {field.name for field in fields(found) if getattr(found, field.name) is None} - of_the_quote
    assert {name.split(":")[0] for name in found.missing} == without
