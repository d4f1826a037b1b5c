"""Plans corrections of holdings and releases of prices: what would be booked now, or why nothing can be."""

from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import date, datetime
from decimal import Decimal
from typing import Final, cast

from bot.context.portfolio import MarketView, PortfolioService
from bot.domain.accounting.books import apply_conversion, positions_of
from bot.domain.accounting.corrections import (
    CorrectionProblem,
    CorrectionStatus,
    HoldingCorrection,
    ReleasedPrice,
    StatedPrice,
    is_traded_since,
)
from bot.domain.accounting.ledger import ConversionTerms, HoldingConversion, Ledger
from bot.domain.conversation.turns import Turn
from bot.domain.ids import TenantId, derive_id
from bot.domain.market.price_history import SessionClose
from bot.domain.market.snapshot import Quote, market_date
from bot.domain.trading.accounts import Account, Position
from bot.domain.trading.execution.orders import AccountOrder
from bot.errors import HoldingCorrectionError, MarketDataError, PriceHeldError
from bot.ports import Clock, Stores
from bot.trading.account.roll_forward import RollForward

_NEAR: Final = Decimal("0.01")  # of a doubted price: as far may the one that is named or was shown be from it


@dataclass(frozen=True, slots=True, kw_only=True)
class PlannedCorrection:
    """A correction that can be booked or undone now, and what it changes."""

    account: Account  # before it
    correction: HoldingCorrection
    before: Mapping[str, Position | None]  # the positions that it changes
    after: Mapping[str, Position | None]
    cash: Decimal  # of the account, afterwards
    market_time: datetime  # when it was planned
    doubted: PriceHeldError | None = None  # of a release: the price as the source says it now, and why it is doubted


@dataclass(frozen=True, slots=True)
class _Books:
    """An account rolled forward, and what stands on it."""

    account: Account
    positions: Mapping[str, Position]
    open_orders: tuple[AccountOrder, ...]
    ledger: Ledger
    view: MarketView


