"""The gate before a source of prices: what it lets through, and what it says of the age of a price."""

from dataclasses import replace
from datetime import date, datetime, timedelta
from decimal import Decimal

import pytest

from adapters.market.calendar import ExchangeCalendar
from adapters.market.hours import at_new_york
from adapters.market.price_gate import PriceGate
from adapters.market.sample import FIRST_SESSION, LAST_SESSION, SampleMarket
from bot.domain.market.price_history import ActionKind, CorporateAction, PriceHistory
from bot.domain.market.snapshot import Bar, Quote, QuoteKind, Snapshot, Staleness
from bot.errors import PriceHeldError
from bot.ports import NoMeter

D = Decimal
CALENDAR = ExchangeCalendar(until=date(2014, 12, 31))
SAMPLE = SampleMarket()
DAY = date(2013, 1, 31)  # a Thursday


class LiveMarket(SampleMarket):
    """The sample as a live market: prices during a session, and bars that a test falsifies."""

    name = "yahoo"

    def __init__(self, at: datetime) -> None:
        super().__init__()
        self.at = at
        self.latest: Quote | None = None
        self.bar: dict[str, object] = {}  # of the latest session
        self.splits: tuple[CorporateAction, ...] = ()

    async def now(self) -> datetime:
        return self.at

    def data_range(self) -> tuple[date, date] | None:  # type: ignore[override]  # of a live market
        return None

    async def quote(self, symbol: str, *, as_of: datetime | None = None, anew: bool = False) -> Quote:
        if self.latest is not None:
            return self.latest
        last = (await self.bars(symbol, first=FIRST_SESSION, as_of=as_of))[-1]
        quote = await super().quote(symbol, as_of=as_of or self.at, anew=anew)
        return replace(quote, price=last.close, low=last.low, high=last.high, volume=last.volume)

    async def bars(self, symbol: str, *, first: date, as_of: datetime | None = None) -> tuple[Bar, ...]:
        *before, last = await super().bars(symbol, first=first, as_of=as_of or self.at)
        return (*before, replace(last, **self.bar))  # type: ignore[arg-type]

    async def history(self, symbol: str, *, first: date, as_of: datetime | None = None) -> PriceHistory:
        found = await super().history(symbol, first=first, as_of=as_of or self.at)
        return replace(found, actions=self.splits)

    async def snapshot(self, symbol: str, *, as_of: datetime | None = None) -> Snapshot:
        known = await super().snapshot(symbol, as_of=as_of or self.at)
        return replace(
            known, quote=await self.quote(symbol, as_of=as_of), bars=await self.bars(symbol, first=FIRST_SESSION)
        )


class CountingMeter(NoMeter):
    def __init__(self) -> None:
        self.doubted: list[str] = []

    def price_doubted(self, kind: str) -> None:
        self.doubted.append(kind)


def gate_at(day: date, hour: int, minute: int = 0) -> tuple[PriceGate, LiveMarket]:
    market = LiveMarket(at_new_york(day) + timedelta(hours=hour - 16, minutes=minute))
    return PriceGate(market, CALENDAR), market


def trade(price: object, at: datetime, kind: QuoteKind = QuoteKind.LIVE) -> Quote:
    return Quote("AAPL", D(str(price)), at, at.date(), "yahoo", kind)


class TestSample:
    async def test_of_its_true_moves_none_is_held(self) -> None:
        gate = PriceGate(SAMPLE, CALENDAR)
        symbols = sorted(SAMPLE.symbols() or ())
        sessions = CALENDAR.sessions(FIRST_SESSION + timedelta(days=200), LAST_SESSION)[::9]
        for session in sessions:
            for symbol in symbols:
                if symbol == "FB" and session.day < date(2012, 5, 21):
                    continue
                quote = await gate.quote(symbol, as_of=session.closes)
                assert quote == await SAMPLE.quote(symbol, as_of=session.closes)

    @pytest.mark.parametrize("symbol", ["AAPL", "FB", "GOOG", "IBM", "MSFT"])
    async def test_of_its_history_nothing_is_left_out(self, symbol: str) -> None:
        gate, at = PriceGate(SAMPLE, CALENDAR), at_new_york(LAST_SESSION)
        for asked in ("bars", "history"):
            passed = await getattr(gate, asked)(symbol, first=FIRST_SESSION, as_of=at)
            assert passed == await getattr(SAMPLE, asked)(symbol, first=FIRST_SESSION, as_of=at)
        assert await gate.snapshot(symbol, as_of=at) == await SAMPLE.snapshot(symbol, as_of=at)


