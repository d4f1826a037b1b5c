"""The account and its market as one turn sees them."""

import asyncio
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from bot.domain.market.snapshot import Quote, Snapshot
from bot.domain.trading.accounts import Account, Portfolio, Position
from bot.errors import MarketDataError
from bot.ports import MarketData, Stores, Transaction


@dataclass(frozen=True, slots=True, kw_only=True)
class MarketView:
    """The market as an account may know it at one instant."""

    market_time: datetime  # never later than what the account may know
    as_of: datetime | None  # what to ask the market for; None: live
    market: MarketData

    async def snapshot(self, symbol: str) -> Snapshot:
        """Return all that is known of `symbol` at this view's instant. Raises: MarketDataError."""
        return await self.market.snapshot(symbol, as_of=self.as_of)

    async def snapshots(self, symbols: Iterable[str]) -> tuple[tuple[Snapshot, ...], tuple[MarketDataError, ...]]:
        """Return what is known of several, and why of some nothing is. Raises: MarketDataError: nothing of any."""
        found = await asyncio.gather(*(self._attempt(symbol) for symbol in symbols))
        known = tuple(each for each in found if isinstance(each, Snapshot))
        faults = tuple(each for each in found if isinstance(each, MarketDataError))
        if faults and not known:
            raise faults[0]
        return known, faults

    async def quotes(self, symbols: Iterable[str]) -> dict[str, Quote | MarketDataError]:
        """Return the last price of each symbol, or why there is none."""
        asked = tuple(symbols)
        return dict(zip(asked, await asyncio.gather(*(self._attempt_quote(each) for each in asked)), strict=True))

    async def _attempt_quote(self, symbol: str) -> Quote | MarketDataError:
        try:
            return await self.quote(symbol)
        except MarketDataError as error:
            return error

    async def _attempt(self, symbol: str) -> Snapshot | MarketDataError:
        try:
            return await self.snapshot(symbol)
        except MarketDataError as error:
            return error

    async def quote(self, symbol: str) -> Quote:
        """Return the last price of `symbol` at this view's instant. Raises: MarketDataError."""
        return await self.market.quote(symbol, as_of=self.as_of)


@dataclass(frozen=True, slots=True, kw_only=True)
class AccountView(MarketView):
    """The account, its positions and its market at one instant."""

    portfolio: Portfolio

    @property
    def account(self) -> Account:
        """The account looked at."""
        return self.portfolio.account


@dataclass(frozen=True, slots=True)
class PortfolioService:
    """Opens views: reads the account, then asks the market, never inside a transaction."""

    stores: Stores
    market: MarketData

    async def market_view(self, account: Account) -> MarketView:
        """Return the market as `account` may know it; asks for no price."""
        as_of = account.market_time
        return MarketView(market_time=as_of or await self.market.now(), as_of=as_of, market=self.market)

    async def holdings(self, tx: Transaction) -> tuple[Account, tuple[Position, ...]]:
        """Return the tenant's account on this market and what it holds."""
        account = await tx.accounts.default(market=self.market.name)
        return account, await tx.accounts.positions(account.id)

    async def account_view(self, account: Account, positions: tuple[Position, ...]) -> AccountView:
        """Value what an account holds at its market's time. Raises: MarketDataError."""
        market_view = await self.market_view(account)
        prices = {}
        for symbol, found in (await market_view.quotes(p.symbol for p in positions)).items():
            if isinstance(found, MarketDataError):
                raise found
            prices[symbol] = found.price
        return AccountView(
            market_time=market_view.market_time,
            as_of=market_view.as_of,
            market=self.market,
            portfolio=Portfolio(account, positions, prices),
        )