@dataclass(frozen=True, slots=True)
class CorrectionPlanner:
    """Plans corrections. Asks the market outside of any transaction; stores nothing but what rolling forward books.

    Every method raises HoldingCorrectionError: its fact `reason` is the problem. ActionWaitsForOrderError.
    MarketDataError: the new symbol is not known, or the source does not answer. StoreUnavailableError.
    """

    stores: Stores
    portfolio: PortfolioService
    roll_forward: RollForward
    clock: Clock

    async def plan_conversion(self, terms: ConversionTerms, *, turn: Turn) -> PlannedCorrection:
        """Return the correction that converts all that is held of a share, as it would be proposed now."""
        if not terms.has_usual_size:
            raise _refusal(CorrectionProblem.UNUSUAL, terms.symbol)
        books = await self._books(turn.tenant_id, terms.symbol)
        held = books.positions.get(terms.symbol)
        if held is None:
            raise _refusal(CorrectionProblem.NOT_HELD, terms.symbol)
        if terms.into == terms.symbol and held.held_action is None:
            raise _refusal(CorrectionProblem.SAME, terms.symbol)
        price = (await books.view.quote(terms.into)).price if terms.into else None
        change = apply_conversion(
            terms, shares=held.shares, price=price, effective_at=books.view.market_time, booked_at=self.clock.now()
        )
        return self._planned(books, _proposed(change, books.account, turn), change, (*books.ledger.conversions, change))

    async def plan_price(self, symbol: str, price: Decimal, *, turn: Turn) -> PlannedCorrection:
        """Return the correction that values a holding at a stated price, as it would be proposed now."""
        books = await self._books(turn.tenant_id, symbol)
        held = books.positions.get(symbol)
        if held is None:
            raise _refusal(CorrectionProblem.NOT_HELD, symbol)
        change = StatedPrice(
            symbol=symbol,
            price=price,
            shares=held.shares,
            before=held.last_good or SessionClose(market_date(held.opened_at), held.average_cost),
            effective_at=books.view.market_time,
            booked_at=self.clock.now(),
        )
        return await self._planned_price(books, _proposed(change, books.account, turn))

    async def plan_release(self, symbol: str, price: Decimal, *, turn: Turn) -> PlannedCorrection:
        """Return the release of a doubted price near the one named, as it would be proposed now."""
        books = await self._books(turn.tenant_id)
        quote, error = await _doubted(books.view, symbol, named=price)
        change = ReleasedPrice(
            symbol=symbol,
            price=quote.price,
            session=quote.session,
            before=SessionClose(cast("date", error.facts["last_session"]), cast("Decimal", error.facts["last"])),
            effective_at=books.view.market_time,
            booked_at=self.clock.now(),
        )
        return _unchanged(books, _proposed(change, books.account, turn), error)

    async def plan_booking(self, correction: HoldingCorrection, *, turn: Turn) -> PlannedCorrection:
        """Return a proposed correction as it is to be booked: exactly as it was shown, from now on."""
        change = correction.change
        if isinstance(change, ReleasedPrice):
            return await self._plan_release_booking(correction, change, turn=turn)
        books = await self._books(turn.tenant_id, change.symbol)
        held = books.positions.get(change.symbol)
        if books.account.id != correction.account_id or held is None or held.shares != change.shares:
            raise _refusal(CorrectionProblem.CHANGED, change.symbol)
        booked = replace(change, effective_at=books.view.market_time, booked_at=self.clock.now())
        confirmed = replace(correction, change=booked, status=CorrectionStatus.BOOKED, person=turn.person)
        if isinstance(booked, StatedPrice):
            return await self._planned_price(books, confirmed)
        return self._planned(books, confirmed, booked, (*books.ledger.conversions, booked))

    async def plan_undo(self, correction: HoldingCorrection, *, turn: Turn) -> PlannedCorrection:
        """Return a booked correction as it is to be undone: the ledger is then as if it had never been."""
        change = correction.change
        books = await self._books(turn.tenant_id, *(() if isinstance(change, ReleasedPrice) else change.symbols))
        undone = replace(correction, status=CorrectionStatus.UNDONE, person=turn.person)
        if not isinstance(change, HoldingConversion):
            return _unchanged(books, undone)
        if books.account.id != correction.account_id or is_traded_since(books.ledger, change):
            raise _refusal(CorrectionProblem.TRADED, change.symbol)
        if books.account.cash < change.cash:
            raise _refusal(CorrectionProblem.CASH_SPENT, change.symbol)
        others = tuple(each for each in books.ledger.conversions if each != change)
        return self._planned(books, undone, change, others)

    async def _plan_release_booking(
        self, correction: HoldingCorrection, change: ReleasedPrice, *, turn: Turn
    ) -> PlannedCorrection:
        books = await self._books(turn.tenant_id)
        quote, error = await _doubted(books.view, change.symbol, named=change.price)
        if quote.session != change.session:
            raise _refusal(CorrectionProblem.ANOTHER_PRICE, change.symbol)
        booked = replace(change, effective_at=books.view.market_time, booked_at=self.clock.now())
        confirmed = replace(correction, change=booked, status=CorrectionStatus.BOOKED, person=turn.person)
        return _unchanged(books, confirmed, error)

    async def _planned_price(self, books: _Books, correction: HoldingCorrection) -> PlannedCorrection:
        """Return a stated price; a price of the source goes before it."""
        symbol = correction.change.symbol
        quotes = await books.view.quotes((symbol,))
        if isinstance(quotes[symbol], Quote):
            raise _refusal(CorrectionProblem.HAS_PRICE, symbol)
        return _unchanged(books, correction)

    def _planned(
        self,
        books: _Books,
        correction: HoldingCorrection,
        conversion: HoldingConversion,
        conversions: tuple[HoldingConversion, ...],
    ) -> PlannedCorrection:
        if books.account.differences:
            raise _refusal(CorrectionProblem.DIFFERS, conversion.symbols[0])
        if (order := open_order_in(books.open_orders, conversion.symbols)) is not None:
            raise _refusal(CorrectionProblem.OPEN_ORDER, order.symbol)
        is_undone = correction.status is CorrectionStatus.UNDONE
        return PlannedCorrection(
            account=books.account,
            correction=correction,
            before={symbol: books.positions.get(symbol) for symbol in conversion.symbols},
            after=_positions_after(books, conversion, conversions),
            cash=books.account.cash + (-conversion.cash if is_undone else conversion.cash),
            market_time=books.view.market_time,
        )

    async def _books(self, tenant_id: TenantId, *symbols: str) -> _Books:
        async with self.stores.read(tenant_id) as tx:
            account, positions = await self.portfolio.holdings(tx)
        for symbol in symbols:
            with suppress(MarketDataError):  # that nothing is known of a share is why its holding is corrected
                await self.roll_forward.catch_up_before_trade(account, symbol=symbol)
            async with self.stores.read(tenant_id) as tx:
                account, positions = await self.portfolio.holdings(tx)
        view = await self.portfolio.market_view(account)
        async with self.stores.read(tenant_id) as tx:
            return _Books(
                account=account,
                positions={each.symbol: each for each in positions},
                open_orders=await tx.accounts.open_orders(account.id),
                ledger=await tx.ledger.load_ledger(account),
                view=view,
            )


