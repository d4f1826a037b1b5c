"""The poller of live prices: during sessions, on fresh prices only, each alert told once."""

from dataclasses import replace
from datetime import date, datetime, timedelta
from decimal import Decimal
from typing import Any

import pytest

from adapters.market.price_gate import PriceGate
from bot.bootstrap.conversation import ConversationCore
from bot.calendar.alert_poll import AlertPoll
from bot.domain.accounting.corrections import CorrectionStatus, HoldingCorrection, ReleasedPrice
from bot.domain.ids import AccountId
from bot.domain.market.price_history import ActionKind, CorporateAction, PriceHistory, SessionClose
from bot.domain.market.sessions import TradingSession
from bot.domain.market.snapshot import Bar, NewsItem, Quote, QuoteKind, Snapshot, market_date
from bot.domain.watching.alerts import PriceAlert
from bot.errors import MarketSourceError
from bot.ports.meter import NoMeter
from tests.fakes.core import Talk, text_of
from tests.fakes.watching_stores import FakeAlertWatch


class LivePrices:
    """A live market with the prices that a test sets; others have none."""

    name = "yahoo"
    benchmark: tuple[str, ...] = ()

    def __init__(self, talk: Talk) -> None:
        self.talk = talk
        self.prices: dict[str, str] = {}
        self.age = timedelta(minutes=1)
        self.once = False  # whether it answers the first question only
        self.asked: list[str] = []
        self.last_close: Decimal | None = None
        self.splits: tuple[CorporateAction, ...] = ()

    async def quote(self, symbol: str, *, as_of: datetime | None = None, anew: bool = False) -> Quote:
        assert as_of is None
        self.asked.append(symbol + " anew" * anew)
        if symbol not in self.prices or (self.once and anew):
            raise MarketSourceError(symbol=symbol, source="yahoo", cause="timeout")
        at = self.talk.clock.now() - self.age
        return Quote(symbol, Decimal(self.prices[symbol]), at, market_date(at), "yahoo", kind=QuoteKind.LIVE)

    async def history(self, symbol: str, *, first: date, as_of: datetime | None = None) -> PriceHistory:
        assert first
        assert as_of is None
        closes = tuple(SessionClose(each.session, each.close) for each in self._bars())
        return PriceHistory(symbol, closes=closes, actions=self.splits)

    async def snapshot(self, symbol: str, *, as_of: datetime | None = None) -> Snapshot:
        raise NotImplementedError

    async def news(self, symbol: str) -> tuple[NewsItem, ...]:
        raise NotImplementedError

    async def bars(self, symbol: str, *, first: date, as_of: datetime | None = None) -> tuple[Bar, ...]:
        assert (symbol in self.prices, bool(first), as_of) == (True, True, None)
        return self._bars()

    def _bars(self) -> tuple[Bar, ...]:
        if self.last_close is None:
            return ()
        yesterday = market_date(self.talk.clock.now()) - timedelta(days=1)
        return (Bar(yesterday, *(self.last_close,) * 4, volume=1_000),)

    async def now(self) -> datetime:
        return self.talk.clock.now()

    def data_range(self) -> tuple[date, date] | None:
        return None

    def symbols(self) -> frozenset[str] | None:
        return None


class Hours:
    """A calendar that is open or closed, as a test sets it."""

    is_trading = True

    def is_open(self, at: datetime) -> bool:
        assert at.tzinfo
        return self.is_trading

    def last_close(self, at: datetime) -> datetime:
        return at - timedelta(days=1)

    def close_after(self, session: date, sessions: int) -> datetime:
        raise NotImplementedError

    def sessions_between(self, first: date, last: date) -> int:
        raise NotImplementedError

    def sessions(self, first: date, last: date) -> tuple[TradingSession, ...]:
        raise NotImplementedError


class LateMeter(NoMeter):
    def __init__(self) -> None:
        self.late: list[float] = []

    def alert_told(self, seconds: float) -> None:
        self.late.append(seconds)


class World:
    """A workspace with live prices."""

    def __init__(self, talk: Talk) -> None:
        self.talk = talk
        self.market = LivePrices(talk)
        self.hours = Hours()
        self.meter = LateMeter()
        self.watch = FakeAlertWatch(talk.memory)

    def poller(self) -> AlertPoll:
        ports = replace(
            self.talk.ports, market=PriceGate(self.market, self.hours), calendar=self.hours, meter=self.meter
        )
        core = ConversationCore(ports)
        return core.alert_poll(self.watch, interval=timedelta(minutes=1), pause_seconds=0)

    async def poll(self) -> list[str]:
        """Poll once; return all notices."""
        await self.poller().poll()
        return [text_of(each) for each in self.talk.notices()]

    async def set_alert(self, text: str, *, price: str | None = None) -> PriceAlert:
        """Set an alert on the sample, and let it be one on a live account, armed an hour ago; `price`: of AAPL now."""
        self.market.prices |= {} if price is None else {"AAPL": price}
        await self.talk.say("ann", text)
        state = self.talk.memory.state
        alert_id, (tenant_id, alert) = list(state.alerts.items())[-1]
        before = self.talk.clock.now() - timedelta(hours=1)
        reference = replace(alert.reference, at=before)
        live = replace(alert, market="yahoo", armed_from=before, reference=reference)
        state.alerts[alert_id] = (tenant_id, live)
        account = state.accounts[alert.account_id]
        state.accounts[alert.account_id] = replace(account, market_time=None)
        return live

    def change(self, alert: PriceAlert, **changes: Any) -> None:  # noqa: ANN401 - of its fields
        tenant_id, stored = self.talk.memory.state.alerts[alert.id]
        self.talk.memory.state.alerts[alert.id] = (tenant_id, replace(stored, **changes))


