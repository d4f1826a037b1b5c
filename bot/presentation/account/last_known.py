"""Says which positions are counted at an earlier price, as there is none now."""

from collections.abc import Mapping

from bot.domain.market.price_history import SessionClose
from bot.domain.text.locale import Locale
from bot.locales import Catalogue

_MOST_NAMED = 3


def last_known_note(texts: Catalogue, locale: Locale, last_known: Mapping[str, SessionClose]) -> tuple[str, ...]:
    """Return a sentence that names the positions with their last good prices and the dates of these; none if empty."""
    if not last_known:
        return ()
    names = (
        texts.render(locale, "last-known-price", symbol=symbol, price=last.price, date=last.session)
        for symbol, last in last_known.items()
    )
    symbols = texts.list_of(locale, names, most=_MOST_NAMED)
    return (texts.render(locale, "last-known-note", symbols=symbols),)
