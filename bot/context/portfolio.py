"""Views of an account and its market at one instant, for one turn."""

import asyncio
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from decimal import Decimal
from typing import Final

from bot.domain.market.price_history import PriceChange, price_change
from bot.domain.market.snapshot import Quote, Snapshot
from bot.domain.trading.accounts import Account, Portfolio, Position
from bot.domain.trading.limits import DEFAULT_CAPS, Caps
from bot.errors import MarketDataError
from bot.ports import MarketData, Transaction

_SESSION_BEFORE: Final = timedelta(days=10)  # in which there is always a session


@dataclass(frozen=True, slots=True, kw_only=True)
class MarketView:
    """The market at one instant; no later data is visible."""

    market_time: datetime  # the account's current market time
    as_of: datetime | None  # passed to `market`; None: live data
    market: MarketData

    async def snapshot(self, symbol: str) -> Snapshot:
        """Return everything known about `symbol` at this view's instant. Raises: MarketDataError."""
        return await self.market.snapshot(symbol, as_of=self.as_of)

    async def snapshots(self, symbols: Iterable[str]) -> tuple[tuple[Snapshot, ...], tuple[MarketDataError, ...]]:
        """Return the snapshots of those symbols that have data, and the errors of the others.

        Raises: MarketDataError: no symbol has data.
        """
        results = await asyncio.gather(*(self._try_snapshot(symbol) for symbol in symbols))
        snapshots = tuple(each for each in results if isinstance(each, Snapshot))
        errors = tuple(each for each in results if isinstance(each, MarketDataError))
        if errors and not snapshots:
            raise errors[0]
        return snapshots, errors

    async def quotes(self, symbols: Iterable[str]) -> dict[str, Quote | MarketDataError]:
        """Return the last price of each symbol, or the error if there is none."""
        requested = tuple(symbols)
        return dict(zip(requested, await asyncio.gather(*(self._try_quote(each) for each in requested)), strict=True))

    async def _try_quote(self, symbol: str) -> Quote | MarketDataError:
        try:
            return await self.quote(symbol)
        except MarketDataError as error:
            return error

    async def _try_snapshot(self, symbol: str) -> Snapshot | MarketDataError:
        try:
            return await self.snapshot(symbol)
        except MarketDataError as error:
            return error

    async def price_change(self, symbol: str, first: date, last: date) -> PriceChange | None:
        """Return how the price changed over the days `first` to `last`; None: there is no close in them.

        Raises: MarketDataError.
        """
        history = await self.market.history(symbol, first=first - _SESSION_BEFORE, as_of=self.as_of)
        return price_change(history, first=first, last=last)

    async def quote(self, symbol: str) -> Quote:
        """Return the last price of `symbol` at this view's instant. Raises: MarketDataError."""
        return await self.market.quote(symbol, as_of=self.as_of)

    async def split_ratio(self, symbol: str, *, after: date, through: date) -> Decimal:
        """Return how many shares each share held at the close of `after` has become at the close of `through`.

        Raises: MarketDataError.
        """
        if after >= through:
            return Decimal(1)
        history = await self.market.history(symbol, first=after, as_of=self.as_of)
        return history.split_ratio(after=after, through=through)


@dataclass(frozen=True, slots=True, kw_only=True)
class AccountView(MarketView):
    """An account, its positions and its market at one instant."""

    portfolio: Portfolio


@dataclass(frozen=True, slots=True, kw_only=True)
class PricedHoldings:
    """All positions of an account, and the value of those that have a price."""

    positions: tuple[Position, ...]
    valued: Portfolio  # without the positions that have no price
    market_time: datetime  # of the prices


@dataclass(frozen=True, slots=True)
class PortfolioService:
    """Creates views. It asks the market outside of any transaction, so that no connection waits for prices."""

    market: MarketData
    caps: Caps = DEFAULT_CAPS

    async def market_view(self, account: Account) -> MarketView:
        """Return the market at the account's current market time; requests no prices."""
        as_of = account.market_time
        return MarketView(market_time=as_of or await self.market.now(), as_of=as_of, market=self.market)

    async def holdings(self, tx: Transaction) -> tuple[Account, tuple[Position, ...]]:
        """Return the tenant's account on this market and its positions."""
        return await tx.accounts.holdings(market=self.market.name)

    async def price_holdings(self, account: Account, positions: tuple[Position, ...]) -> PricedHoldings:
        """Return the positions with their prices at the account's market time; a position may have none.

        Raises: MarketDataError: the market does not know its time.
        """
        market_view = await self.market_view(account)
        quotes = await market_view.quotes(held.symbol for held in positions)
        prices = {symbol: quote.price for symbol, quote in quotes.items() if isinstance(quote, Quote)}
        return PricedHoldings(
            positions=positions,
            valued=Portfolio(account, tuple(held for held in positions if held.symbol in prices), prices, self.caps),
            market_time=market_view.market_time,
        )

    async def account_view(self, account: Account, positions: tuple[Position, ...]) -> AccountView:
        """Return the account with its positions valued at its market time.

        Raises: MarketDataError: a position has no price.
        """
        market_view = await self.market_view(account)
        prices = {}
        for symbol, quote in (await market_view.quotes(p.symbol for p in positions)).items():
            if isinstance(quote, MarketDataError):
                raise quote
            prices[symbol] = quote.price
        return AccountView(
            market_time=market_view.market_time,
            as_of=market_view.as_of,
            market=self.market,
            portfolio=Portfolio(account, positions, prices, self.caps),
        )
