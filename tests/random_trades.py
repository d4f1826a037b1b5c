"""Random trades on the sample market through the real stores, and the account computed apart from its files.

The account's side goes the way of a press: broker, roll forward, report. The other side reads the sample's CSV files by
itself and keeps plain fractions, day by day; it shares no code with the first.
"""

import csv
import gzip
from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import date, datetime
from decimal import ROUND_HALF_UP, Decimal
from fractions import Fraction
from importlib.resources import files
from math import floor
from random import Random

from bot.context.portfolio import PortfolioService
from bot.domain.accounting.roll_forward import AccountValue
from bot.domain.ids import TenantId
from bot.domain.trading.accounts import Account
from bot.domain.trading.execution.orders import OrderStatus, Side
from bot.trading.account.account_report import AccountReportLoader, ReportedAccount
from bot.trading.account.roll_forward import RollForward
from tests.contract.store_sets import COMMISSION, StoreSet, a_thread, an_order
from tests.fakes.core_ports import calendar, sample

FIRST = date(2010, 1, 29)
LAST = date(2013, 3, 1)
SYMBOLS = ("AAPL", "FB", "GOOG", "IBM", "MSFT")
MOST_SESSIONS = 7  # between two trades


@dataclass(frozen=True, slots=True)
class Trade:
    symbol: str
    shares: int  # below zero: sold
    session: date  # at whose close


@dataclass
class TradedAccount:
    """The account after the trades, and what was traded."""

    reported: ReportedAccount
    values: tuple[AccountValue, ...]
    trades: list[Trade] = field(default_factory=list)
    end: date = FIRST


async def trade_at_random(world: StoreSet, *, seed: int, trades: int) -> TradedAccount:
    """Trade through the stores of `world`, moving the clock on in between; return the account's own report."""
    random = Random(seed)  # noqa: S311 - the same trades in every run
    turn = await world.turn(a_thread(1, workspace=f"seed-{seed}"))
    desk = _Desk(world, turn.tenant_id)
    await desk.set_clock(FIRST)
    done: list[Trade] = []
    while len(done) < trades:
        day = await desk.advance(random.randint(0, MOST_SESSIONS)) if done else FIRST
        wanted = await desk.random_trade(random, day)
        if wanted is not None:
            await desk.carry_out(wanted, turn)
            done.append(wanted)
    end = await desk.advance(MOST_SESSIONS)
    account = await desk.account()
    reports = AccountReportLoader(world.stores, PortfolioService(sample(), world.stores), calendar())
    async with world.stores.read(turn.tenant_id) as tx:
        values = await tx.ledger.values(account.id)
    return TradedAccount(await reports.load(account), values, done, end)


class _Desk:
    """Moves one account's clock, and trades on it."""

    def __init__(self, world: StoreSet, tenant_id: TenantId) -> None:
        self._world, self._tenant_id = world, tenant_id
        self._roll = RollForward(world.stores, sample(), calendar(), world.clock)

    async def account(self) -> Account:
        async with self._world.stores.read(self._tenant_id) as tx:
            account, _ = await tx.accounts.holdings(market="sample")
        return account

    async def set_clock(self, day: date) -> None:
        account = await self.account()
        async with self._world.stores.transaction(self._tenant_id) as tx:
            await tx.accounts.set_market_time(account.id, calendar().close_after(day, 0))
        await self._roll.catch_up(await self.account())

    async def advance(self, sessions: int) -> date:
        now = _time_of(await self.account()).date()
        day = min(calendar().close_after(now, sessions).date(), LAST)
        await self.set_clock(day)
        return day

    async def random_trade(self, random: Random, day: date) -> Trade | None:
        """Return a sale of some that are held, or a purchase that leaves cash; None: neither is possible."""
        async with self._world.stores.read(self._tenant_id) as tx:
            account, positions = await tx.accounts.holdings(market="sample")
        if positions and random.random() < 0.45:
            held = random.choice(positions)
            sold = int(held.shares) if random.random() < 0.3 else random.randint(1, int(held.shares))
            return Trade(held.symbol, -sold, day)
        symbol = random.choice([each for each in SYMBOLS if each != "FB" or day >= date(2012, 5, 18)])
        price = (await sample().quote(symbol, as_of=calendar().close_after(day, 0))).price
        most = int(min((account.cash - COMMISSION) / price, 12_000 / price))
        return Trade(symbol, random.randint(1, most), day) if most > 0 else None

    async def carry_out(self, trade: Trade, turn: object) -> None:
        quote = await sample().quote(trade.symbol, as_of=calendar().close_after(trade.session, 0))
        decision = await self._world.confirmed(await self._world.decision(turn))  # type: ignore[arg-type]
        side = Side.BUY if trade.shares > 0 else Side.SELL
        order = an_order(decision, side=side, shares=Decimal(abs(trade.shares)), price=quote.price)
        order = replace(order, symbol=trade.symbol, reference_as_of=quote.as_of, created_at=self._world.clock.now())
        async with self._world.stores.transaction(self._tenant_id) as tx:
            assert await tx.accounts.add_order(order)
        report = await self._world.trade(order)
        assert report.status is OrderStatus.FILLED, report


