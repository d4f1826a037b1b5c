"""The real yfinance over the fake Yahoo: what it makes of good answers, of bad ones, and of none."""

from datetime import date, datetime, time, timedelta
from decimal import Decimal

import pytest

import adapters.market.yahoo as yahoo_module
from adapters.market.hours import at_new_york
from adapters.market.sample_data import read_sample_data
from adapters.market.yahoo_source import YahooPrice
from bot.domain.market.price_history import ActionKind
from bot.domain.market.snapshot import Bar
from bot.errors import MarketDataError, MarketSourceError, NoPriceError, UncoveredMarketError, UnknownSymbolError
from tests.contract.yahoo_market import CALENDAR, NOON, OF_LIBRARIES, ServedYahoo
from tests.fakes.yahoo import BadBar, Endpoint, StaleData, YahooFault, article

pytestmark = OF_LIBRARIES

TODAY = date(2013, 1, 31)
EVENING = at_new_york(TODAY, time(18))
FIRST = date(2012, 1, 3)
BARS = {bar.session: bar for bar in read_sample_data().bars["AAPL"]}


@pytest.fixture
def yahoo(yahoo: ServedYahoo) -> ServedYahoo:
    """AAPL of the sample market, on the evening of 2013-01-31."""
    yahoo.clock.at = EVENING
    yahoo.world.add_sample("AAPL")
    return yahoo


