"""Views of an account and its market at one instant, for one turn, with prices that an admin has released."""

import asyncio
from collections.abc import Awaitable, Iterable
from dataclasses import dataclass, replace
from datetime import date, datetime
from decimal import Decimal
from typing import Final, TypeVar

from bot.domain.accounting.corrections import HoldingCorrection
from bot.domain.ids import AccountId
from bot.domain.market.price_history import SessionClose
from bot.domain.market.snapshot import PriceRelease, Quote, Snapshot, market_date
from bot.domain.trading.accounts import Account, LastPriceBeforeDoubt, Portfolio, Position, StatedPriceOfDay
from bot.domain.trading.trading_limits import DEFAULT_CAPS, Caps
from bot.errors import (
    HoldingWithoutPriceError,
    MarketDataError,
    MarketSourceError,
    NoPriceError,
    PriceHeldError,
    UnknownSymbolError,
)
from bot.ports import MarketData, Stores, Transaction

_TOLERANCE: Final = Decimal("0.05")  # a released price stands for those near it, for the rest of its session


@dataclass(frozen=True, slots=True)
class AccountPrices:
    """The released prices and the positions of one account. Its methods raise: StoreUnavailableError."""

    stores: Stores
    account: Account

    async def released(self, quote: Quote) -> Quote | None:
        """Return a doubted price marked as released; None: no price near it is, of its session."""
        async with self.stores.read(self.account.tenant_id) as tx:
            return await released_quote(tx, self.account.id, quote)

    async def position(self, symbol: str) -> Position | None:
        """Return the position in a share; None: nothing is held."""
        async with self.stores.read(self.account.tenant_id) as tx:
            positions = await tx.accounts.positions(self.account.id)
        return next((each for each in positions if each.symbol == symbol), None)


async def released_quote(tx: Transaction, account_id: AccountId, quote: Quote) -> Quote | None:
    """Return a doubted price marked as released on the account; None: no price near it is, of its session."""
    releases = await tx.corrections.releases(account_id, symbol=quote.symbol, session=quote.session)
    covering = next((each for each in releases if _covers(each, quote.price)), None)
    if covering is None:
        return None
    return replace(quote, release=release_of(covering))


def release_of(correction: HoldingCorrection) -> PriceRelease:
    """Return who has released the price of a booked release, and when."""
    return PriceRelease(correction.person.name, correction.change.booked_at)


def _covers(release: HoldingCorrection, price: Decimal) -> bool:
    released = release.change.price
    return released is not None and abs(price - released) <= released * _TOLERANCE


_PATIENCE_SECONDS: Final = 5.0  # with one of several shares
T = TypeVar("T")


