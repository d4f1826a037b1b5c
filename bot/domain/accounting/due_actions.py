"""Finds dividends and splits that are due; a split that the account's own earlier price contradicts is not believed."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date

from bot.domain.accounting.ledger import Ledger
from bot.domain.market.price_checks import is_split_missing, is_split_told_apart
from bot.domain.market.price_history import ActionKind, CorporateAction, PriceHistory, SessionClose
from bot.domain.market.snapshot import market_date
from bot.domain.trading.accounts import StatedPriceOfDay
from bot.domain.trading.execution.orders import AccountOrder


@dataclass(frozen=True, slots=True, kw_only=True)
class RollPlan:
    """What has to be known to roll an account forward."""

    symbols: tuple[str, ...]  # held at some time since `actions_from`, or of an open order
    actions_from: date
    history_from: date
    open_orders: tuple[AccountOrder, ...] = ()  # what they may have traded before an ex-date has to be known first


def due_actions(ledger: Ledger, plan: RollPlan, histories: Mapping[str, PriceHistory]) -> Sequence[CorporateAction]:
    """Return the actions of histories that are due and neither booked nor settled by a conversion, in order."""
    booked = {each.key for each in ledger.actions}
    return sorted(
        (
            each
            for symbol in plan.symbols
            if symbol in histories
            for each in histories[symbol].actions
            if each.ex_date > plan.actions_from
            and (each.symbol, each.ex_date, each.kind) not in booked
            # A conversion of that day or later, as stated, settles a split of its shares, and any action held back.
            and not is_before_conversion(ledger, each, into=None if each.kind is ActionKind.SPLIT else each.symbol)
        ),
        key=lambda each: (each.ex_date, each.kind, each.symbol),
    )


def is_before_conversion(ledger: Ledger, action: CorporateAction, *, into: str | None = None) -> bool:
    """Return whether shares were converted on the day of an action or later; `into`: into shares of that symbol."""
    return any(
        each.symbol == action.symbol
        and market_date(each.effective_at) >= action.ex_date
        and into in {None, each.terms.into}
        for each in ledger.conversions
    )


def find_held_actions(
    ledger: Ledger, plan: RollPlan, *, histories: Mapping[str, PriceHistory], last_good: Mapping[str, SessionClose]
) -> Mapping[str, CorporateAction]:
    """Return by symbol the actions that are due and not believed; `last_good`: prices per share as held now."""
    doubted = {symbol: replace(each, actions=each.doubted) for symbol, each in histories.items()}
    held = [each for each in due_actions(ledger, plan, doubted) if not is_before_conversion(ledger, each)]
    held += [
        each
        for each in due_actions(ledger, plan, histories)
        if each.kind is ActionKind.SPLIT
        and _is_contradicted(each, ledger, histories[each.symbol], last_good.get(each.symbol))
    ]
    return {each.symbol: each for each in sorted(held, key=lambda each: (each.kind, each.ex_date))}


def _is_contradicted(split: CorporateAction, ledger: Ledger, history: PriceHistory, last: SessionClose | None) -> bool:
    """Return whether the account's own price of before a split speaks against it, or can no longer be compared."""
    fills = [
        SessionClose(market_date(each.executed_at), each.price) for each in ledger.fills if each.symbol == split.symbol
    ]
    known = [*fills, last] if last is not None and not isinstance(last, StatedPriceOfDay) else fills
    before = (each for each in reversed(known) if each.session < split.ex_date)
    own = max(before, key=lambda each: each.session, default=None)
    if own is None:  # all of it came later
        return False
    close = history.close_on(own.session)
    if close is None or close <= 0 or own.price <= 0:
        return True
    if own in fills and not is_split_told_apart(split.value):  # a trade may be further from the close of its day
        return False
    return is_split_missing(float(close / own.price), float(split.value))
