"""Rolling an account forward: the corporate actions that have become due, and its value at each close since."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, datetime, timedelta
from decimal import Decimal
from typing import Final

from bot.domain.accounting.books import AccountBooks, apply_action, whole_cents
from bot.domain.accounting.due_actions import RollPlan, due_actions
from bot.domain.accounting.ledger import BookedAction, Ledger, LedgerEntry, entries_in_order
from bot.domain.market.price_history import ActionKind, CorporateAction, PriceHistory, SessionClose
from bot.domain.market.sessions import TradingSession
from bot.domain.market.snapshot import market_date
from bot.domain.trading.accounts import Position
from bot.domain.trading.execution.orders import AccountOrder

LOOK_BACK: Final = timedelta(days=10)  # actions that the source lists late are still applied
_MARGIN: Final = timedelta(days=10)  # holds at least one close before the first day


@dataclass(frozen=True, slots=True, kw_only=True)
class AccountValue:
    """The value of an account at the close of one session, before orders that were filled at that close."""

    session: date
    cash: Decimal
    positions: Decimal  # market value; account currency
    at_cost: tuple[str, ...] = ()  # symbols without a close: their shares are valued at their average cost

    @property
    def total(self) -> Decimal:
        """Cash and positions."""
        return self.cash + self.positions


@dataclass(frozen=True, slots=True)
class WaitingAction:
    """An action that is due and cannot be booked yet: fills of an open order may still be reported from before it."""

    action: CorporateAction
    order: AccountOrder


@dataclass(frozen=True, slots=True, kw_only=True)
class RolledForward:
    """What is to be stored."""

    actions: tuple[BookedAction, ...]  # new ones, in order
    values: tuple[AccountValue, ...]  # by session; they replace stored ones
    positions: Mapping[str, Position | None]  # changed by new actions; None: nothing is held any more
    share_changes: Mapping[str, Decimal] = field(default_factory=dict)  # in shares held now; by symbol that was split
    last_prices: Mapping[str, SessionClose] = field(default_factory=dict)  # the last closes, per share as held now
    waiting: tuple[WaitingAction, ...] = ()  # due, and not among `actions`
    unknown: frozenset[str] = frozenset()  # held, and not known now what has happened to them
    held_actions: Mapping[str, CorporateAction] = field(default_factory=dict)  # listed, and not believed; by symbol

    @property
    def is_complete(self) -> bool:
        """Whether nothing is left for later."""
        return not self.waiting and not self.unknown

    def is_overtaken_by(self, open_orders: Sequence[AccountOrder]) -> bool:
        """Return whether one of the new actions would have to wait for one of these orders."""
        due = (CorporateAction(each.symbol, each.ex_date, each.kind, each.value) for each in self.actions)
        return any(_waiting(due, open_orders))

    @property
    def cash_change(self) -> Decimal:
        """What the new actions add to the cash."""
        return sum((each.cash for each in self.actions), Decimal(0))

    @property
    def actions_with_share_changes(self) -> Iterator[tuple[BookedAction, Decimal]]:
        """Yield the new actions, each with what it adds to the shares held now: a symbol's first split has all."""
        changes = dict(self.share_changes)
        for action in self.actions:
            is_split = action.kind is ActionKind.SPLIT
            yield action, changes.pop(action.symbol, Decimal(0)) if is_split else Decimal(0)


def plan_roll(ledger: Ledger, *, after: date, open_orders: Sequence[AccountOrder] = ()) -> RollPlan:
    """Return what is needed to roll an account forward that is rolled through `after` (the day before its first)."""
    start = after - LOOK_BACK
    books = AccountBooks(ledger.starting_cash)
    later = {each.symbol for each in open_orders}
    for each in entries_in_order(ledger):
        if each.day <= start:
            books.book(each)
        else:
            later.update(each.symbols)
    held = {symbol for symbol, book in books.symbols.items() if book.shares}
    return RollPlan(
        symbols=tuple(sorted(held | later)),
        actions_from=start,
        history_from=start - _MARGIN,
        open_orders=tuple(open_orders),
    )


