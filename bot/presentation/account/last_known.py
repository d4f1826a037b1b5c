"""Says which positions are counted at an earlier price, as there is none now."""

from collections.abc import Mapping

from bot.domain.market.price_history import SessionClose
from bot.domain.text.locale import Locale
from bot.domain.trading.accounts import LastPriceBeforeDoubt, StatedPriceOfDay
from bot.locales import Catalogue

_MOST_NAMED = 3


def last_known_note(texts: Catalogue, locale: Locale, last_known: Mapping[str, SessionClose]) -> tuple[str, ...]:
    """Return a sentence that names the positions with their last good prices, and one on each doubted price."""
    if not last_known:
        return ()
    names = (_price(texts, locale, symbol, last) for symbol, last in last_known.items())
    symbols = texts.list_of(locale, names, most=_MOST_NAMED)
    doubts = [last.doubt for last in last_known.values() if isinstance(last, LastPriceBeforeDoubt)]
    return (
        texts.render(locale, "last-known-note", symbols=symbols),
        *(texts.render(locale, "price-doubted-line", **doubt) for doubt in doubts[:_MOST_NAMED]),
    )


def _price(texts: Catalogue, locale: Locale, symbol: str, last: SessionClose) -> str:
    if isinstance(last, StatedPriceOfDay):
        return texts.render(
            locale, "last-known-price-stated", symbol=symbol, price=last.price, date=last.session, by=last.by
        )
    return texts.render(locale, "last-known-price", symbol=symbol, price=last.price, date=last.session)