def _time_of(account: Account) -> datetime:
    assert account.market_time is not None
    return account.market_time


@dataclass
class ComputedApart:
    """The same account from the sample's files and the list of trades alone."""

    cash: Fraction
    shares: dict[str, int] = field(default_factory=lambda: defaultdict(int))
    cost: dict[str, Fraction] = field(default_factory=lambda: defaultdict(Fraction))
    fees: dict[str, Fraction] = field(default_factory=lambda: defaultdict(Fraction))
    realised: dict[str, Fraction] = field(default_factory=lambda: defaultdict(Fraction))
    dividends: dict[str, Fraction] = field(default_factory=lambda: defaultdict(Fraction))
    results: list[Fraction] = field(default_factory=list)
    equity: dict[date, Fraction] = field(default_factory=dict)
    dividends_paid: int = 0


def compute_apart(trades: list[Trade], *, end: date) -> ComputedApart:
    """Go through all sessions: dividends to who held before, the value at the close, then the trades at it."""
    apart, closes, dividends = ComputedApart(Fraction(100_000)), read_closes(), read_dividends()
    fee = Fraction(COMMISSION)
    for day in sorted(each for each in closes if FIRST <= each <= end):
        for symbol, amount in dividends.get(day, {}).items():
            if apart.shares[symbol]:
                paid = Fraction(floor(apart.shares[symbol] * amount * 100 + Fraction(1, 2)), 100)
                apart.dividends[symbol] += paid
                apart.cash += paid
                apart.dividends_paid += 1
        apart.equity[day] = apart.cash + sum(n * closes[day][symbol] for symbol, n in apart.shares.items() if n)
        for trade in (each for each in trades if each.session == day):
            _trade_apart(apart, trade, closes[day][trade.symbol], fee)
    return apart


def _trade_apart(apart: ComputedApart, trade: Trade, price: Fraction, fee: Fraction) -> None:
    symbol, held = trade.symbol, apart.shares[trade.symbol]
    apart.cash -= trade.shares * price + fee
    apart.realised[symbol] -= fee
    apart.shares[symbol] += trade.shares
    if trade.shares > 0:
        apart.cost[symbol] += trade.shares * price
        apart.fees[symbol] += fee
        return
    part = Fraction(-trade.shares, held)
    gain = -trade.shares * price - apart.cost[symbol] * part
    apart.realised[symbol] += gain
    apart.results.append(gain - fee - apart.fees[symbol] * part)
    apart.cost[symbol] *= 1 - part
    apart.fees[symbol] *= 1 - part


def read_closes() -> Mapping[date, Mapping[str, Fraction]]:
    found: dict[date, dict[str, Fraction]] = defaultdict(dict)
    packed = files("adapters.market").joinpath("sample_prices.csv.gz").read_bytes()
    for row in csv.DictReader(gzip.decompress(packed).decode().splitlines()):
        found[date.fromisoformat(row["session"])][row["symbol"]] = Fraction(
            Decimal(row["close"]).quantize(Decimal("0.01"), ROUND_HALF_UP)  # as an exchange quotes it
        )
    return found


