"""Yahoo behind a fake of yfinance's ticker: which day's figures are told. Faults: tests/contract/test_yfinance.py."""

import asyncio
from collections.abc import Callable
from datetime import date, datetime, time, timedelta
from decimal import Decimal

import pytest

import adapters.market.yahoo as yahoo_module
from adapters.market.calendar import ExchangeCalendar
from adapters.market.hours import NEW_YORK, at_new_york
from adapters.market.yahoo import YahooMarket
from bot.errors import DateOutOfRangeError, MarketSourceError, NoPriceError
from tests.fakes.yahoo import FakeYahoo, article, live

# exchange-calendars 4.13 reads frames in a way that pandas 3.1 deprecates.
pytestmark = pytest.mark.filterwarnings("ignore:Series.values returning an ndarray:DeprecationWarning")

CALENDAR = ExchangeCalendar(until=date(2027, 12, 31))
TODAY = date(2026, 9, 16)  # a Wednesday
NOON = at_new_york(TODAY, time(12))
EVENING = at_new_york(TODAY, time(18))
INFO = {
    "trailingEps": 5.0,
    "dividendRate": 1.0,
    "sharesOutstanding": 900,
    "impliedSharesOutstanding": 1_000,
    "mostRecentQuarter": 1_782_777_600,  # 2026-06-30
    "beta": "n/a",
}


class SettableClock:
    def __init__(self, now: datetime) -> None:
        self._now = now

    def now(self) -> datetime:
        return self._now


def closes(last: date = TODAY, *, sessions: int = 300) -> dict[date, float]:
    """A price of 100 at every session up to `last`, one cent more on each."""
    days = [CALENDAR.close_after(last, -back).date() for back in range(sessions)]
    return {day: 100 + number / 100 for number, day in enumerate(reversed(days))}


Open = Callable[..., YahooMarket]


@pytest.fixture
def market() -> Open:
    def build(fake: FakeYahoo, *, now: datetime = EVENING) -> YahooMarket:
        return YahooMarket(clock=SettableClock(now), calendar=CALENDAR, client=fake)

    return build


class TestPrices:
    async def test_after_the_close_the_price_is_the_days_close(self, market: Open) -> None:
        snapshot = await market(FakeYahoo(closes=closes())).snapshot("ACME")
        assert snapshot.quote.price == Decimal("102.99")
        assert (snapshot.quote.as_of, snapshot.quote.is_close) == (at_new_york(TODAY), True)
        assert (len(snapshot.bars), snapshot.bars[-1].session) == (260, TODAY)

    async def test_during_the_session_the_price_is_live_and_the_unfinished_bar_is_left_out(self, market: Open) -> None:
        traded = NOON - timedelta(seconds=5)
        fake = FakeYahoo(closes=closes(), metadata=live(123.4500045776, traded))
        snapshot = await market(fake, now=NOON).snapshot("ACME")
        assert (snapshot.quote.price, snapshot.quote.as_of) == (Decimal("123.45"), traded)
        assert (snapshot.quote.is_close, snapshot.quote.session) == (False, TODAY)
        assert snapshot.bars[-1].session == TODAY - timedelta(days=1)

    async def test_before_the_days_first_trade_the_price_is_the_close_before(self, market: Open) -> None:
        fake = FakeYahoo(closes=closes(), metadata=live(99.0, NOON - timedelta(days=1)))
        quote = await market(fake, now=NOON).quote("ACME")
        assert (quote.session, quote.is_close) == (TODAY - timedelta(days=1), True)

    async def test_of_a_past_instant_the_price_is_the_close_known_then(self, market: Open) -> None:
        fake = FakeYahoo(closes=closes(), metadata=live(500.0, EVENING))
        quote = await market(fake).quote("ACME", as_of=at_new_york(date(2026, 9, 10), time(11)))
        assert (quote.session, quote.price) == (date(2026, 9, 9), Decimal("102.94"))

    async def test_of_an_hour_ago_in_the_running_session_the_live_price_is_not_told(self, market: Open) -> None:
        fake = FakeYahoo(closes=closes(), metadata=live(500.0, NOON))
        quote = await market(fake, now=NOON).quote("ACME", as_of=NOON - timedelta(hours=1))
        assert (quote.session, quote.is_close) == (TODAY - timedelta(days=1), True)

    async def test_a_later_split_does_not_reach_back(self, market: Open) -> None:
        fake = FakeYahoo(closes=closes(), splits={date(2026, 9, 14): 4.0})
        past = await market(fake).snapshot("ACME", as_of=at_new_york(date(2026, 9, 11)))
        now = await market(fake).snapshot("ACME")
        assert past.quote.price == Decimal("411.84")  # 102.96 in today's shares
        assert past.bars[-1].volume == 250
        assert now.bars[-4].close == Decimal("102.96")

    async def test_rows_without_prices_are_left_out(self, market: Open) -> None:
        fake = FakeYahoo(closes=closes() | {TODAY: float("nan")})
        assert (await market(fake).quote("ACME")).session == TODAY - timedelta(days=1)

    async def test_when_halted_for_weeks_then_no_price(self, market: Open) -> None:
        fake = FakeYahoo(closes=closes(TODAY - timedelta(days=14)))
        with pytest.raises(NoPriceError):
            await market(fake).quote("ACME")

    async def test_when_before_the_listing_then_no_price(self, market: Open) -> None:
        with pytest.raises(NoPriceError):
            await market(FakeYahoo(closes=closes(sessions=5))).quote("ACME", as_of=at_new_york(date(2026, 8, 3)))

    async def test_when_in_the_future_then_refuses(self, market: Open) -> None:
        with pytest.raises(DateOutOfRangeError):
            await market(FakeYahoo(closes=closes())).quote("ACME", as_of=EVENING + timedelta(seconds=1))


