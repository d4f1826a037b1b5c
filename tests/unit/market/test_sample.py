"""The sample market tells what was known at an instant, and nothing else."""

import itertools
from dataclasses import replace
from datetime import date, datetime, time, timedelta
from decimal import Decimal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from adapters.market.calendar import ExchangeCalendar
from adapters.market.hours import NEW_YORK, at_new_york
from adapters.market.sample import SampleMarket, is_public, session_close
from adapters.market.sample_data import SampleData, read_sample_data
from bot.domain.market.snapshot import Snapshot
from bot.errors import DateOutOfRangeError, NoPriceError, UnknownSymbolError

# exchange-calendars 4.13 reads frames in a way that pandas 3.1 deprecates.
pytestmark = pytest.mark.filterwarnings("ignore:Series.values returning an ndarray:DeprecationWarning")

DATA = read_sample_data()
MARKET = SampleMarket(DATA)
CALENDAR = ExchangeCalendar(until=date(2014, 1, 1))
FIRST, LAST = date(2010, 1, 4), date(2013, 3, 1)

symbols = st.sampled_from(sorted(DATA.bars))
listed = st.sampled_from(["AAPL", "GOOG", "IBM", "MSFT"])
instants = st.builds(
    lambda day, hour: datetime.combine(day, hour, tzinfo=NEW_YORK),
    st.dates(FIRST + timedelta(days=1), LAST),
    st.times(),
)
fb_instants = instants.filter(lambda at: at >= at_new_york(date(2012, 5, 18)))


def figure(snapshot: Snapshot, name: str) -> Decimal:
    return next(fact.value for fact in snapshot.facts if fact.name == name)


def cut(at: datetime) -> SampleData:
    """What the files would hold if they had been written at `at`."""
    return SampleData(
        bars={
            symbol: tuple(bar for bar in bars if session_close(bar.session) <= at) for symbol, bars in DATA.bars.items()
        },
        facts={symbol: tuple(fact for fact in facts if is_public(fact, at)) for symbol, facts in DATA.facts.items()},
        events={symbol: tuple(item for item in items if item.published <= at) for symbol, items in DATA.events.items()},
    )


class TestFiles:
    @pytest.mark.parametrize(
        ("symbol", "session", "close"),
        [
            ("AAPL", date(2013, 1, 31), "455.49"),
            ("GOOG", date(2013, 1, 31), "755.69"),
            ("GOOG", date(2013, 3, 1), "806.19"),
            ("IBM", date(2010, 1, 4), "132.45"),
        ],
    )
    def test_closes_are_the_ones_of_the_record(self, symbol: str, session: date, close: str) -> None:
        assert next(bar.close for bar in DATA.bars[symbol] if bar.session == session) == Decimal(close)

    @pytest.mark.parametrize("symbol", sorted(DATA.bars))
    def test_every_session_of_the_exchange_is_there_once(self, symbol: str) -> None:
        sessions = [bar.session for bar in DATA.bars[symbol]]
        assert sessions == sorted(set(sessions))
        assert sessions[-1] == LAST
        assert CALENDAR.sessions_between(sessions[0], LAST) == len(sessions) - 1
        assert [CALENDAR.close_after(session, 0) for session in sessions] == [session_close(day) for day in sessions]

    def test_open_and_close_lie_between_low_and_high(self) -> None:
        every_bar = [bar for bars in DATA.bars.values() for bar in bars]
        assert every_bar
        for bar in every_bar:
            assert 0 < bar.low <= min(bar.open, bar.close) <= max(bar.open, bar.close) <= bar.high
            assert bar.volume > 0

    def test_no_price_steps_like_a_split(self) -> None:
        assert DATA.bars
        for bars in DATA.bars.values():
            steps = [after.close / before.close for before, after in itertools.pairwise(bars)]
            assert Decimal("0.8") < min(steps)
            assert max(steps) < Decimal("1.2")

    def test_quarters_of_a_year_add_up_to_it_within_rounding(self) -> None:
        added_up = 0
        for facts in DATA.facts.values():
            for year in (fact for fact in facts if fact.name == "eps_diluted_year"):
                assert year.period_end is not None
                within = (year.period_end - timedelta(days=290), year.period_end)
                quarters = [
                    fact.value
                    for fact in facts
                    if fact.name == "eps_diluted_quarter"
                    and fact.period_end
                    and within[0] <= fact.period_end <= within[1]
                ]
                if len(quarters) == 4:
                    # Quarters count their own average shares; a shrinking number of them adds some cents.
                    assert abs(sum(quarters) - year.value) <= Decimal("0.07")
                    added_up += 1
        assert added_up

    def test_figures_are_published_after_their_period_and_events_have_a_tone_and_a_zone(self) -> None:
        every_fact = [fact for facts in DATA.facts.values() for fact in facts]
        every_event = [item for items in DATA.events.values() for item in items]
        assert every_fact
        assert every_event
        for fact in every_fact:
            assert fact.period_end is None or fact.period_end <= fact.published
        for item in every_event:
            assert item.published.utcoffset() in {timedelta(hours=-5), timedelta(hours=-4)}
            assert item.published.utcoffset() == item.published.astimezone(NEW_YORK).utcoffset()
            assert item.tone in {-1, 0, 1}