def read_dividends() -> Mapping[date, Mapping[str, Fraction]]:
    found: dict[date, dict[str, Fraction]] = defaultdict(dict)
    text = files("adapters.market").joinpath("sample_actions.csv").read_text()
    for row in csv.DictReader(text.splitlines()):
        assert row["kind"] == "dividend"
        found[date.fromisoformat(row["ex_date"])][row["symbol"]] = Fraction(row["value"])
    return found


def figures_of_report(traded: TradedAccount) -> dict[str, int]:
    """Return every figure of the account's report, in cents; counts as they are."""
    report, benchmark = traded.reported.report, traded.reported.benchmark
    assert benchmark is not None
    figures = {
        "cash": cents(report.cash),
        "total": cents(report.total),
        "realised": cents(report.realised),
        "unrealised": cents(report.unrealised),
        "dividends": cents(report.dividends),
        "closed trades": report.trades.count,
        "wins": report.trades.wins,
        "average result": cents(report.trades.average_result or Decimal(0)),
        "benchmark": cents(benchmark.value),
    }
    for each in report.symbols:
        figures |= {
            f"{each.symbol} shares": int(each.shares),
            f"{each.symbol} cost": cents(each.shares * each.average_cost),
            f"{each.symbol} value": cents(each.value or Decimal(0)),
            f"{each.symbol} realised": cents(each.realised),
            f"{each.symbol} dividends": cents(each.dividends),
        }
    return figures | {f"value of {value.session}": cents(value.total) for value in traded.values}


def figures_apart(trades: list[Trade], *, end: date) -> dict[str, int]:
    """Return the same figures, computed apart."""
    apart, closes, dividends = compute_apart(trades, end=end), read_closes(), read_dividends()
    last = closes[end]
    worth = {symbol: apart.shares[symbol] * last.get(symbol, Fraction(0)) for symbol in SYMBOLS}
    listed = [symbol for symbol in SYMBOLS if symbol in closes[FIRST]]
    grown = sum(
        (last[symbol] + sum(paid.get(symbol, 0) for day, paid in dividends.items() if FIRST < day <= end))
        / closes[FIRST][symbol]
        for symbol in listed
    )
    figures = {
        "cash": cents(apart.cash),
        "total": cents(apart.cash + sum(worth.values())),
        "realised": cents(sum(apart.realised.values(), Fraction(0))),
        "unrealised": cents(sum(worth.values(), Fraction(0)) - sum(apart.cost.values())),
        "dividends": cents(sum(apart.dividends.values(), Fraction(0))),
        "closed trades": len(apart.results),
        "wins": sum(result > 0 for result in apart.results),
        "average result": cents(sum(apart.results, Fraction(0)) / max(len(apart.results), 1)),
        "benchmark": cents(Fraction(100_000) * grown / len(listed)),
    }
    for symbol in sorted({trade.symbol for trade in trades}):
        figures |= {
            f"{symbol} shares": apart.shares[symbol],
            f"{symbol} cost": cents(apart.cost[symbol]),
            f"{symbol} value": cents(worth[symbol]),
            f"{symbol} realised": cents(apart.realised[symbol]),
            f"{symbol} dividends": cents(apart.dividends[symbol]),
        }
    return figures | {f"value of {day}": cents(equity) for day, equity in apart.equity.items()}


def cents(amount: Decimal | Fraction) -> int:
    """Return an amount in whole cents, half up; noise of quotients is dropped first."""
    return floor(Fraction(round(Fraction(amount) * 10**8), 10**8) * 100 + Fraction(1, 2))


def differences(traded: TradedAccount) -> dict[str, tuple[int | None, int | None]]:
    """Return every figure in which the report and the one computed apart differ; none: they agree to the cent."""
    ours, theirs = figures_of_report(traded), figures_apart(traded.trades, end=traded.end)
    return {
        name: (ours.get(name), theirs.get(name))
        for name in sorted({*ours, *theirs})
        if ours.get(name) != theirs.get(name)
    }