@pytest.fixture
def world(talk: Talk) -> World:
    return World(talk)


async def test_price_reaches_the_level_then_told_once_with_time_and_source(world: World) -> None:
    await world.set_alert("/alert AAPL < 440")
    world.market.prices["AAPL"] = "441"
    assert await world.poll() == []
    world.market.prices["AAPL"] = "439.20"
    (notice,) = await world.poll()
    assert "AAPL has reached $440.00 or less. It is at $439.20" in notice
    assert "yahoo" in notice
    assert "late" not in notice
    assert len(await world.poll()) == 1
    assert len(world.meter.late) == 1


@pytest.mark.parametrize(("price", "minutes"), [("439", 6), ("4.56", 1)])
async def test_price_is_stale_or_far_from_the_last_close_then_nothing_is_told(
    world: World, price: str, minutes: int
) -> None:
    await world.set_alert("/alert AAPL < 440")
    world.market.prices["AAPL"], world.market.last_close = price, Decimal("455.49")
    world.market.age = timedelta(minutes=minutes)
    assert await world.poll() == []


@pytest.mark.parametrize("price", ["0", "-3", "NaN", "none"])
async def test_source_gives_no_price_then_the_others_are_told(world: World, price: str) -> None:
    await world.set_alert("/alert AAPL < 440")
    await world.set_alert("/alert IBM > 210")
    world.market.prices |= {"AAPL": price, "IBM": "211"}
    (notice,) = await world.poll()
    assert "IBM" in notice


async def test_share_is_split_overnight_then_told_by_its_new_level_only(world: World) -> None:
    alert = await world.set_alert("/alert AAPL < 440")
    world.change(alert, reference=replace(alert.reference, at=world.talk.clock.now() - timedelta(days=1)))
    world.market.prices["AAPL"], world.market.last_close = "113.90", Decimal("455.49")
    assert await world.poll() == [], "the source has not listed the split yet"
    today = market_date(world.talk.clock.now())
    world.market.splits = (CorporateAction("AAPL", today, ActionKind.SPLIT, Decimal(4)),)
    assert await world.poll() == []
    world.market.prices["AAPL"] = "109.99"
    (notice,) = await world.poll()
    assert "AAPL has reached $110.00 or less. It is at $109.99" in notice


async def test_doubted_price_is_released_then_told_on_that_account_only(world: World) -> None:
    alert = await world.set_alert("/alert AAPL < 440")
    tenant_id, _ = world.talk.memory.state.alerts[alert.id]
    world.market.prices["AAPL"], world.market.last_close = "201.50", Decimal("455.49")
    assert await world.poll() == []
    now, turn = world.talk.clock.now(), alert.turn_id
    before, day = SessionClose(market_date(now), Decimal("455.49")), market_date(now - world.market.age)
    price = {"symbol": "AAPL", "price": Decimal(200), "session": day, "before": before}
    change = ReleasedPrice(**price, effective_at=now, booked_at=now)  # type: ignore[arg-type]
    ids = {"id": alert.id, "account_id": AccountId(alert.id), "asked_turn": turn}
    release = HoldingCorrection(**ids, change=change, status=CorrectionStatus.BOOKED, person=alert.person)  # type: ignore[arg-type]
    world.talk.memory.state.corrections[release.id] = (tenant_id, release)
    assert await world.poll() == [], "it is released on another account"
    world.talk.memory.state.corrections[release.id] = (tenant_id, replace(release, account_id=alert.account_id))
    (notice,) = await world.poll()
    assert "It is at $201.50" in notice


async def test_price_is_gone_when_asked_for_anew_then_nothing_is_told(world: World) -> None:
    await world.set_alert("/alert AAPL < 440")
    world.market.prices["AAPL"], world.market.once = "439", True
    assert await world.poll() == []
    assert world.market.asked == ["AAPL", "AAPL anew"]


async def test_price_of_before_the_alert_then_nothing_is_told(world: World) -> None:
    world.change(await world.set_alert("/alert AAPL < 440"), armed_from=world.talk.clock.now())
    world.market.prices["AAPL"] = "439"
    assert await world.poll() == []


async def test_share_with_several_alerts_is_asked_for_once_and_anew_before_they_are_told(world: World) -> None:
    for text in ("/alert AAPL < 440", "/alert AAPL < 430", "/alert AAPL > 500"):
        await world.set_alert(text)
    world.market.prices["AAPL"] = "429"
    assert len(await world.poll()) == 2
    assert world.market.asked == ["AAPL", "AAPL anew"]


async def test_exchange_is_closed_or_another_process_polls_then_nobody_is_asked(world: World) -> None:
    await world.set_alert("/alert AAPL < 440", price="439")
    world.hours.is_trading = False
    assert await world.poll() == []
    world.hours.is_trading, world.watch.is_free = True, False
    assert await world.poll() == []
    assert world.market.asked == []
    world.watch.is_free = True
    assert len(await world.poll()) == 1


async def test_sample_market_is_not_polled(talk: Talk) -> None:
    await talk.say("ann", "/alert AAPL > 456")
    watch = FakeAlertWatch(talk.memory)
    assert await talk.core.alert_poll(watch, interval=timedelta(minutes=1), pause_seconds=0).poll() == 0
    assert watch.pauses == []


async def test_price_is_minutes_old_then_the_notice_says_how_late_it_is(world: World) -> None:
    await world.set_alert("/alert AAPL < 440", price="439")
    world.market.age = timedelta(minutes=4)
    (notice,) = await world.poll()
    assert "This alert is 4 minutes late." in notice
