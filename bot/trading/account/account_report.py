"""Reads a workspace's account: the report by its ledger, last prices and benchmark; and the overview of its home."""

import asyncio
import logging
from dataclasses import dataclass, field, replace
from datetime import date, datetime, timedelta
from decimal import Decimal
from typing import Final

from bot.context.portfolio import AccountView, MarketView, PortfolioService
from bot.domain.accounting.report import (
    AccountReport,
    BenchmarkReturn,
    PeriodResult,
    benchmark_return,
    period_result,
    unpriced_report,
    with_prices,
)
from bot.domain.accounting.results import ResultOfDays, holding_result
from bot.domain.ids import AccountId, TenantId
from bot.domain.market.price_history import CorporateAction, PriceHistory
from bot.domain.market.snapshot import Quote, market_date
from bot.domain.trading.accounts import Account, Position
from bot.domain.trading.decisions import Decision, DecisionQuery, Resolution
from bot.domain.trading.execution.orders import AccountOrder, OrderReport
from bot.domain.trading.pending import PendingPage, PendingQuery
from bot.errors import MarketDataError
from bot.ports import Clock, Stores, TradingCalendar, Transaction
from bot.trading.account.roll_forward import RollForward

_MARGIN: Final = timedelta(days=10)  # in which there is always a session
_KEPT: Final = 256  # reports, a few hundred bytes for each symbol

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True, kw_only=True)
class ReportedAccount:
    """The report on an account, and the market it is valued at."""

    account: Account
    report: AccountReport
    market_time: datetime
    open_orders: tuple[AccountOrder, ...] = ()  # confirmed and not carried out yet, newest first
    held_actions: tuple[CorporateAction, ...] = ()  # listed for positions, and not booked
    benchmark: BenchmarkReturn | None = None  # None: not asked for, or its prices cannot be read


@dataclass(frozen=True, slots=True)
class AccountReportLoader:
    """Reads reports: the stores in one transaction, then the prices."""

    stores: Stores
    portfolio: PortfolioService
    calendar: TradingCalendar
    _kept: dict[tuple[AccountId, int, date], AccountReport] = field(default_factory=dict)

    async def load(self, account: Account, *, with_benchmark: bool = True) -> ReportedAccount:
        """Return the report on an account; a position without a price counts at its last good one.

        Raises: MarketDataError: the market does not know its time. StoreUnavailableError.
        """
        async with self.stores.read(account.tenant_id) as tx:
            positions = await tx.accounts.positions(account.id)
            open_orders = await tx.accounts.open_orders(account.id)
        view = await self.portfolio.account_view(account, positions)
        unpriced = await self._unpriced(account, since=market_date(self.calendar.last_close(view.market_time)))
        report = with_prices(unpriced, view.portfolio.prices, last_known=view.portfolio.last_known)
        return ReportedAccount(
            account=account,
            report=report,
            market_time=view.market_time,
            open_orders=open_orders,
            held_actions=tuple(each.held_action for each in positions if each.held_action is not None),
            benchmark=await self._benchmark(view, report.since, report.starting_cash) if with_benchmark else None,
        )

    async def load_period(
        self, reported: ReportedAccount, first: date, last: date, *, with_benchmark: bool = False
    ) -> PeriodResult | None:
        """Return the result of the days `first` to `last`; None: the account is younger."""
        async with self.stores.read(reported.account.tenant_id) as tx:
            values = await tx.ledger.values(reported.account.id)
        today = market_date(reported.market_time)
        result = period_result(values, first=first, last=last, report=reported.report, today=today)
        if result is None or not with_benchmark:
            return result
        view = await self.portfolio.market_view(reported.account)
        if result.until is not None:
            view = replace(view, as_of=self.calendar.sessions(result.until, result.until)[0].closes)
        return replace(result, benchmark=await self._benchmark(view, result.since, result.before))

    async def load_holding(
        self, reported: ReportedAccount, symbol: str, first: date, last: date
    ) -> ResultOfDays | None:
        """Return the result of one holding over the days `first` to `last`; None: it was not held by then.

        Raises: StoreUnavailableError, MarketDataError.
        """
        now = next((each for each in reported.report.symbols if each.symbol == symbol), None)
        if now is None:
            return None
        async with self.stores.read(reported.account.tenant_id) as tx:
            ledger = await tx.ledger.load_ledger(reported.account)
        is_past = last < market_date(reported.market_time)
        sessions = self.calendar.sessions(first - _MARGIN, last) if is_past else ()
        *_, before = self.calendar.sessions(first - _MARGIN, first - timedelta(days=1))
        view = await self.portfolio.market_view(reported.account)
        history = await view.market.history(symbol, first=before.day - _MARGIN, as_of=view.as_of)
        return holding_result(ledger, history, now, before=before, until=sessions[-1] if sessions else None)

    async def _unpriced(self, account: Account, *, since: date) -> AccountReport:
        """Return the report without prices; `since` is when an account begins that has not been valued yet.

        It changes only with the ledger, which may have thousands of entries: the latest reports are kept.
        """
        async with self.stores.read(account.tenant_id) as tx:
            count = await tx.ledger.count_entries(account.id)
            first = await tx.ledger.first_session(account.id)
            key = (account.id, count, first or since)
            if key in self._kept:
                return self._kept[key]
            ledger = await tx.ledger.load_ledger(account)
        while len(self._kept) >= _KEPT:
            del self._kept[next(iter(self._kept))]
        return self._kept.setdefault(key, unpriced_report(ledger, since=first or since))

    async def _benchmark(self, view: MarketView, since: date, money: Decimal) -> BenchmarkReturn | None:
        symbols = view.market.benchmark
        histories, prices = await asyncio.gather(
            asyncio.gather(*(self._history(view, symbol, since) for symbol in symbols)),
            self._prices(view, symbols),
        )
        found = [each for each in histories if each is not None]
        return benchmark_return(found, money=money, since=since, prices=prices)

    async def _prices(self, view: MarketView, symbols: tuple[str, ...]) -> dict[str, Decimal]:
        quotes = await view.quotes(symbols)
        return {symbol: quote.price for symbol, quote in quotes.items() if isinstance(quote, Quote)}

    async def _history(self, view: MarketView, symbol: str, first: date) -> PriceHistory | None:
        try:
            return await view.market.history(symbol, first=first, as_of=view.as_of)
        except MarketDataError as error:
            _log.info("the benchmark is without %s: %s", symbol, type(error).__name__)
            return None