class TestDoubt:
    async def test_a_close_a_hundred_times_too_low_then_held_with_what_is_withheld(self) -> None:
        gate, market = gate_at(DAY, 17)
        market.bar = {"low": D("4.5"), "high": D("4.6"), "close": D("4.55"), "open": D("4.55")}
        with pytest.raises(PriceHeldError) as held:
            await gate.quote("AAPL")
        assert (held.value.facts["price"], held.value.facts["doubt"]) == (D("4.55"), "hundredfold")
        assert held.value.facts["last"] == D("456.83")
        with pytest.raises(PriceHeldError) as of_snapshot:
            await gate.snapshot("AAPL")
        assert isinstance(of_snapshot.value.withheld, Snapshot)
        assert (await gate.history("AAPL", first=date(2013, 1, 2))).closes[-1].session == date(2013, 1, 30)
        assert (await gate.bars("AAPL", first=date(2013, 1, 2)))[-1].session == date(2013, 1, 30)

    async def test_is_logged_and_counted_once_in_a_session(self, caplog: pytest.LogCaptureFixture) -> None:
        _, market = gate_at(DAY, 17)
        meter = CountingMeter()
        gate = PriceGate(market, CALENDAR, meter=meter)
        market.bar = {"low": D("4.5"), "high": D("4.6"), "close": D("4.55"), "open": D("4.55")}
        for _ in range(3):
            with pytest.raises(PriceHeldError):
                await gate.quote("AAPL")
        assert meter.doubted == ["hundredfold"]
        assert [each.getMessage() for each in caplog.records] == [
            "AAPL: the price of 2013-01-31 by sample is held (hundredfold)"
        ]

    async def test_a_trade_of_later_than_now_then_held(self) -> None:
        gate, market = gate_at(DAY, 12)
        market.latest = trade(455, market.at + timedelta(minutes=6))
        with pytest.raises(PriceHeldError) as held:
            await gate.quote("AAPL")
        assert held.value.facts["doubt"] == "from_the_future"

    async def test_a_listed_split_that_the_price_does_not_show_then_held(self) -> None:
        gate, market = gate_at(DAY, 12)
        market.latest = trade(455, market.at)
        market.splits = (CorporateAction("AAPL", DAY, ActionKind.SPLIT, D(7)),)
        with pytest.raises(PriceHeldError) as held:
            await gate.quote("AAPL")
        assert held.value.facts["doubt"] == "split"
        market.latest = trade(65, market.at)
        assert (await gate.quote("AAPL")).price == 65


class TestActions:
    @pytest.mark.parametrize(("ratio", "is_booked"), [("7", False), ("0.1", False), ("1.001", True)])
    async def test_a_split_that_the_closes_around_it_do_not_show_is_left_out(
        self, ratio: str, *, is_booked: bool
    ) -> None:
        gate, market = gate_at(date(2013, 2, 8), 17)
        market.splits = (CorporateAction("AAPL", DAY, ActionKind.SPLIT, D(ratio)),)
        found = await gate.history("AAPL", first=date(2013, 1, 2))
        assert bool(found.actions) is is_booked


class TestAge:
    @pytest.mark.parametrize(
        ("minutes", "staleness"), [(4, None), (6, Staleness.OLD_TRADE), (180, Staleness.OLD_TRADE)]
    )
    async def test_of_the_last_trade_in_a_session(self, minutes: int, staleness: Staleness | None) -> None:
        gate, market = gate_at(DAY, 15)
        market.latest = trade(455, market.at - timedelta(minutes=minutes))
        quote = await gate.quote("AAPL")
        assert (quote.staleness, quote.opens_at, quote.can_fill) == (staleness, None, staleness is None)

    async def test_a_late_source_then_its_delay_counts(self) -> None:
        gate, market = gate_at(DAY, 15)
        market.latest = replace(trade(455, market.at - timedelta(minutes=18)), delay=timedelta(minutes=15))
        assert (await gate.quote("AAPL")).staleness is None

    async def test_no_trade_since_the_opening(self) -> None:
        gate, _ = gate_at(DAY, 10)
        assert (await gate.quote("AAPL")).staleness is Staleness.NO_TRADE_YET

    async def test_on_a_weekend_the_last_close_is_new_and_fills_nothing(self) -> None:
        gate, _ = gate_at(date(2013, 2, 2), 12)
        quote = await gate.quote("AAPL")
        assert (quote.session, quote.staleness, quote.can_fill) == (date(2013, 2, 1), None, False)
        assert quote.opens_at == at_new_york(date(2013, 2, 4)) - timedelta(hours=6, minutes=30)

    async def test_the_last_session_is_missing(self) -> None:
        gate, market = gate_at(date(2013, 2, 2), 12)
        market.latest = trade(455, at_new_york(DAY), QuoteKind.CLOSE)
        quote = await gate.quote("AAPL")
        assert (quote.staleness, quote.can_fill) == (Staleness.MISSING_SESSION, False)

    async def test_on_a_market_of_the_past_a_close_fills(self) -> None:
        assert (await PriceGate(SAMPLE, CALENDAR).quote("AAPL")).can_fill

    async def test_an_indicative_price_then_fills_nothing(self) -> None:
        gate, market = gate_at(DAY, 12)
        market.latest = trade(455, market.at, QuoteKind.INDICATIVE)
        assert not (await gate.quote("AAPL")).can_fill
