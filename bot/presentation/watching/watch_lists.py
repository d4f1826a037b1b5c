"""Shows a watch list with its prices, and says what a message has changed on it."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from typing import Final

from bot.domain.conversation.blocks import Bullets, Paragraph
from bot.domain.conversation.replies import Answer
from bot.domain.market.snapshot import PriceRelease, Quote, market_date
from bot.domain.text.locale import Locale
from bot.domain.watching.watch_lists import MOST_WATCHED, Sorting, WatchListKey
from bot.locales import Catalogue
from bot.presentation.decisions.cards import source_name
from bot.presentation.presenter import Presenter, signed
from bot.trading.watched_prices import WatchedPrice

_SHOWN: Final = 8  # shares shown at first; the others are details


@dataclass(frozen=True, slots=True)
class WatchListPresenter(Presenter):
    """Renders watch lists."""

    def listed(self, locale: Locale, key: WatchListKey, prices: Sequence[WatchedPrice]) -> Answer:
        """Return a line for each share of a list, the first ones at once; of an empty list, how one is added."""
        if not prices:
            return self.said(locale, "watch-empty", whose=key.kind)
        quotes = [each.quote for each in prices if each.quote is not None]
        latest = max(quotes, key=lambda quote: quote.as_of) if quotes else None
        heading = self.say(locale, "watch-heading", whose=key.kind, count=len(prices), when=self._when(locale, latest))
        lines = [self._line(locale, each, latest.session if latest else None) for each in prices]
        symbols = tuple(each.share.symbol for each in prices)
        whole = Bullets(heading, tuple(lines))
        if len(lines) <= _SHOWN + 1:
            return Answer(blocks=(whole,), symbols=symbols)
        more = self.say(locale, "watch-more", count=len(lines) - _SHOWN)
        return Answer(blocks=(Bullets(heading, (*lines[:_SHOWN], more)),), details=(whole,), symbols=symbols)

    def added(self, locale: Locale, key: WatchListKey, sorting: Sorting, *, count: int, notes: Sequence[str]) -> Answer:
        """Return what was put on a list that now has `count` shares, and what was not, and why."""
        sentences = [
            self._about(locale, "watch-added", sorting.changed, whose=key.kind, total=count),
            self._about(locale, "watch-listed-before", sorting.unchanged, whose=key.kind),
            self._about(locale, "watch-full", sorting.beyond, whose=key.kind, most=MOST_WATCHED),
        ]
        if not any(sentences):
            notes = (*notes, self.say(locale, "watch-nothing-added", whose=key.kind))
        return self._answer(locale, sentences, notes, sorting)

    def removed(
        self, locale: Locale, key: WatchListKey, sorting: Sorting, *, count: int, notes: Sequence[str]
    ) -> Answer:
        """Return what was taken off a list that now has `count` shares, and what was not on it."""
        sentences = [
            self._about(locale, "watch-removed", sorting.changed, whose=key.kind, total=count),
            self._about(locale, "watch-not-listed", sorting.unchanged, whose=key.kind),
        ]
        return self._answer(locale, sentences, notes, sorting)

    def _answer(self, locale: Locale, sentences: Sequence[str], notes: Sequence[str], sorting: Sorting) -> Answer:
        text = self.texts.join(locale, *sentences, *notes)
        return Answer(blocks=(Paragraph(text),), symbols=(*sorting.changed, *sorting.unchanged))

    def _about(self, locale: Locale, message_id: str, symbols: Sequence[str], **facts: str | int) -> str:
        if not symbols:
            return ""
        names = self.texts.list_of(locale, symbols, most=MOST_WATCHED)
        return self.say(locale, message_id, symbols=names, **facts)

    def _when(self, locale: Locale, quote: Quote | None) -> str:
        if quote is None:
            return self.say(locale, "watch-no-prices")
        if quote.is_close:
            return self.say(locale, "watch-close", date=quote.session, source=quote.source)
        source = source_name(self.texts, locale, quote.source, quote.delay)
        return self.say(locale, "watch-live", time=quote.as_of, source=source)

    def _line(self, locale: Locale, price: WatchedPrice, session: date | None) -> str:
        symbol, quote = price.share.symbol, price.quote
        if price.doubt is not None:
            return self.say(locale, "price-doubted-line", **price.doubt)
        if quote is None:
            return self.say(locale, "watch-line-unpriced", symbol=symbol)
        message_id = "watch-line" if quote.session == session else "watch-line-old"
        parts = [self.say(locale, message_id, symbol=symbol, price=quote.price, date=quote.session)]
        if price.change_day is not None:
            parts.append(self.say(locale, "watch-change-day", **signed_percent(price.change_day)))
        if price.change_since is not None:
            since = signed_percent(price.change_since)
            parts.append(self.say(locale, "watch-change-since", date=market_date(price.share.market_time), **since))
        parts += released_note(self.texts, locale, quote.release)
        return self.say(locale, "watch-separator").join(parts)


def released_note(texts: Catalogue, locale: Locale, release: PriceRelease | None) -> tuple[str, ...]:
    """Return who has released a doubted price, and when; nothing if nobody has."""
    return () if release is None else (texts.render(locale, "price-released", by=release.by, at=release.at),)


def signed_percent(fraction: Decimal) -> dict[str, Decimal | str]:
    """Return a change as the variables `sign` and `percent`, to one place: what rounds to zero has neither sign."""
    return signed(round(fraction * 100, 1), "percent", zero="±")
