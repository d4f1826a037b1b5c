"""Rolls accounts forward: books the dividends and splits that have become due, and the value at each close since.

Whoever reads an account to show or to trade it asks here first. On the usual path that compares two instants and asks
nobody; once a session opens or closes, one process does the work in one transaction, and the others find it done.
"""

import asyncio
import logging
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import date, datetime, timedelta
from decimal import Decimal
from typing import Final

from bot.domain.accounting.due_actions import RollPlan, find_held_actions
from bot.domain.accounting.ledger import Ledger
from bot.domain.accounting.roll_forward import RolledForward, WaitingAction, plan_roll, roll_forward
from bot.domain.ids import AccountId
from bot.domain.market.price_history import ActionKind, PriceHistory, SessionClose
from bot.domain.market.snapshot import market_date
from bot.domain.trading.accounts import Account
from bot.errors import (
    ActionWaitsForOrderError,
    ConcurrentUpdateError,
    MarketDataError,
    MarketSourceError,
    SplitHeldError,
    StoreUnavailableError,
)
from bot.ports import Clock, MarketData, Stores, TradingCalendar, Transaction

_PATIENCE_SECONDS: Final = 3.0  # of what can be answered without
_PATIENCE_WITH_ONE_SECONDS: Final = 2.0  # share of several
_RETRY_AFTER: Final = timedelta(seconds=60)

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True, kw_only=True)
class _CaughtUp:
    has_changed: bool
    waiting: tuple[WaitingAction, ...] = ()
    faults: Mapping[str, MarketDataError] = field(default_factory=dict)  # of the shares of which nothing is known