class TestGoodAnswers:
    async def test_bars_closes_and_dividends_are_the_scripts_to_the_cent(self, yahoo: ServedYahoo) -> None:
        bars = await yahoo.market.bars("AAPL", first=FIRST)
        history = await yahoo.market.history("AAPL", first=FIRST)
        expected = [bar for day, bar in BARS.items() if FIRST <= day <= TODAY]
        assert list(bars) == expected
        assert [(each.session, each.price) for each in history.closes] == [(bar.session, bar.close) for bar in expected]
        assert [(each.ex_date, each.value) for each in history.actions] == [
            (date(2012, 8, 9), Decimal("2.65")),
            (date(2012, 11, 7), Decimal("2.65")),
        ]

    async def test_after_the_close_the_quote_is_the_close(self, yahoo: ServedYahoo) -> None:
        quote = await yahoo.market.quote("AAPL")
        assert (quote.price, quote.as_of, quote.is_close) == (Decimal("455.49"), at_new_york(TODAY), True)
        assert yahoo.source.second_price("AAPL") == YahooPrice(Decimal("455.49"), at_new_york(TODAY))

    async def test_of_an_exchange_whose_prices_are_late_the_quote_says_by_how_much(self, yahoo: ServedYahoo) -> None:
        yahoo.clock.at = NOON
        yahoo.world["AAPL"].delay_minutes = 15
        quote = await yahoo.market.quote("AAPL", anew=True)
        assert (quote.as_of, quote.delay) == (NOON - timedelta(minutes=15), timedelta(minutes=15))
        assert (await yahoo.market.quote("AAPL")).delay == timedelta(minutes=15)
        yahoo.clock.at = at_new_york(TODAY, time(18))
        assert (await yahoo.market.snapshot("AAPL")).quote.delay == timedelta(0)

    async def test_in_the_session_the_quote_is_the_last_trade(self, yahoo: ServedYahoo) -> None:
        yahoo.clock.at = NOON
        quote = await yahoo.market.quote("AAPL")
        low, high = sorted((BARS[TODAY].open, BARS[TODAY].close))
        assert low < quote.price < high
        assert (quote.as_of, quote.session, quote.is_close) == (NOON, TODAY, False)
        assert yahoo.source.second_price("AAPL") == YahooPrice(quote.price, NOON)
        assert (await yahoo.market.snapshot("AAPL")).bars[-1] == BARS[date(2013, 1, 30)]

    @pytest.mark.parametrize(
        ("hour", "is_close", "as_of"), [(time(12), False, time(12)), (time(13, 30), True, time(13))]
    )
    async def test_half_a_session_ends_at_one(
        self, yahoo: ServedYahoo, hour: time, as_of: time, *, is_close: bool
    ) -> None:
        day = date(2012, 11, 23)
        yahoo.clock.at = at_new_york(day, hour)
        quote = await yahoo.market.quote("AAPL")
        assert (quote.session, quote.as_of, quote.is_close) == (day, at_new_york(day, as_of), is_close)

    async def test_a_class_of_shares_is_asked_for_as_yahoo_spells_it(self, yahoo: ServedYahoo) -> None:
        yahoo.world.add_random("BRK.B", price=Decimal("97.25"))
        quote = await yahoo.market.quote("BRK.B")
        assert (quote.symbol, quote.price) == ("BRK.B", Decimal("97.25"))
        assert {each.symbol for each in yahoo.server.received} <= {"", "BRK-B"}

    @pytest.mark.parametrize("ratio", [(4, 1), (1, 10), (3, 2), (11, 10)])
    async def test_a_split_reaches_no_day_before_it(self, yahoo: ServedYahoo, ratio: tuple[int, int]) -> None:
        day, before = date(2013, 1, 14), date(2013, 1, 11)
        new, old = ratio
        share = yahoo.world["AAPL"]
        share.bars = tuple(bar if bar.session < day else split_bar(bar, new, old) for bar in share.bars)
        share.splits = {day: ratio}
        share.dividends = {date(2012, 11, 7): Decimal("2.65")}
        bars = {bar.session: bar for bar in await yahoo.market.bars("AAPL", first=FIRST)}
        assert bars == {bar.session: bar for bar in share.bars if FIRST <= bar.session <= TODAY}
        assert (await yahoo.market.quote("AAPL", as_of=at_new_york(before))).price == BARS[before].close
        history = await yahoo.market.history("AAPL", first=FIRST)
        assert [(each.kind, each.value) for each in history.actions] == [
            (ActionKind.DIVIDEND, Decimal("2.65")),
            (ActionKind.SPLIT, Decimal(new) / Decimal(old)),
        ]

    async def test_figures_and_headlines_of_now_are_told(self, yahoo: ServedYahoo) -> None:
        share = yahoo.world["AAPL"]
        share.figures = {"trailingEps": 44.1, "impliedSharesOutstanding": 939_000_000}
        share.articles = [article("Tomorrow", "2013-02-01T12:00:00Z"), article("Today", "2013-01-31T12:00:00Z")]
        snapshot = await yahoo.market.snapshot("AAPL")
        assert {fact.name: fact.value for fact in snapshot.facts}["eps_diluted_ttm"] == Decimal("44.10")
        assert [item.title for item in snapshot.news] == ["Today"]
        assert snapshot.missing == ()

    def test_what_the_chart_says_of_its_last_session_is_read(self, yahoo: ServedYahoo) -> None:
        found = yahoo.source.history("AAPL", FIRST)
        bar = BARS[TODAY]
        assert (found.last_price, found.last_traded) == (bar.close, at_new_york(TODAY))
        assert (found.day_high, found.day_low, found.day_volume) == (
            bar.high,
            bar.low,
            bar.volume,
        )
        assert found.instrument_type == "EQUITY"

    async def test_one_quote_asks_the_chart_once_and_nothing_else_of_the_share(self, yahoo: ServedYahoo) -> None:
        await yahoo.market.quote("AAPL")
        await yahoo.market.bars("AAPL", first=FIRST)
        assert yahoo.server.asked() == {Endpoint.CHART: 1, Endpoint.CRUMB: 1, Endpoint.COOKIE: 2}


