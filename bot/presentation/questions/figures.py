"""The answer to a question for figures of shares: one line, or one for each share; the details behind it."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from typing import Final

from bot.domain.conversation.blocks import Block, Bullets, Paragraph, Table
from bot.domain.conversation.replies import Answer
from bot.domain.figures.measures import UNITS, Measure, MeasureUnit
from bot.domain.figures.query import FigureQuery, Judgement, Manner, OnDay, OverDays, Scope
from bot.domain.market.features import compute_features
from bot.domain.market.snapshot import NewsItem
from bot.domain.text.locale import Locale
from bot.domain.text.zero_width import single_line
from bot.engines.rules.company_rules import HIGH_PE, LOW_PE
from bot.engines.rules.price_rules import OVERBOUGHT, OVERSOLD
from bot.presentation.questions.figure_line import FigureLine
from bot.presentation.questions.figure_values import FigureValues
from bot.presentation.questions.instrument_metrics import InstrumentMetrics
from bot.presentation.watching.watch_lists import released_note
from bot.trading.figures.share_figures import NO_SESSION, FoundFigures, ShareFigures

_PAIR: Final = 2
_MAX_TITLE: Final = 200  # characters
_MOST_WITH_DETAILS: Final = 5  # shares
_MOST_LISTED: Final = 60  # days, and headlines
_BOUNDS: Final = {
    Judgement.OVERBOUGHT: (OVERSOLD, OVERBOUGHT),
    Judgement.OVERSOLD: (OVERSOLD, OVERBOUGHT),
    Judgement.CHEAP: (LOW_PE, HIGH_PE),
    Judgement.EXPENSIVE: (LOW_PE, HIGH_PE),
}
_HIGH: Final = frozenset({Judgement.OVERBOUGHT, Judgement.EXPENSIVE})


@dataclass(frozen=True, slots=True)
class FigurePresenter:
    """Renders figures of shares."""

    metrics: InstrumentMetrics

    @property
    def values(self) -> FigureValues:
        """The presenter of single values."""
        return FigureValues(self.metrics.cards.texts)

    def answer(self, locale: Locale, found: FoundFigures, *, notes: Sequence[str] = ()) -> Answer:
        """Return the line, or lines, that answer the question, and what supports them."""
        lines = (*self._unknown(locale, found), *self._lines(locale, found), *self._released(locale, found), *notes)
        return Answer(
            blocks=(Paragraph("\n".join(lines)),),
            details=tuple(self._details(locale, found)),
            symbols=tuple(each.symbol for each in found.shares),
        )

    def _released(self, locale: Locale, found: FoundFigures) -> Iterator[str]:
        """Yield whose prices were doubted, and who has released them."""
        for each in found.shares:
            for note in released_note(self.metrics.cards.texts, locale, compute_features(each.snapshot).release):
                yield f"{each.symbol}: {note}"

    def _unknown(self, locale: Locale, found: FoundFigures) -> Iterator[str]:
        if found.query.lacking:
            texts = self.metrics.cards.texts
            symbols = texts.list_of(locale, [each.symbol for each in found.shares])
            yield texts.render(
                locale, "asked-unknown", figures=texts.list_of(locale, found.query.lacking), symbols=symbols
            )

    def _lines(self, locale: Locale, found: FoundFigures) -> Iterator[str]:
        query = found.query
        if not query.measures or not found.shares:
            return
        match query.manner:
            case Manner.CHECK | Manner.CHECK_DAYS:
                yield from (self._checked(locale, query, each) for each in found.shares)
            case Manner.EXTREME_DAY:
                yield from (self._extreme(locale, query, each) for each in found.shares)
            case Manner.HOW_OFTEN:
                yield from (self._how_often(locale, query, each) for each in found.shares)
            case Manner.RANK:
                yield self._ranked(locale, found)
            case Manner.FIRST if len(found.shares) > 1:
                yield self._first(locale, found)
            case _:
                yield from self._values(locale, found)

    def _values(self, locale: Locale, found: FoundFigures) -> Iterator[str]:
        query = found.query
        is_list = (
            len(query.measures) == 1
            and len(found.shares) > 1
            and UNITS[query.measures[0]] not in {MeasureUnit.TEXT, MeasureUnit.DAY}
        )
        if found.mean is not None:
            mean = self.values.value(locale, query.measures[0], found.mean, is_short=True)
            symbols = self.metrics.cards.texts.list_of(locale, found.of_mean)
            if query.scope is Scope.MARKET:
                values, when = self._list(locale, query, found.shares), self._when(locale, query, found.shares)
                yield self.metrics.cards.texts.render(locale, "figure-mean-alone", mean=mean, values=values, when=when)
                return
            text = self._list(locale, query, found.shares) if is_list else self._line(locale, query, found.shares[0])
            yield self.metrics.cards.texts.render(locale, "figure-mean", text=text, mean=mean, symbols=symbols)
            return
        if is_list and query.measures[0] not in {Measure.RANGE, Measure.MACD}:
            yield self.metrics.cards.texts.render(
                locale,
                "figure-list",
                name=_capitalised(self.values.name(locale, query.measures[0])),
                values=self._list(locale, query, found.shares),
                when=self._when(locale, query, found.shares),
            )
            return
        yield from (self._line(locale, query, each) for each in found.shares)

    def _line(self, locale: Locale, query: FigureQuery, share: ShareFigures) -> str:
        """Return the figures of one share with their day, or the change over a span with its ends."""
        texts = self.metrics.cards.texts
        if isinstance(query.when, OverDays) and share.first.why_missing == NO_SESSION:
            return texts.render(
                locale, "asked-no-span", symbol=share.symbol, first=query.when.first, last=query.when.last
            )
        if query.measures == (Measure.CHANGE,) and share.window is not None and not isinstance(query.when, OnDay):
            return self._change(locale, share)
        figures = texts.render(locale, "card-separator").join(
            self.values.shown(locale, measure, figure, compute_features(share.snapshot), query.when)
            for measure, figure in zip(query.measures, share.figures, strict=True)
        )
        if share.window is not None and not isinstance(query.when, OnDay):
            ends = {"first": share.window.bars[0].session, "last": share.window.last.session}
            return texts.render(locale, "figure-over", text=f"{share.symbol} {figures}", **ends)
        is_of_price = bool({Measure.PRICE, Measure.CHANGE, Measure.FROM_HIGH, Measure.FROM_LOW} & set(query.measures))
        message_id = "asked-price-line" if is_of_price and share.snapshot.quote.is_close else "asked-line"
        return texts.render(locale, message_id, symbol=share.symbol, figures=figures, when=self._instant(locale, share))

    def _change(self, locale: Locale, share: ShareFigures) -> str:
        window, texts = share.window, self.metrics.cards.texts
        if window is None:
            return ""
        closes = window.closes[1:] if window.before else window.closes
        return texts.render(
            locale,
            "asked-change-span",
            symbol=share.symbol,
            change=self.values.value(locale, Measure.CHANGE, share.first.value),
            first=window.start.session,
            last=window.last.session,
            before=window.start.close,
            after=window.last.close,
            low=min(closes),
            high=max(closes),
            dividends=window.dividends,
        )

    def _list(self, locale: Locale, query: FigureQuery, shares: Sequence[ShareFigures]) -> str:
        return self.metrics.cards.texts.list_of(locale, [self._named(locale, query, each) for each in shares])

    def _named(self, locale: Locale, query: FigureQuery, share: ShareFigures) -> str:
        value = self._short(locale, query, share)
        return self.metrics.cards.texts.render(locale, "figure-value-of", symbol=share.symbol, value=value)

    def _short(self, locale: Locale, query: FigureQuery, share: ShareFigures) -> str:
        return self.values.value(locale, query.measures[0], share.first.value, is_short=True)

    def _ranked(self, locale: Locale, found: FoundFigures) -> str:
        query = found.query
        return self.metrics.cards.texts.render(
            locale,
            "figure-ranked",
            name=self.values.name(locale, query.measures[0]),
            order=query.order,
            values=self._list(locale, query, found.shares[: query.count]),
            when=self._when(locale, query, found.shares),
        )

    def _first(self, locale: Locale, found: FoundFigures) -> str:
        """Return which share has the highest, or the lowest; those without the figure are named last."""
        texts, query, measure = self.metrics.cards.texts, found.query, found.query.measures[0]
        facts = {"name": self.values.name(locale, measure), "when": self._when(locale, query, found.shares)}
        known = [each for each in found.shares if each.first.value is not None]
        if not known:
            return texts.render(locale, "figure-first-none", name=facts["name"])
        values = [self._short(locale, query, each) for each in known]
        if len(known) > 1 and known[0].first.value == known[1].first.value:
            same = [each.symbol for each, value in zip(known, values, strict=True) if value == values[0]]
            return texts.render(
                locale, "figure-first-equal", symbols=texts.list_of(locale, same), value=values[0], **facts
            )
        return texts.render(
            locale,
            "figure-first",
            measure=measure,
            symbol=known[0].symbol,
            order=query.order,
            pair="yes" if len(found.shares) == _PAIR else "no",
            value=values[0],
            others=self._list(locale, query, found.shares[1:]),
            **facts,
        )

    def _extreme(self, locale: Locale, query: FigureQuery, share: ShareFigures) -> str:
        window, figure, measure = share.window, share.first, query.measures[0]
        if window is None or figure.day is None:
            return self._line(locale, query, share)
        return self.metrics.cards.texts.render(
            locale,
            "figure-extreme",
            symbol=share.symbol,
            measure=measure,
            order=query.order,
            name=self.values.name(locale, measure),
            value=self.values.value(locale, measure, figure.value, is_short=True),
            day=figure.day,
            first=window.bars[0].session,
            last=window.last.session,
        )

    def _how_often(self, locale: Locale, query: FigureQuery, share: ShareFigures) -> str:
        counted, window, bound, measure = share.counted, share.window, query.bound, query.measures[0]
        if counted is None or window is None or bound is None:
            return self._line(locale, query, share)
        shown = self.values.value(locale, measure, abs(bound.value), is_short=True).lstrip("+")
        return self.metrics.cards.texts.render(
            locale,
            "figure-how-often",
            symbol=share.symbol,
            measure=measure,
            name=self.values.name(locale, measure),
            above="yes" if bound.is_above else "no",
            bound=shown if bound.value else "no",
            count=len(counted.days),
            sessions=counted.sessions,
            first=window.bars[0].session,
            last=window.last.session,
            day=counted.days[-1].isoformat() if counted.days else "no",
        )

    def _checked(self, locale: Locale, query: FigureQuery, share: ShareFigures) -> str:
        """Return whether a figure is as asked; one that is missing is said to be."""
        if share.first.value is None:
            return self._line(locale, query, share)
        texts, measure = self.metrics.cards.texts, query.measures[0]
        if query.judgement is not None:
            figure = self.values.shown(locale, measure, share.first, compute_features(share.snapshot), query.when)
            facts = {"symbol": share.symbol, "figure": figure, "when": self._instant(locale, share)}
            reading = _reading(query.judgement, share.first.value)
            return texts.render(locale, f"judged-{query.judgement}-{reading}", **facts)
        is_of_days = query.manner is Manner.CHECK_DAYS
        text = self._extreme(locale, query, share) if is_of_days else self._line(locale, query, share)
        return texts.render(locale, "figure-check", answer="yes" if share.is_beyond else "no", text=text)

    def _instant(self, locale: Locale, share: ShareFigures) -> str | datetime:
        return FigureLine(self.metrics).when(locale, compute_features(share.snapshot))

    def _when(self, locale: Locale, query: FigureQuery, shares: Sequence[ShareFigures]) -> str | datetime:
        """Return the instant, or the first and last session of the span, that the figures are of."""
        windows = [each.window for each in shares if each.window is not None]
        if not windows or isinstance(query.when, OnDay):
            return self._instant(locale, max(shares, key=lambda each: each.snapshot.quote.as_of))
        first = min(each.start.session if _is_change(query) else each.bars[0].session for each in windows)
        last = max(each.last.session for each in windows)
        return f"{first} – {last}"

    def _details(self, locale: Locale, found: FoundFigures) -> Iterator[Block]:
        """Yield the days and headlines in full, the ends of changes, and all figures of a few shares."""
        texts = self.metrics.cards.texts
        for share in found.shares:
            if share.counted is not None and share.counted.days:
                days = ", ".join(day.isoformat() for day in share.counted.days[-_MOST_LISTED:])
                yield Paragraph(texts.render(locale, "figure-days", days=days))
            if share.figures and share.first.news:
                lines = map(_headline, share.first.news)
                yield Bullets(share.symbol, tuple(lines)[:_MOST_LISTED])
        windows = [(each, each.window) for each in found.shares if each.window is not None]
        if _is_change(found.query) and len(windows) > 1:
            yield self._table(locale, found.query, windows)
        for share in found.shares if len(found.shares) <= _MOST_WITH_DETAILS else ():
            yield from self.metrics.figures(locale, compute_features(share.snapshot))
        if windows:
            yield Paragraph(texts.render(locale, "figure-formula"))

    def _table(self, locale: Locale, query: FigureQuery, windows: Sequence[tuple[ShareFigures, object]]) -> Table:
        texts = self.metrics.cards.texts
        name = self.values.name(locale, query.measures[0])
        ends = (texts.render(locale, f"figure-change-details-{end}") for end in ("first", "last"))
        rows = tuple(
            (
                share.symbol,
                self.values.value(locale, query.measures[0], share.first.value),
                *(f"{bar.session} {self._usd(locale, bar.close)}" for bar in (share.window.start, share.window.last)),
            )
            for share, _ in windows
            if share.window is not None
        )
        return Table(("", name, *ends), rows)

    def _usd(self, locale: Locale, amount: Decimal) -> str:
        return self.metrics.cards.texts.render(locale, "usd", amount=amount)


def _is_change(query: FigureQuery) -> bool:
    return (
        bool(query.measures)
        and query.measures[0] in {Measure.CHANGE, Measure.TOTAL_RETURN}
        and query.manner
        not in {
            Manner.EXTREME_DAY,
            Manner.HOW_OFTEN,
            Manner.CHECK_DAYS,
        }
    )


def _capitalised(name: str) -> str:
    return name[:1].upper() + name[1:]


def _headline(item: NewsItem) -> str:
    title, source = single_line(item.title, limit=_MAX_TITLE), single_line(item.source, limit=_MAX_TITLE)
    return f"{item.published.date()} {title} ({source})"


def _reading(judgement: Judgement, value: Decimal) -> str:
    """Return "yes", "opposite" or "neither"."""
    low, high = _BOUNDS[judgement]
    if low <= value <= high:
        return "neither"
    return "yes" if (value > high) is (judgement in _HIGH) else "opposite"
