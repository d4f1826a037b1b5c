"""The contract of every market: the sample, and Yahoo over a fake of yfinance's ticker."""

from collections.abc import Callable
from datetime import date, datetime, time, timedelta
from pathlib import Path

import pytest

from adapters.market.calendar import ExchangeCalendar
from adapters.market.hours import at_new_york
from adapters.market.sample import SampleMarket
from adapters.market.yahoo import YahooMarket
from bot.errors import DateOutOfRangeError, UnknownSymbolError
from bot.ports import MarketData, TradingCalendar
from tests.fakes.yahoo import ChartNotFoundError, FakeYahoo, article, live

# exchange-calendars 4.13 reads frames in a way that pandas 3.1 deprecates.
pytestmark = pytest.mark.filterwarnings("ignore:Series.values returning an ndarray:DeprecationWarning")

CALENDAR: TradingCalendar = ExchangeCalendar(until=date(2014, 12, 31))
NOW = at_new_york(date(2013, 1, 31), time(20))


class ConstantClock:
    def now(self) -> datetime:
        return NOW


def sample(_: Path, symbol: str) -> MarketData:
    assert symbol
    return SampleMarket()


def yahoo(_: Path, symbol: str) -> MarketData:
    days = [CALENDAR.close_after(NOW.date(), -back).date() for back in range(500)]
    fake = FakeYahoo(
        closes={day: 400 + number / 10 for number, day in enumerate(reversed(days))},
        metadata=live(455.49, at_new_york(NOW.date())),
        info={"trailingEps": 44.1},
        news=[article("Tomorrow", "2013-02-01T12:00:00Z"), article("Today", "2013-01-31T12:00:00Z")],
        fault=ChartNotFoundError(symbol) if symbol == "NOSUCH" else None,
    )
    return YahooMarket(clock=ConstantClock(), calendar=CALENDAR, client=fake)


Build = Callable[[Path, str], MarketData]
markets = pytest.mark.parametrize("build", [sample, yahoo])


@markets
@pytest.mark.parametrize(
    "at",
    [at_new_york(date(2013, 1, 31)), at_new_york(date(2013, 1, 25), time(11)), at_new_york(date(2012, 12, 25)), NOW],
)
async def test_nothing_told_of_an_instant_is_younger_than_it(build: Build, tmp_path: Path, at: datetime) -> None:
    market = build(tmp_path, "AAPL")
    snapshot = await market.snapshot("AAPL", as_of=at)
    assert snapshot.quote.as_of == CALENDAR.last_close(at) <= at
    assert CALENDAR.close_after(snapshot.bars[-1].session, 0) == snapshot.quote.as_of
    assert all(fact.published <= at.date() for fact in snapshot.facts)
    assert all(item.published <= at for item in snapshot.news)


@markets
async def test_the_quote_is_the_snapshots_and_says_its_source(build: Build, tmp_path: Path) -> None:
    market = build(tmp_path, "AAPL")
    at = at_new_york(date(2013, 1, 30))
    quote = await market.quote("AAPL", as_of=at)
    snapshot = await market.snapshot("AAPL", as_of=at)
    assert quote == snapshot.quote
    assert (quote.symbol, quote.source, quote.price) == ("AAPL", market.name, snapshot.bars[-1].close)


@markets
async def test_the_headlines_are_those_of_the_snapshot_of_now(build: Build, tmp_path: Path) -> None:
    market = build(tmp_path, "AAPL")
    assert await market.news("AAPL") == (await market.snapshot("AAPL")).news


@markets
async def test_bars_are_sessions_in_order_and_enough_for_a_year(build: Build, tmp_path: Path) -> None:
    bars = (await build(tmp_path, "AAPL").snapshot("AAPL", as_of=NOW)).bars
    assert len(bars) == 260
    assert CALENDAR.sessions_between(bars[0].session, bars[-1].session) == 259
    assert list(bars) == sorted(bars, key=lambda bar: bar.session)


@markets
async def test_an_unknown_symbol_then_says_so(build: Build, tmp_path: Path) -> None:
    with pytest.raises(UnknownSymbolError):
        await build(tmp_path, "NOSUCH").snapshot("NOSUCH", as_of=NOW)


@markets
async def test_the_far_future_then_refuses(build: Build, tmp_path: Path) -> None:
    with pytest.raises(DateOutOfRangeError):
        await build(tmp_path, "AAPL").quote("AAPL", as_of=NOW + timedelta(days=60))


@markets
async def test_an_instant_without_zone_then_refuses(build: Build, tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="needs a zone"):
        await build(tmp_path, "AAPL").quote("AAPL", as_of=NOW.replace(tzinfo=None))


@markets
async def test_now_lies_in_the_span_where_there_is_one(build: Build, tmp_path: Path) -> None:
    market = build(tmp_path, "AAPL")
    span = market.data_range()
    assert span is None or span[0] <= (await market.now()).date() <= span[1]
    assert (market.symbols() is None) == (span is None)


@markets
async def test_history_ends_at_the_last_close_and_agrees_with_the_quote(build: Build, tmp_path: Path) -> None:
    market = build(tmp_path, "AAPL")
    at = at_new_york(date(2013, 1, 30), time(12))
    history = await market.history("AAPL", first=date(2013, 1, 2), as_of=at)
    assert [close.session for close in history.closes][:1] == [date(2013, 1, 2)]
    assert history.closes[-1].session == CALENDAR.last_close(at).date()
    assert history.close_on(date(2013, 1, 29)) == (await market.quote("AAPL", as_of=at)).price


@markets
async def test_benchmark_names_symbols_that_have_a_history(build: Build, tmp_path: Path) -> None:
    market = build(tmp_path, "AAPL")
    assert market.benchmark
    for symbol in market.benchmark:
        assert (await market.history(symbol, first=date(2013, 1, 2), as_of=NOW)).closes


@markets
async def test_bars_of_a_span_are_its_sessions_with_the_closes_of_the_history(build: Build, tmp_path: Path) -> None:
    market, first, at = build(tmp_path, "AAPL"), date(2013, 1, 16), at_new_york(date(2013, 1, 30), time(12))
    bars = await market.bars("AAPL", first=first, as_of=at)
    closes = (await market.history("AAPL", first=first, as_of=at)).closes
    assert [(bar.session, bar.close) for bar in bars] == [(each.session, each.price) for each in closes]
    assert (bars[0].session, bars[-1].session) == (first, date(2013, 1, 29))