class TestFaults:
    @pytest.mark.parametrize("fault", list(YahooFault))
    async def test_no_sensible_answer_is_a_failure_of_the_source_until_it_is_over(
        self, yahoo: ServedYahoo, monkeypatch: pytest.MonkeyPatch, fault: YahooFault
    ) -> None:
        if fault is YahooFault.HANG:
            monkeypatch.setattr(yahoo_module, "_REQUEST_SECONDS", 0.3)
        yahoo.server.faults.add(fault, on={Endpoint.CHART})
        with pytest.raises(MarketSourceError):
            await yahoo.market.quote("AAPL")
        yahoo.server.faults.clear()
        monkeypatch.undo()
        assert (await yahoo.market.quote("AAPL")).price == Decimal("455.49")

    async def test_refused_connections_are_a_failure_of_the_source(self, yahoo: ServedYahoo) -> None:
        yahoo.server.stop()
        with pytest.raises(MarketSourceError):
            await yahoo.market.quote("AAPL")
        assert not await yahoo.market.is_reachable(1)
        yahoo.server.start()
        assert (await yahoo.market.quote("AAPL")).price == Decimal("455.49")
        assert await yahoo.market.is_reachable(1)

    @pytest.mark.parametrize("fault", [YahooFault.RATE_LIMITED, YahooFault.BAD_GATEWAY, YahooFault.RESET])
    async def test_a_probe_that_fails_is_not_reachable(self, yahoo: ServedYahoo, fault: YahooFault) -> None:
        yahoo.server.faults.add(fault)
        assert not await yahoo.market.is_reachable(1)

    @pytest.mark.parametrize("fault", list(YahooFault))
    async def test_prices_do_without_the_other_endpoints(
        self, yahoo: ServedYahoo, monkeypatch: pytest.MonkeyPatch, fault: YahooFault
    ) -> None:
        if fault is YahooFault.HANG:
            monkeypatch.setattr(yahoo_module, "_REQUEST_SECONDS", 0.5)
        await yahoo.market.quote("AAPL")
        yahoo.server.faults.add(fault, on={Endpoint.QUOTE, Endpoint.SUMMARY, Endpoint.NEWS})
        snapshot = await yahoo.market.snapshot("AAPL")
        assert (snapshot.quote.price, snapshot.missing) == (Decimal("455.49"), ("fundamentals", "news"))

    async def test_figures_come_again_after_an_answer_that_yfinance_would_keep(self, yahoo: ServedYahoo) -> None:
        yahoo.world["AAPL"].figures = {"trailingEps": 44.1}
        yahoo.server.faults.add(YahooFault.HTML, on={Endpoint.TIMESERIES})
        assert "fundamentals" in (await yahoo.market.snapshot("AAPL")).missing
        yahoo.server.faults.clear()
        assert "fundamentals" not in (await yahoo.market.snapshot("AAPL")).missing

    def test_a_crumb_that_is_refused_is_fetched_anew(self, yahoo: ServedYahoo) -> None:
        yahoo.server.faults.add(YahooFault.CRUMB_REFUSED, times=1)
        assert yahoo.source.second_price("AAPL") == YahooPrice(Decimal("455.49"), at_new_york(TODAY))
        assert yahoo.server.asked()[Endpoint.CRUMB] == 2

    async def test_without_cookie_and_crumb_there_are_prices(self, yahoo: ServedYahoo) -> None:
        yahoo.server.faults.add(YahooFault.RATE_LIMITED, on={Endpoint.CRUMB})
        assert (await yahoo.market.quote("AAPL")).price == Decimal("455.49")
        with pytest.raises(MarketSourceError):
            yahoo.source.second_price("AAPL")


class TestUnknownSymbols:
    async def test_what_no_endpoint_has_is_unknown(self, yahoo: ServedYahoo) -> None:
        with pytest.raises(UnknownSymbolError):
            await yahoo.market.quote("NOSUCH")
        assert yahoo.server.asked()[Endpoint.QUOTE] == 1
        assert yahoo.source.second_price("NOSUCH") is None

    @pytest.mark.parametrize("fault", [YahooFault.RATE_LIMITED, YahooFault.HTML, YahooFault.RESET])
    async def test_when_the_other_endpoint_fails_then_nothing_is_known(
        self, yahoo: ServedYahoo, fault: YahooFault
    ) -> None:
        yahoo.server.faults.add(fault, on={Endpoint.QUOTE})
        with pytest.raises(MarketSourceError):
            await yahoo.market.quote("NOSUCH")

    async def test_what_had_prices_before_is_not_unknown(self, yahoo: ServedYahoo) -> None:
        await yahoo.market.quote("AAPL")
        del yahoo.world.shares["AAPL"]
        with pytest.raises(MarketSourceError) as raised:
            await yahoo.market.bars("AAPL", first=date(2010, 1, 4))
        assert raised.value.facts["cause"] == "empty"

    async def test_what_is_delisted_has_no_price(self, yahoo: ServedYahoo) -> None:
        yahoo.world.delist("AAPL")
        with pytest.raises(NoPriceError):
            await yahoo.market.quote("AAPL")

    async def test_what_is_not_listed_yet_has_no_price_then(self, yahoo: ServedYahoo) -> None:
        yahoo.world.add_random("NEW", price=Decimal(20), sessions=5)
        with pytest.raises(NoPriceError):
            await yahoo.market.quote("NEW", as_of=at_new_york(date(2012, 12, 3)))