@dataclass(frozen=True, slots=True, kw_only=True)
class MarketView:
    """The market at one instant; no later data is visible."""

    market_time: datetime  # the account's current market time
    as_of: datetime | None  # passed to `market`; None: live data
    market: MarketData
    account_prices: AccountPrices | None = None  # None: no doubted price is released, and nothing is held

    async def snapshot(self, symbol: str) -> Snapshot:
        """Return everything known about `symbol` at this view's instant. Raises: as `quote`."""
        try:
            return await self._unless_held(symbol, self.market.snapshot(symbol, as_of=self.as_of))
        except PriceHeldError as error:
            withheld = error.withheld
            if isinstance(withheld, Snapshot) and (released := await self._released(withheld.quote)) is not None:
                return replace(withheld, quote=released)
            raise

    async def _unless_held(self, symbol: str, asked: Awaitable[T]) -> T:
        """Return the market's answer; a share that is held is known, whatever the source says of it now."""
        try:
            return await asked
        except (UnknownSymbolError, NoPriceError) as error:
            held = await self._position(symbol)
            if held is None:
                raise
            last, why = _last_good(held), error.facts.get("why", "none")
            since = error.facts.get("since", "")
            raise HoldingWithoutPriceError(
                symbol=symbol, price=last.price, date=last.session, why=why, since=since
            ) from error

    async def _position(self, symbol: str) -> Position | None:
        """Return what the account holds of a share; None: nothing."""
        return None if self.account_prices is None else await self.account_prices.position(symbol)

    async def _released(self, quote: Quote) -> Quote | None:
        """Return a doubted price that an admin of the workspace has released; None: it is not."""
        return None if self.account_prices is None else await self.account_prices.released(quote)

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
        """Return the last price, or the error: of one share that hangs, the others do not have to wait for long."""
        try:
            async with asyncio.timeout(_PATIENCE_SECONDS):
                return await self.quote(symbol)
        except MarketDataError as error:
            return error
        except TimeoutError:
            return MarketSourceError(symbol=symbol, source=self.market.name, cause="timeout")

    async def _try_snapshot(self, symbol: str) -> Snapshot | MarketDataError:
        try:
            return await self.snapshot(symbol)
        except MarketDataError as error:
            return error

    async def quote(self, symbol: str, *, anew: bool = False) -> Quote:
        """Return the last price of `symbol` at this view's instant; `anew` asks the source again.

        Raises: MarketDataError. HoldingWithoutPriceError: the source has none now of a share that is held.
        """
        try:
            return await self._unless_held(symbol, self.market.quote(symbol, as_of=self.as_of, anew=anew))
        except PriceHeldError as error:
            withheld = error.withheld
            if isinstance(withheld, Quote) and (released := await self._released(withheld)) is not None:
                return released
            raise

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

    async def _position(self, symbol: str) -> Position | None:
        return self.portfolio.position(symbol)


@dataclass(frozen=True, slots=True)
class PortfolioService:
    """Creates views. It asks the market outside of any transaction, so that no connection waits for prices."""

    market: MarketData
    stores: Stores
    caps: Caps = DEFAULT_CAPS

    async def market_view(self, account: Account) -> MarketView:
        """Return the market at the account's current market time; requests no prices."""
        as_of = account.market_time
        return MarketView(
            market_time=as_of or await self.market.now(),
            as_of=as_of,
            market=self.market,
            account_prices=AccountPrices(self.stores, account),
        )

    async def holdings(self, tx: Transaction) -> tuple[Account, tuple[Position, ...]]:
        """Return the tenant's account on this market and its positions."""
        return await tx.accounts.holdings(market=self.market.name)

    async def account_view(self, account: Account, positions: tuple[Position, ...]) -> AccountView:
        """Return the account with its positions valued at its market time, each on its own.

        One without a price is valued at its last good one, and named in `Portfolio.last_known`.

        Raises: MarketDataError: the market does not know its time.
        """
        market_view = await self.market_view(account)
        quotes = await market_view.quotes(held.symbol for held in positions)
        # With a split that is not booked, a price may be of other shares than those that are held.
        last_known = {
            held.symbol: _counted_at(held, quotes[held.symbol])
            for held in positions
            if held.held_split or not isinstance(quotes[held.symbol], Quote)
        }
        prices = {symbol: quote.price for symbol, quote in quotes.items() if isinstance(quote, Quote)}
        prices |= {symbol: last.price for symbol, last in last_known.items()}
        return AccountView(
            market_time=market_view.market_time,
            as_of=market_view.as_of,
            market=self.market,
            account_prices=market_view.account_prices,
            portfolio=Portfolio(account, positions, prices, self.caps, last_known=last_known),
        )


def _counted_at(held: Position, found: Quote | MarketDataError) -> SessionClose:
    """Return the price at which a position counts that cannot count at a present one, with why if that is doubted."""
    last = _last_good(held)
    if isinstance(found, PriceHeldError) and not isinstance(last, StatedPriceOfDay):
        return LastPriceBeforeDoubt(last.session, last.price, found.facts)
    return last


def _last_good(held: Position) -> SessionClose:
    return held.last_good or SessionClose(market_date(held.opened_at), held.average_cost)