class TestFiguresOfToday:
    async def test_now_they_come_with_what_follows_from_them(self, market: Open) -> None:
        fake = FakeYahoo(closes=closes(), info=INFO, news=[article("Old", "2026-09-15T10:00:00Z")])
        snapshot = await market(fake).snapshot("ACME")
        values = {fact.name: fact.value for fact in snapshot.facts}
        assert values["eps_diluted_ttm"] == 5
        assert values["pe_ratio"] == Decimal("20.5980")
        assert values["market_cap"] == Decimal(102_990)
        assert values["dividend_yield"] == Decimal("0.009710")
        assert next(fact.period_end for fact in snapshot.facts if fact.name == "eps_diluted_ttm") == date(2026, 6, 30)
        assert [(item.title, item.source, item.tone) for item in snapshot.news] == [("Old", "Newswire", 0)]
        assert snapshot.missing == ()

    async def test_of_a_past_date_they_are_missing_and_the_prices_stand(self, market: Open) -> None:
        fake = FakeYahoo(closes=closes(), info=INFO, news=[article("Old", "2026-09-01T10:00:00Z")])
        snapshot = await market(fake).snapshot("ACME", as_of=at_new_york(date(2026, 9, 10)))
        assert (snapshot.facts, snapshot.news, snapshot.missing) == ((), (), ("fundamentals", "news"))
        assert snapshot.quote.session == date(2026, 9, 10)

    async def test_minutes_ago_counts_as_now(self, market: Open) -> None:
        fake = FakeYahoo(closes=closes(), info=INFO)
        snapshot = await market(fake).snapshot("ACME", as_of=EVENING - timedelta(minutes=14))
        assert snapshot.missing == ("news",)

    async def test_when_they_fail_then_missing_and_the_prices_stand(self, market: Open) -> None:
        fake = FakeYahoo(closes=closes(), info=KeyError("quoteSummary"), news=OSError("reset"))
        snapshot = await market(fake).snapshot("ACME")
        assert snapshot.missing == ("fundamentals", "news")
        assert snapshot.quote.price == Decimal("102.99")

    async def test_headlines_of_the_future_and_broken_ones_are_left_out(self, market: Open) -> None:
        news = [
            article("Early", "2026-09-16T12:00:00Z"),
            article("Late", "2026-09-16T20:00:00Z"),
            article("Embargoed", "2026-09-17T12:00:00Z"),
            {"content": None},
            article("", "2026-09-16T12:00:00Z"),
        ]
        yahoo = market(FakeYahoo(closes=closes(), info=KeyError("not asked for"), news=news))
        assert [item.title for item in (await yahoo.snapshot("ACME")).news] == ["Late", "Early"]
        assert await yahoo.news("ACME") == (await yahoo.snapshot("ACME")).news


class TestFaults:
    async def test_no_answer_then_gives_up(self, market: Open, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(yahoo_module, "_REQUEST_SECONDS", 0.05)
        with pytest.raises(MarketSourceError):
            await market(FakeYahoo(closes=closes(), delay=0.5)).quote("ACME")

    async def test_after_a_failure_the_next_question_asks_again(self, market: Open) -> None:
        fake = FakeYahoo(closes=closes(), fault=OSError("reset"))
        there = market(fake)
        with pytest.raises(MarketSourceError):
            await there.quote("ACME")
        fake.fault = None
        assert (await there.quote("ACME")).price == Decimal("102.99")


async def test_questions_at_once_share_one_request(market: Open) -> None:
    fake = FakeYahoo(closes=closes(), delay=0.05)
    there = market(fake)
    quotes = await asyncio.gather(*(there.quote("ACME") for _ in range(20)))
    assert {quote.price for quote in quotes} == {Decimal("102.99")}
    assert len(fake.asked) == 1


async def test_now_is_the_wall_clock_and_any_symbol_may_be_asked(market: Open) -> None:
    there = market(FakeYahoo())
    assert await there.now() == EVENING
    assert there.symbols() is None
    assert EVENING.tzinfo is NEW_YORK