def _proposed(
    change: HoldingConversion | StatedPrice | ReleasedPrice, account: Account, turn: Turn
) -> HoldingCorrection:
    return HoldingCorrection(
        id=derive_id(turn.id, "holding"),
        account_id=account.id,
        change=change,
        status=CorrectionStatus.PROPOSED,
        asked_turn=turn.id,
        person=turn.person,
    )


async def _doubted(view: MarketView, symbol: str, *, named: Decimal) -> tuple[Quote, PriceHeldError]:
    """Return the price of a share that is withheld, asked for anew, and why; it must be near the one that is named."""
    try:
        await view.quote(symbol, anew=True)
    except PriceHeldError as error:
        if not isinstance(error.withheld, Quote) or not error.is_price:
            raise
        if abs(error.withheld.price - named) > error.withheld.price * _NEAR:
            raise _refusal(CorrectionProblem.ANOTHER_PRICE, symbol) from error
        return error.withheld, error
    raise _refusal(CorrectionProblem.NOT_HELD_BACK, symbol)


def _unchanged(
    books: _Books, correction: HoldingCorrection, doubted: PriceHeldError | None = None
) -> PlannedCorrection:
    symbol = correction.change.symbol
    return PlannedCorrection(
        account=books.account,
        correction=correction,
        before={symbol: books.positions.get(symbol)},
        after={},
        cash=books.account.cash,
        market_time=books.view.market_time,
        doubted=doubted,
    )


def _positions_after(
    books: _Books, conversion: HoldingConversion, conversions: tuple[HoldingConversion, ...]
) -> Mapping[str, Position | None]:
    """Return the positions that follow; that of another share than the converted one keeps its last good price."""
    after = positions_of(replace(books.ledger, conversions=conversions), conversion.symbols)
    held = {symbol: each for symbol, each in books.positions.items() if symbol != conversion.symbol}
    return {
        symbol: replace(each, last_good=held[symbol].last_good) if each and symbol in held else each
        for symbol, each in after.items()
    }


def open_order_in(orders: Iterable[AccountOrder], symbols: Iterable[str]) -> AccountOrder | None:
    """Return an open order in one of some symbols; None: there is none."""
    concerned = frozenset(symbols)
    return next((each for each in orders if each.symbol in concerned), None)


def _refusal(reason: CorrectionProblem, symbol: str) -> HoldingCorrectionError:
    return HoldingCorrectionError(reason=reason.value, symbol=symbol)