class TestWrongData:
    @pytest.mark.parametrize("kind", list(BadBar))
    @pytest.mark.parametrize("now", [NOON, EVENING])
    def test_each_bad_bar_shows_in_what_the_source_gives(self, yahoo: ServedYahoo, kind: BadBar, now: datetime) -> None:
        yahoo.clock.at = now
        good = seen(yahoo)
        yahoo.world.spoil("AAPL", kind)
        assert seen(yahoo) != good
        yahoo.world.mend("AAPL")
        assert seen(yahoo) == good

    @pytest.mark.parametrize(
        ("kind", "becomes"),
        [
            (BadBar.WRONG_CURRENCY, UncoveredMarketError),
            (BadBar.WRONG_SYMBOL, MarketSourceError),
            (BadBar.NOT_A_NUMBER, MarketSourceError),
        ],
    )
    async def test_prices_of_something_else_are_refused(
        self, yahoo: ServedYahoo, kind: BadBar, becomes: type[Exception]
    ) -> None:
        yahoo.world.spoil("AAPL", kind)
        with pytest.raises(becomes):
            await yahoo.market.quote("AAPL")

    def test_a_bar_a_hundred_times_too_low_differs_from_the_second_price(self, yahoo: ServedYahoo) -> None:
        yahoo.world.spoil("AAPL", BadBar.HUNDREDTH)
        assert yahoo.source.history("AAPL", FIRST).last_price == Decimal("4.55")
        assert yahoo.source.second_price("AAPL") == YahooPrice(Decimal("455.49"), at_new_york(TODAY))
        yahoo.world.spoil("AAPL", BadBar.HUNDREDTH, everywhere=True)
        assert yahoo.source.second_price("AAPL") == YahooPrice(Decimal("4.55"), at_new_york(TODAY))

    async def test_a_bar_of_the_next_session_is_not_told(self, yahoo: ServedYahoo) -> None:
        yahoo.world.spoil("AAPL", BadBar.FUTURE_SESSION)
        assert (await yahoo.market.quote("AAPL")).session == TODAY
        assert (await yahoo.market.bars("AAPL", first=FIRST))[-1] == BARS[TODAY]

    @pytest.mark.parametrize("kind", [each for each in StaleData if each is not StaleData.DELISTED])
    def test_each_kind_of_stale_data_is_older_than_the_clock(self, yahoo: ServedYahoo, kind: StaleData) -> None:
        yahoo.clock.at = at_new_york(TODAY, time(14))
        yahoo.world.make_stale("AAPL", kind)
        found = yahoo.source.history("AAPL", FIRST)
        assert found.last_traded is not None
        closed = [bar.session for bar in found.bars if bar.session < TODAY]
        missing = CALENDAR.sessions_between(closed[-1], date(2013, 1, 30))
        assert missing or yahoo.clock.at - found.last_traded >= timedelta(hours=1)

    async def test_halted_for_more_sessions_than_a_close_is_good_for_then_no_price(self, yahoo: ServedYahoo) -> None:
        yahoo.world.make_stale("AAPL", StaleData.HALTED_SEVEN_SESSIONS)
        with pytest.raises(NoPriceError):
            await yahoo.market.quote("AAPL")


def split_bar(bar: Bar, new: int, old: int) -> Bar:
    """Return a bar as it would have been after a split: some price in cents, and some volume."""
    prices = (bar.open, bar.high, bar.low, bar.close)
    opening, high, low, close = ((price * old / new).quantize(Decimal("0.01")) for price in prices)
    return Bar(bar.session, opening, high, low, close, bar.volume)


def seen(yahoo: ServedYahoo) -> object:
    """Return all that the source gives of AAPL, or the kind of its refusal."""
    try:
        return yahoo.source.history("AAPL", FIRST), yahoo.source.second_price("AAPL")
    except MarketDataError as error:
        return type(error)