@dataclass(frozen=True, slots=True)
class RollForward:
    """Brings accounts up to their market time."""

    stores: Stores
    market: MarketData
    calendar: TradingCalendar
    clock: Clock
    _failed_at: dict[AccountId, datetime] = field(default_factory=dict)  # by the wall clock

    async def is_behind(self, account: Account) -> bool:
        """Return whether a session has opened or closed since the account was rolled forward."""
        now = account.market_time or await self.market.now()
        return account.rolled_to is None or self.has_session_passed(account.rolled_to, now)

    def has_session_passed(self, since: datetime, now: datetime) -> bool:
        """Return whether a session has opened or closed between two instants."""
        return self._phase(since) != self._phase(now)

    async def catch_up(self, account: Account) -> bool:
        """Roll an account forward; return whether it has changed, so that it has to be read again.

        A dividend or split waits for an open order in its shares that was placed before the ex-date: fills from before
        may still be reported. The account stays behind until then.

        Raises: StoreUnavailableError. ConcurrentUpdateError: an order was placed meanwhile.
        """
        return (await self._catch_up(account)).has_changed

    async def catch_up_before_trade(self, account: Account, *, symbol: str) -> bool:
        """Do as `catch_up`, before a trade in `symbol`.

        Raises: as `catch_up`; ActionWaitsForOrderError: an action that the trade would have to follow is waiting;
            MarketDataError: what has happened to `symbol` is not known.
        """
        caught_up = await self._catch_up(account)
        for each in caught_up.waiting:
            if each.action.kind is ActionKind.SPLIT or each.action.symbol == symbol:  # all shares are of before a split
                raise _waits_for_order(each)
        if symbol in caught_up.faults:
            raise caught_up.faults[symbol]
        return caught_up.has_changed

    async def preview(self, account: Account, *, to: datetime) -> RolledForward:
        """Return what moving the account's market clock to `to` brings; stores nothing. `book_rolled` books it.

        Raises: as `catch_up`.
        """
        return (await self._roll(replace(account, market_time=to), to))[0]

    async def try_catch_up(self, account: Account) -> bool:
        """Do as `catch_up`, but leave the account as it is where that would take long or fails."""
        failed_at = self._failed_at.get(account.id)
        if failed_at is not None and self.clock.now() - failed_at < _RETRY_AFTER:
            return False
        try:
            async with asyncio.timeout(_PATIENCE_SECONDS):
                caught_up = await self._catch_up(account)
        except StoreUnavailableError:
            raise
        except ConcurrentUpdateError:
            return False
        except (MarketDataError, TimeoutError) as error:
            self._failed_at[account.id] = self.clock.now()
            _log.warning("account %s is not rolled forward: %s", account.id, type(error).__name__)
            return False
        except Exception:  # noqa: BLE001  # a bug: no message may go unanswered for it; the log gets the traceback
            self._failed_at[account.id] = self.clock.now()
            _log.exception("account %s is not rolled forward", account.id)
            return False
        if caught_up.faults:
            self._failed_at[account.id] = self.clock.now()
        else:
            self._failed_at.pop(account.id, None)
        return caught_up.has_changed

    async def split_ratio(self, symbol: str, *, since: datetime, as_of: datetime | None) -> Decimal:
        """Return how many shares a share of `since` is now, at `as_of` (None: the market's time).

        Raises: MarketDataError.
        """
        now = as_of or await self.market.now()
        if not self.has_session_passed(since, now):
            return Decimal(1)
        day = market_date(since)
        history = await self.market.history(symbol, first=day, as_of=as_of)
        return history.split_ratio(after=day, through=market_date(now))

    def _phase(self, at: datetime) -> tuple[datetime, bool]:
        return self.calendar.last_close(at), self.calendar.is_open(at)

    def _first_session(self, ledger: Ledger, now: datetime) -> date:
        last = market_date(self.calendar.last_close(now))
        return min((market_date(each.executed_at) for each in ledger.fills), default=last)

    async def _catch_up(self, account: Account) -> _CaughtUp:
        if not await self.is_behind(account):
            return _CaughtUp(has_changed=False)
        now = account.market_time or await self.market.now()
        rolled, faults = await self._roll(account, now)
        if rolled.waiting and not rolled.actions:
            return _CaughtUp(has_changed=False, waiting=rolled.waiting, faults=faults)
        async with self.stores.transaction(account.tenant_id) as tx:
            await book_rolled(tx, account, rolled, to=now)
        # Else only values of sessions were stored.
        is_changed = bool(rolled.actions or rolled.held_actions) or rolled.is_complete
        return _CaughtUp(has_changed=is_changed, waiting=rolled.waiting, faults=faults)

    async def _roll(self, account: Account, now: datetime) -> tuple[RolledForward, Mapping[str, MarketDataError]]:
        """Return what is due, and of which shares it is not known; their last good price values them."""
        async with self.stores.read(account.tenant_id) as tx:
            ledger = await tx.ledger.load_ledger(account)
            first = await tx.ledger.first_session(account.id)
            open_orders = await tx.accounts.open_orders(account.id)
            positions = await tx.accounts.positions(account.id)
        first = first or self._first_session(ledger, now)
        last_good = {each.symbol: each.last_good for each in positions if each.last_good is not None}
        after = first - timedelta(days=1) if account.rolled_to is None else market_date(account.rolled_to)
        plan = plan_roll(ledger, after=after, open_orders=open_orders)
        histories, unknown_shares = await self._histories(plan, as_of=account.market_time)
        held_actions = find_held_actions(ledger, plan, histories=histories, last_good=last_good)
        for split in (each for each in held_actions.values() if each.kind is ActionKind.SPLIT):
            del histories[split.symbol]
            _log.warning("%s: a listed split of %s is not booked: prices do not show it", split.symbol, split.ex_date)
            unknown_shares[split.symbol] = SplitHeldError(symbol=split.symbol, ratio=split.value, date=split.ex_date)
        held = {*(each.symbol for each in positions), *(each.symbol for each in open_orders)}
        faults = {symbol: error for symbol, error in unknown_shares.items() if symbol in held}
        unknown = {symbol: PriceHistory(symbol, _closes(last_good.get(symbol))) for symbol in faults}
        # What was valued while all were known is not valued anew with less.
        start = max(first, (after if faults else plan.actions_from) + timedelta(days=1))
        sessions = self.calendar.sessions(start, market_date(self.calendar.last_close(now)))
        known = {**histories, **unknown}
        rolled = roll_forward(ledger, plan, histories=known, sessions=sessions, at=self.clock.now())
        last_prices = {symbol: last for symbol, last in rolled.last_prices.items() if symbol not in faults}
        rolled = replace(rolled, unknown=frozenset(faults), last_prices=last_prices, held_actions=held_actions)
        return rolled, faults

    async def _histories(
        self, plan: RollPlan, *, as_of: datetime | None
    ) -> tuple[dict[str, PriceHistory], dict[str, MarketDataError]]:
        asked = (self._history(symbol, plan.history_from, as_of=as_of) for symbol in plan.symbols)
        results = dict(zip(plan.symbols, await asyncio.gather(*asked), strict=True))
        histories = {symbol: each for symbol, each in results.items() if isinstance(each, PriceHistory)}
        faults = {symbol: each for symbol, each in results.items() if isinstance(each, MarketDataError)}
        return histories, faults

    async def _history(self, symbol: str, first: date, *, as_of: datetime | None) -> PriceHistory | MarketDataError:
        try:
            async with asyncio.timeout(_PATIENCE_WITH_ONE_SECONDS):
                return await self.market.history(symbol, first=first, as_of=as_of)
        except (MarketDataError, TimeoutError) as error:
            _log.warning("%s has no history: %s", symbol, type(error).__name__)
            if isinstance(error, MarketDataError):
                return error
            return MarketSourceError(symbol=symbol, source=self.market.name, cause="timeout")


def _closes(last: SessionClose | None) -> tuple[SessionClose, ...]:
    return () if last is None else (last,)


async def book_rolled(tx: Transaction, account: Account, rolled: RolledForward, *, to: datetime) -> None:
    """Book what is due, and mark the account as rolled forward to `to` unless something is left for later.

    Does nothing if the account is not as given any more: another process was first.

    Raises: ConcurrentUpdateError: an order was placed meanwhile in shares of an action that would be booked.
    """
    if rolled.actions:
        await tx.accounts.lock(account.id)
        if rolled.is_overtaken_by(await tx.accounts.open_orders(account.id)):
            raise ConcurrentUpdateError(account=account.id)
    if await tx.ledger.book_roll(account, rolled, to=to if rolled.is_complete else account.rolled_to):
        await _audit(tx, account, rolled)


def _waits_for_order(waiting: WaitingAction) -> ActionWaitsForOrderError:
    action, order = waiting.action, waiting.order
    return ActionWaitsForOrderError(
        symbol=action.symbol,
        kind=action.kind.value,
        date=action.ex_date,
        side=order.side.value,
        shares=order.shares,
        filled=order.filled_shares,
    )


async def _audit(tx: Transaction, account: Account, rolled: RolledForward) -> None:
    for each in rolled.actions:
        facts = {"symbol": each.symbol, "ex_date": each.ex_date.isoformat(), "value": str(each.value)}
        facts |= {"shares": str(each.shares), "cash": str(each.cash)}
        await tx.audit.add_entry(each.kind, subject=account.id, by="parley", facts=facts)
