"""On the live market an account is rolled forward as the exchange opens and closes, whoever asks first."""

from dataclasses import replace
from datetime import date, datetime, time
from decimal import Decimal

import pytest

from adapters.market.calendar import ExchangeCalendar
from adapters.market.hours import at_new_york
from adapters.market.yahoo import YahooMarket
from bot.context.portfolio import PortfolioService
from bot.domain.trading.accounts import Account, Position
from bot.domain.trading.execution.orders import Side
from bot.trading.account.account_report import AccountReportLoader
from bot.trading.account.roll_forward import RollForward
from tests.contract.store_sets import StoreSet, an_order, fake_store_set
from tests.fakes.yahoo import FakeYahoo

pytestmark = pytest.mark.filterwarnings("ignore:Series.values returning an ndarray:DeprecationWarning")
D = Decimal
CALENDAR = ExchangeCalendar(until=date(2014, 12, 31))
SPLIT_DAY, EX_DATE = date(2013, 3, 6), date(2013, 3, 12)


class SettableClock:
    def __init__(self, at: datetime) -> None:
        self.at = at

    def now(self) -> datetime:
        return self.at


class Live:
    """A workspace on Yahoo's market, with 10 shares bought on 2013-03-01, split 2:1 and then paid a dividend."""

    def __init__(self) -> None:
        self.clock = SettableClock(at_new_york(date(2013, 3, 1), time(12)))
        days = [CALENDAR.close_after(date(2013, 3, 28), -back).date() for back in range(300)]
        # Yahoo shows all of it in the shares of after the split.
        self.yahoo = FakeYahoo(
            closes={day: 50.0 if day < EX_DATE else 49.0 for day in days},
            splits={SPLIT_DAY: 2.0},
            dividends={EX_DATE: 0.333},
        )
        self.market = YahooMarket(clock=self.clock, calendar=CALENDAR, client=self.yahoo)
        self.world: StoreSet = fake_store_set()
        self.roll = RollForward(self.world.stores, self.market, CALENDAR, self.clock)

    async def buy(self) -> None:
        turn = await self.world.turn()
        self.tenant_id = turn.tenant_id
        account = await self.account()
        await self.roll.catch_up(account)
        decision = await self.world.confirmed(await self.world.decision(turn))
        order = an_order(decision, side=Side.BUY, shares=D(10), price=D(100))
        order = replace(order, account_id=account.id, reference_as_of=self.clock.at, created_at=self.clock.at)
        async with self.world.stores.transaction(self.tenant_id) as tx:
            assert await tx.accounts.add_order(order)
        await self.world.trade(order)

    async def account(self) -> Account:
        return (await self.holdings())[0]

    async def holdings(self) -> tuple[Account, tuple[Position, ...]]:
        async with self.world.stores.read(self.tenant_id) as tx:
            return await tx.accounts.holdings(market="yahoo")

    async def at(self, day: date, hour: time) -> bool:
        """Ask at that time; return whether anything was done."""
        self.clock.at = at_new_york(day, hour)
        return await self.roll.catch_up(await self.account())


@pytest.fixture
async def live() -> Live:
    made = Live()
    await made.buy()
    return made


async def test_a_split_and_a_dividend_count_from_the_opening_of_their_day(live: Live) -> None:
    assert await live.at(SPLIT_DAY, time(9, 29))  # closes of the days before
    assert (await live.holdings())[1][0].shares == 10
    assert await live.at(SPLIT_DAY, time(9, 30))
    (held,) = (await live.holdings())[1]
    assert (held.shares, held.average_cost) == (D(20), D(50))
    assert not await live.at(SPLIT_DAY, time(15, 59))
    cash = (await live.account()).cash

    assert await live.at(EX_DATE, time(9, 0))
    assert (await live.account()).cash == cash
    assert await live.at(EX_DATE, time(10, 0))
    assert (await live.account()).cash == cash + D("6.66")
    assert await live.at(EX_DATE, time(16, 0))
    assert not await live.at(EX_DATE, time(23, 0))
    assert (await live.account()).cash == cash + D("6.66")


async def test_a_process_that_comes_back_after_weeks_books_all_in_order(live: Live) -> None:
    assert await live.at(date(2013, 3, 28), time(20))
    account = await live.account()
    async with live.world.stores.read(live.tenant_id) as tx:
        booked = (await tx.ledger.load_ledger(account)).actions
        values = await tx.ledger.values(account.id)
    assert [(each.ex_date, each.shares, each.cash) for each in booked] == [
        (SPLIT_DAY, D(10), D("0.00")),
        (EX_DATE, D(20), D("6.66")),
    ]
    assert [value.session for value in values] == [
        CALENDAR.close_after(date(2013, 2, 28), number).date() for number in range(21)
    ]
    assert {value.positions for value in values} == {D(0), D(1000), D(980)}
    assert values[-1].total == account.cash + 980


async def test_the_report_compares_with_a_fund_of_the_index(live: Live) -> None:
    await live.at(date(2013, 3, 28), time(20))
    portfolio = PortfolioService(live.market, live.world.stores)
    reported = await AccountReportLoader(live.world.stores, portfolio, CALENDAR).load(await live.account())
    assert reported.benchmark is not None
    assert reported.benchmark.symbols == ("SPY",)
    # The fake has one history for all: bought at 100, split 2:1, 0.333 on each of two shares, 49 at the end.
    assert reported.benchmark.total_return == (D(98) + D("0.666")) / 100 - 1
    assert ("SPY" in {symbol for symbol, _ in live.yahoo.asked}) is True
