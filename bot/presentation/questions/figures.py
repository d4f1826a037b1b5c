"""The answer to a question for figures of shares: one line, or one for each share; the details behind it."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from bot.domain.conversation.blocks import Block, Bullets, Paragraph, Table
from bot.domain.conversation.replies import Answer
from bot.domain.figures.query import Manner, OverDays, OverSessions
from bot.domain.market.features import compute_features
from bot.domain.market.snapshot import NewsItem
from bot.domain.text.locale import Locale
from bot.domain.text.zero_width import single_line
from bot.presentation.decisions.cards import CardPresenter
from bot.presentation.questions.figure_line import FigureLine
from bot.presentation.questions.instrument_metrics import InstrumentMetrics
from bot.presentation.questions.several_figures import SeveralFigures, is_change, is_listed
from bot.presentation.watching.watch_lists import released_note
from bot.trading.figures.share_figures import FoundFigures

_MAX_TITLE: Final = 200  # characters
_MOST_WITH_DETAILS: Final = 5  # shares
_MOST_LISTED: Final = 60  # days, and headlines
_OF_ONE: Final = frozenset(  # manners in which each share has a line of its own
    {Manner.CHECK, Manner.CHECK_DAYS, Manner.UPDATE, Manner.EXTREME_DAY, Manner.HOW_OFTEN, Manner.LAST_DAY}
)


@dataclass(frozen=True, slots=True)
class FigurePresenter(CardPresenter):
    """Renders figures of shares."""

    def answer(self, locale: Locale, found: FoundFigures, *, notes: Sequence[str] = ()) -> Answer:
        """Return the line, or lines, that answer the question, and what supports them."""
        lines = (
            *self._unknown(locale, found),
            *self.lines(locale, found),
            *self._begun_later(locale, found),
            *self._released(locale, found),
            *notes,
        )
        return Answer(
            blocks=(Paragraph("\n".join(lines)),),
            details=tuple(self._details(locale, found)),
            symbols=tuple(each.symbol for each in found.shares),
        )

    def lines(self, locale: Locale, found: FoundFigures) -> Iterator[str]:
        """Yield the line, or lines, with the figures."""
        query, one, several = found.query, FigureLine(self.texts), SeveralFigures(self.texts)
        if not query.measures or not found.shares:
            return
        match query.manner:
            case Manner.CHECK | Manner.CHECK_DAYS if is_listed(found):
                yield several.those(locale, found)
            case manner if manner in _OF_ONE:
                yield from (one.in_manner(locale, query, each) for each in found.shares)
            case Manner.RANK:
                yield several.ranked(locale, found)
            case Manner.FIRST if len(found.shares) > 1:
                yield several.first(locale, found)
            case _ if found.mean is not None:
                yield several.mean(locale, found, found.mean)
            case _ if is_listed(found):
                yield several.listed(locale, found)
            case _:
                yield from (one.line(locale, query, each) for each in found.shares)

    def _begun_later(self, locale: Locale, found: FoundFigures) -> Iterator[str]:
        for each in found.shares if isinstance(found.query.when, OverDays | OverSessions) else ():
            has_value = any(figure.value is not None for figure in each.figures)
            if each.window is not None and each.window.before is None and has_value:
                yield self.say(locale, "figure-begun-later", symbol=each.symbol, day=each.window.bars[0].session)

    def _released(self, locale: Locale, found: FoundFigures) -> Iterator[str]:
        for each in found.shares:
            for note in released_note(self.texts, locale, compute_features(each.snapshot).release):
                yield f"{each.symbol}: {note}"

    def _unknown(self, locale: Locale, found: FoundFigures) -> Iterator[str]:
        """Yield which figures that were asked for are not known, and which are."""
        yield from (self.say(locale, f"lacks-{each}") for each in sorted(found.query.lacks))
        if figures := self.texts.list_of(locale, found.query.lacking):
            symbols = self.texts.list_of(locale, [each.symbol for each in found.shares])
            yield self.say(locale, "asked-unknown", figures=figures, symbols=symbols)

    def _details(self, locale: Locale, found: FoundFigures) -> Iterator[Block]:
        """Yield the days and headlines in full, the ends of changes, and all figures of a few shares."""
        for share in found.shares:
            if share.counted is not None and share.counted.days:
                days = ", ".join(day.isoformat() for day in share.counted.days[-_MOST_LISTED:])
                yield from self.paragraph(locale, "figure-days", days=days)
            if news := [item for figure in share.figures for item in figure.news]:
                yield Bullets(share.symbol, tuple(map(_headline, news))[:_MOST_LISTED])
        windows = [each.window for each in found.shares if each.window is not None]
        if is_change(found.query) and len(windows) > 1:
            yield self._table(locale, found)
        for share in found.shares if len(found.shares) <= _MOST_WITH_DETAILS else ():
            yield from InstrumentMetrics(self.cards).figures(locale, compute_features(share.snapshot))
        if windows:
            yield from self.paragraph(locale, "figure-formula")

    def _table(self, locale: Locale, found: FoundFigures) -> Table:
        one, measure = FigureLine(self.texts), found.query.measures[0]
        ends = (self.say(locale, f"figure-change-details-{end}") for end in ("first", "last"))
        rows = []
        for each in found.shares:
            if each.window is not None:
                bars = (each.window.start, each.window.last)
                closes = (f"{bar.session} {self.usd(locale, bar.close)}" for bar in bars)
                rows.append((each.symbol, one.value(locale, measure, each.first.value), *closes))
        return Table(("", one.name(locale, measure), *ends), tuple(rows))


def _headline(item: NewsItem) -> str:
    title, source = single_line(item.title, limit=_MAX_TITLE), single_line(item.source, limit=_MAX_TITLE)
    return f"{item.published.date()} {title} ({source})"