_OUTCOMES_SHOWN: Final = 5


@dataclass(frozen=True, slots=True)
class DecisionOutcome:
    """A decision that is no longer pending, and how it ended."""

    decision: Decision
    resolution: Resolution | None  # None: nobody confirmed or cancelled it
    report: OrderReport | None  # the broker's, on its order; None: there is none


@dataclass(frozen=True, slots=True, kw_only=True)
class AccountOverview:
    """A workspace's account, and its pending and latest decisions."""

    holdings: AccountView | MarketDataError  # the error: the market does not know its time
    pending: PendingPage  # the first
    open_orders: tuple[AccountOrder, ...]  # confirmed and not carried out yet, newest first
    outcomes: tuple[DecisionOutcome, ...]  # of the latest decisions, newest first


@dataclass(frozen=True, slots=True)
class AccountOverviewLoader:
    """Reads overviews: the stores in one transaction, then the prices."""

    stores: Stores
    portfolio: PortfolioService
    roll_forward: RollForward
    clock: Clock

    async def load(self, tenant_id: TenantId, person_id: str) -> AccountOverview:
        """Return the overview of a workspace's account on this market for a person."""
        query = PendingQuery(at=self.clock.now(), person_id=person_id)
        async with self.stores.read(tenant_id) as tx:
            account, positions = await self.portfolio.holdings(tx)
            pending = await tx.decisions.pending_page(query)
            open_orders = await tx.accounts.open_orders(account.id)
            outcomes = await _latest_outcomes(tx, account)
        if await self.roll_forward.try_catch_up(account):
            async with self.stores.read(tenant_id) as tx:
                account, positions = await self.portfolio.holdings(tx)
        holdings = await self._view(account, positions)
        return AccountOverview(holdings=holdings, pending=pending, open_orders=open_orders, outcomes=outcomes)

    async def _view(self, account: Account, positions: tuple[Position, ...]) -> AccountView | MarketDataError:
        try:
            return await self.portfolio.account_view(account, positions)
        except MarketDataError as error:
            return error


async def _latest_outcomes(tx: Transaction, account: Account) -> tuple[DecisionOutcome, ...]:
    query = DecisionQuery(limit=_OUTCOMES_SHOWN, market=account.market, include_proposed=False)
    return tuple(
        [
            DecisionOutcome(each, await tx.decisions.resolution(each.id), await tx.accounts.report_for(each.id))
            for each in await tx.decisions.find_matching(query)
        ]
    )
