"""What a person has confirmed and is not carried out yet, in one line."""

from collections.abc import Sequence

from bot.domain.text.locale import Locale
from bot.domain.trading.execution.orders import Order
from bot.locales import Catalogue


def open_orders_line(texts: Catalogue, locale: Locale, orders: Sequence[Order]) -> tuple[str, ...]:
    """Return a sentence that names the orders that can still be filled; empty if there are none."""
    if not orders:
        return ()
    names = (texts.render(locale, f"order-{each.side}", shares=each.open_shares, symbol=each.symbol) for each in orders)
    return (texts.render(locale, "open-orders", orders=texts.list_of(locale, names)),)