def roll_forward(
    ledger: Ledger,
    plan: RollPlan,
    *,
    histories: Mapping[str, PriceHistory],
    sessions: Sequence[TradingSession],
    at: datetime,
) -> RolledForward:
    """Return the actions that are due and not booked yet, and the value at each close since `plan.actions_from`.

    `sessions` are those that have closed since then, or since the account's first, in order. The few that were valued
    before are valued again: the source may list an action late.
    """
    due = due_actions(ledger, plan, histories)
    waiting = tuple(_waiting(due, plan.open_orders))
    blocked = {each.action for each in waiting}
    due = [each for each in due if each not in blocked]
    actions = _book_due(ledger, due, histories, at=at)
    split = sorted({each.symbol for each in actions if each.kind is ActionKind.SPLIT})
    before, after = AccountBooks.of(ledger), AccountBooks.of(replace(ledger, actions=(*ledger.actions, *actions)))
    actions = _take_back(
        actions, {each: after.symbols[each].missing_proceeds - before.symbols[each].missing_proceeds for each in split}
    )
    return RolledForward(
        actions=actions,
        values=daily_values(replace(ledger, actions=(*ledger.actions, *actions)), histories, sessions),
        positions={symbol: after.symbols[symbol].position for symbol in split},
        share_changes={symbol: after.symbols[symbol].shares - before.symbols[symbol].shares for symbol in split},
        last_prices=_last_prices(histories, sessions[-1].day) if sessions else {},
        waiting=waiting,
    )


def _waiting(due: Iterable[CorporateAction], open_orders: Sequence[AccountOrder]) -> Iterator[WaitingAction]:
    """Yield the actions after an open order: a dividend after earlier orders, a split after all of its share."""
    for action in due:
        for order in open_orders:
            is_earlier = market_date(order.reference_as_of) < action.ex_date
            if order.symbol == action.symbol and (is_earlier or action.kind is ActionKind.SPLIT):
                yield WaitingAction(action, order)
                break


def _last_prices(histories: Mapping[str, PriceHistory], day: date) -> Mapping[str, SessionClose]:
    """Return the last close of each symbol up to `day`, per share as held after the actions that are known."""
    found = {}
    for symbol, history in histories.items():
        known = [each for each in history.closes if each.session <= day]
        if known:
            ratio = history.split_ratio(after=known[-1].session, through=date.max)
            found[symbol] = SessionClose(known[-1].session, known[-1].price / ratio)
    return found


def _take_back(actions: Sequence[BookedAction], missing: Mapping[str, Decimal]) -> tuple[BookedAction, ...]:
    """Return the actions; a symbol's first split takes back `missing`: proceeds of shares that were not there."""
    left, result = dict(missing), []
    for each in actions:
        amount = left.pop(each.symbol, Decimal(0)) if each.kind is ActionKind.SPLIT else Decimal(0)
        result.append(replace(each, cash=whole_cents(each.cash - amount)))
    return tuple(result)


def daily_values(
    ledger: Ledger, histories: Mapping[str, PriceHistory], sessions: Sequence[TradingSession]
) -> tuple[AccountValue, ...]:
    """Return the account's value at the close of each session, computed from the ledger alone."""
    books, entries = AccountBooks(ledger.starting_cash), list(entries_in_order(ledger))
    values, at = [], 0
    for session in sessions:
        while at < len(entries) and entries[at].counts_at(session.day, session.closes):
            books.book(entries[at])
            at += 1
        values.append(_value(books, histories, session.day))
    return tuple(values)


def _value(books: AccountBooks, histories: Mapping[str, PriceHistory], day: date) -> AccountValue:
    positions, at_cost = Decimal(0), []
    for symbol, book in sorted(books.symbols.items()):
        if not book.shares:
            continue
        history = histories.get(symbol)
        close = history.close_on(day) if history else None
        positions += book.shares * (book.average_cost if close is None else close)
        if close is None:
            at_cost.append(symbol)
    return AccountValue(session=day, cash=books.cash, positions=positions, at_cost=tuple(at_cost))


def _book_due(
    ledger: Ledger, due: Collection[CorporateAction], histories: Mapping[str, PriceHistory], *, at: datetime
) -> tuple[BookedAction, ...]:
    """Apply each action to the shares held before its day; one of a share that was not held then is left out."""
    if not due:
        return ()
    books, entries = AccountBooks(ledger.starting_cash), list(entries_in_order(ledger))
    booked: list[BookedAction] = []
    position = 0
    for action in due:
        while position < len(entries) and _comes_before(entries[position], action):
            books.book(entries[position])
            position += 1
        book = books.symbols.get(action.symbol)
        if book is None or not book.shares:
            continue
        previous = histories[action.symbol].close_on(action.ex_date - timedelta(days=1))
        made = apply_action(action, shares=book.shares, previous_close=previous, at=at)
        books.book(LedgerEntry(action.ex_date, made))
        booked.append(made)
    return tuple(booked)


def _comes_before(entry: LedgerEntry, action: CorporateAction) -> bool:
    if isinstance(entry.entry, BookedAction):
        return (entry.day, entry.entry.kind) <= (action.ex_date, action.kind)
    return entry.day < action.ex_date