class TestSnapshot:
    async def test_snapshot_without_a_date_is_of_the_market_clocks_beginning(self) -> None:
        snapshot = await MARKET.snapshot("AAPL")
        assert snapshot.quote.as_of == await MARKET.now() == datetime(2013, 1, 31, 16, tzinfo=NEW_YORK)
        assert snapshot.quote.price == Decimal("455.49")
        assert figure(snapshot, "eps_diluted_ttm") == Decimal("44.10")
        assert figure(snapshot, "pe_ratio") == Decimal("10.3286")
        assert figure(snapshot, "market_cap") == Decimal("455.49") * 939_058_000

    async def test_results_after_the_close_are_known_at_the_next_close_not_at_that_one(self) -> None:
        on_the_day = await MARKET.snapshot("AAPL", as_of=at_new_york(date(2013, 1, 23)))
        day_after = await MARKET.snapshot("AAPL", as_of=at_new_york(date(2013, 1, 24)))
        assert figure(on_the_day, "eps_diluted_quarter") == Decimal("8.67")
        assert figure(day_after, "eps_diluted_quarter") == Decimal("13.81")
        assert "13.81" not in on_the_day.news[0].title
        assert "13.81" in day_after.news[0].title

    async def test_during_a_session_the_last_price_is_the_close_before(self) -> None:
        quote = await MARKET.quote("GOOG", as_of=at_new_york(date(2013, 2, 1), time(15, 59)))
        assert (quote.session, quote.price) == (date(2013, 1, 31), Decimal("755.69"))

    async def test_at_an_early_close_the_session_counts(self) -> None:
        before = await MARKET.quote("IBM", as_of=at_new_york(date(2012, 11, 23), time(12, 59)))
        at = await MARKET.quote("IBM", as_of=at_new_york(date(2012, 11, 23), time(13, 0)))
        assert (before.session, at.session) == (date(2012, 11, 21), date(2012, 11, 23))

    async def test_over_a_weekend_the_last_close_stands_to_the_end_of_the_data(self) -> None:
        quote = await MARKET.quote("MSFT", as_of=at_new_york(date(2013, 3, 3)))
        assert quote.session == LAST

    @pytest.mark.parametrize("at", [at_new_york(FIRST, time(15, 59)), at_new_york(date(2013, 3, 4))])
    async def test_outside_the_data_then_refuses(self, at: datetime) -> None:
        with pytest.raises(DateOutOfRangeError):
            await MARKET.snapshot("AAPL", as_of=at)

    async def test_before_the_listing_then_no_price(self) -> None:
        with pytest.raises(NoPriceError):
            await MARKET.snapshot("FB", as_of=at_new_york(date(2012, 5, 17)))

    @pytest.mark.parametrize("symbol", ["TSLA", "aapl", ""])
    async def test_another_symbol_then_unknown(self, symbol: str) -> None:
        with pytest.raises(UnknownSymbolError):
            await MARKET.quote(symbol)

    async def test_an_instant_without_zone_then_refuses(self) -> None:
        with pytest.raises(ValueError, match="needs a zone"):
            await MARKET.quote("AAPL", as_of=datetime(2013, 1, 31, 16))  # noqa: DTZ001  # the case under test


class TestLookAhead:
    @settings(max_examples=60)
    @given(symbol=listed, at=instants)
    async def test_nothing_in_a_snapshot_is_younger_than_its_instant(self, symbol: str, at: datetime) -> None:
        snapshot = await MARKET.snapshot(symbol, as_of=at)
        assert snapshot.quote.as_of <= at
        assert all(session_close(bar.session) <= snapshot.quote.as_of for bar in snapshot.bars)
        assert all(at_new_york(fact.published, time.min) <= at for fact in snapshot.facts)
        assert all(item.published <= at for item in snapshot.news)
        assert snapshot.bars[-1].close == snapshot.quote.price

    @settings(max_examples=40)
    @given(symbol=listed, at=instants)
    async def test_cutting_the_future_off_changes_no_snapshot(self, symbol: str, at: datetime) -> None:
        assert await SampleMarket(cut(at)).snapshot(symbol, as_of=at) == await MARKET.snapshot(symbol, as_of=at)

    @settings(max_examples=20)
    @given(at=fb_instants)
    async def test_cutting_the_future_off_changes_no_snapshot_of_a_new_listing(self, at: datetime) -> None:
        there = cut(at)
        assert await SampleMarket(there).snapshot("FB", as_of=at) == await MARKET.snapshot("FB", as_of=at)

    async def test_changing_the_future_changes_no_snapshot(self) -> None:
        at = at_new_york(date(2013, 1, 31))
        doubled = tuple(
            replace(bar, close=bar.close * 2) if session_close(bar.session) > at else bar for bar in DATA.bars["AAPL"]
        )
        other = SampleMarket(SampleData(bars={"AAPL": doubled}, facts=DATA.facts, events=DATA.events))
        assert await other.snapshot("AAPL", as_of=at) == await MARKET.snapshot("AAPL", as_of=at)
