"""The contract of every market: the sample, and Yahoo by the real yfinance over the fake Yahoo."""

from collections.abc import Iterator
from datetime import date, datetime, time, timedelta
from decimal import Decimal
from pathlib import Path

import pytest

from adapters.market.hours import at_new_york
from adapters.market.sample import SampleMarket
from bot.errors import DateOutOfRangeError, UnknownSymbolError
from bot.ports import MarketData
from tests.contract.yahoo_market import CALENDAR, OF_LIBRARIES, served_yahoo
from tests.fakes.yahoo import article

pytestmark = OF_LIBRARIES

NOW = at_new_york(date(2013, 1, 31), time(20))


@pytest.fixture(params=["sample", "yahoo"])
def market(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[MarketData]:
    if request.param == "sample":
        yield SampleMarket()
        return
    with served_yahoo(tmp_path / "yahoo", now=NOW) as served:
        share = served.world.add_sample("AAPL")
        share.figures = {"trailingEps": 44.1}
        share.articles = [article("Today", "2013-01-31T12:00:00Z")]
        served.world.add_random("SPY", price=Decimal("149.70"))
        yield served.market


@pytest.mark.parametrize(
    "at",
    [at_new_york(date(2013, 1, 31)), at_new_york(date(2013, 1, 25), time(11)), at_new_york(date(2012, 12, 25)), NOW],
)
async def test_nothing_told_of_an_instant_is_younger_than_it(market: MarketData, at: datetime) -> None:
    snapshot = await market.snapshot("AAPL", as_of=at)
    assert snapshot.quote.as_of == CALENDAR.last_close(at) <= at
    assert CALENDAR.close_after(snapshot.bars[-1].session, 0) == snapshot.quote.as_of
    assert all(fact.published <= at.date() for fact in snapshot.facts)
    assert all(item.published <= at for item in snapshot.news)


async def test_the_quote_is_the_snapshots_and_says_its_source(market: MarketData) -> None:
    at = at_new_york(date(2013, 1, 30))
    quote = await market.quote("AAPL", as_of=at)
    snapshot = await market.snapshot("AAPL", as_of=at)
    assert quote == snapshot.quote
    assert (quote.symbol, quote.source, quote.price) == ("AAPL", market.name, snapshot.bars[-1].close)


async def test_the_headlines_are_those_of_the_snapshot_of_now(market: MarketData) -> None:
    assert await market.news("AAPL") == (await market.snapshot("AAPL")).news


async def test_bars_are_sessions_in_order_and_enough_for_a_year(market: MarketData) -> None:
    bars = (await market.snapshot("AAPL", as_of=NOW)).bars
    assert len(bars) == 260
    assert CALENDAR.sessions_between(bars[0].session, bars[-1].session) == 259
    assert list(bars) == sorted(bars, key=lambda bar: bar.session)


async def test_an_unknown_symbol_then_says_so(market: MarketData) -> None:
    with pytest.raises(UnknownSymbolError):
        await market.snapshot("NOSUCH", as_of=NOW)


async def test_the_far_future_then_refuses(market: MarketData) -> None:
    with pytest.raises(DateOutOfRangeError):
        await market.quote("AAPL", as_of=NOW + timedelta(days=60))


async def test_an_instant_without_zone_then_refuses(market: MarketData) -> None:
    with pytest.raises(ValueError, match="needs a zone"):
        await market.quote("AAPL", as_of=NOW.replace(tzinfo=None))


async def test_now_lies_in_the_span_where_there_is_one(market: MarketData) -> None:
    span = market.data_range()
    assert span is None or span[0] <= (await market.now()).date() <= span[1]
    assert (market.symbols() is None) == (span is None)


async def test_history_ends_at_the_last_close_and_agrees_with_the_quote(market: MarketData) -> None:
    at = at_new_york(date(2013, 1, 30), time(12))
    history = await market.history("AAPL", first=date(2013, 1, 2), as_of=at)
    assert [close.session for close in history.closes][:1] == [date(2013, 1, 2)]
    assert history.closes[-1].session == CALENDAR.last_close(at).date()
    assert history.close_on(date(2013, 1, 29)) == (await market.quote("AAPL", as_of=at)).price


async def test_benchmark_names_symbols_that_have_a_history(market: MarketData) -> None:
    assert market.benchmark
    for symbol in market.benchmark:
        assert (await market.history(symbol, first=date(2013, 1, 2), as_of=NOW)).closes


async def test_bars_of_a_span_are_its_sessions_with_the_closes_of_the_history(market: MarketData) -> None:
    first, at = date(2013, 1, 16), at_new_york(date(2013, 1, 30), time(12))
    bars = await market.bars("AAPL", first=first, as_of=at)
    closes = (await market.history("AAPL", first=first, as_of=at)).closes
    assert [(bar.session, bar.close) for bar in bars] == [(each.session, each.price) for each in closes]
    assert (bars[0].session, bars[-1].session) == (first, date(2013, 1, 29))
