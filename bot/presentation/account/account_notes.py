"""Notes on an account: what differs from the broker's books, which prices are earlier ones, which orders are open."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from bot.domain.market.price_history import CorporateAction, SessionClose
from bot.domain.text.locale import Locale
from bot.domain.trading.accounts import Account, LastPriceBeforeDoubt, StatedPriceOfDay
from bot.domain.trading.execution.orders import AccountOrder
from bot.domain.trading.execution.reconciliation import difference_violations
from bot.locales import Catalogue

_MOST_NAMED: Final = 3


def difference_notes(texts: Catalogue, locale: Locale, account: Account) -> tuple[str, ...]:
    """Return one sentence with all differences between an account and the broker's books; nothing if there are none."""
    violations = difference_violations(account.differences)
    if not violations:
        return ()
    return (texts.join(locale, *(texts.render_code(locale, "violation", v.code, **v.variables) for v in violations)),)


def last_known_note(texts: Catalogue, locale: Locale, last_known: Mapping[str, SessionClose]) -> tuple[str, ...]:
    """Return a sentence that names the positions with their last good prices, and one on each doubted price."""
    if not last_known:
        return ()
    names = (
        texts.render(
            locale,
            "last-known-price-stated" if isinstance(last, StatedPriceOfDay) else "last-known-price",
            symbol=symbol,
            price=last.price,
            date=last.session,
            by=last.by if isinstance(last, StatedPriceOfDay) else "",
        )
        for symbol, last in last_known.items()
    )
    symbols = texts.list_of(locale, names, most=_MOST_NAMED)
    doubts = [last.doubt for last in last_known.values() if isinstance(last, LastPriceBeforeDoubt)]
    return (
        texts.render(locale, "last-known-note", symbols=symbols),
        *(texts.render(locale, "price-doubted-line", **doubt) for doubt in doubts[:_MOST_NAMED]),
    )


def held_action_notes(texts: Catalogue, locale: Locale, held: Iterable[CorporateAction | None]) -> tuple[str, ...]:
    """Return a sentence for each action that is listed for a position and not believed."""
    return tuple(
        texts.render(
            locale, "held-action-note", symbol=each.symbol, kind=each.kind.value, value=each.value, date=each.ex_date
        )
        for each in held
        if each is not None
    )


def open_orders_line(texts: Catalogue, locale: Locale, orders: Sequence[AccountOrder]) -> tuple[str, ...]:
    """Return a sentence that names the orders that can still be filled; empty if there are none."""
    if not orders:
        return ()
    names = (texts.render(locale, f"order-{each.side}", shares=each.open_shares, symbol=each.symbol) for each in orders)
    return (texts.render(locale, "open-orders", orders=texts.list_of(locale, names)),)
