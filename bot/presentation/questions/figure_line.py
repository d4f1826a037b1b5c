"""What is said of the figures of one share: its values, an extreme, a count, or whether they are as asked."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from decimal import Decimal
from typing import Final

from bot.domain.figures.formulas import FORMULAS
from bot.domain.figures.measures import UPDATE, Measure
from bot.domain.figures.query import FigureQuery, Judgement, Manner, OnDay, OverDays
from bot.domain.figures.window import Window
from bot.domain.market.features import compute_features
from bot.domain.text.locale import Locale
from bot.engines.rules.figure_rules import HIGH_PE, LOW_PE, OVERBOUGHT, OVERSOLD
from bot.presentation.questions.figure_values import FigureValues
from bot.trading.figures.share_figures import NO_SESSION, ShareFigures

_OF_PRICE: Final = frozenset({Measure.PRICE, Measure.CHANGE, Measure.FROM_HIGH, Measure.FROM_LOW})
_BOUNDS: Final = {
    Judgement.OVERBOUGHT: (OVERSOLD, OVERBOUGHT),
    Judgement.OVERSOLD: (OVERSOLD, OVERBOUGHT),
    Judgement.CHEAP: (LOW_PE, HIGH_PE),
    Judgement.EXPENSIVE: (LOW_PE, HIGH_PE),
}
_HIGH: Final = frozenset({Judgement.OVERBOUGHT, Judgement.EXPENSIVE})


@dataclass(frozen=True, slots=True)
class FigureLine(FigureValues):
    """Renders the figures of one share."""

    def in_manner(self, locale: Locale, query: FigureQuery, share: ShareFigures) -> str:
        """Return what is asked of one share, beside values and orders."""
        match query.manner:
            case Manner.CHECK | Manner.CHECK_DAYS:
                return self.checked(locale, query, share)
            case Manner.UPDATE:
                return self.update(locale, share)
            case Manner.EXTREME_DAY:
                return self.extreme(locale, query, share)
            case _:
                return self.how_often(locale, query, share)

    def line(self, locale: Locale, query: FigureQuery, share: ShareFigures) -> str:
        """Return the figures with their day, or the change over a span with its ends."""
        if isinstance(query.when, OverDays) and share.first.why_missing == NO_SESSION:
            days = {"first": query.when.first, "last": query.when.last}
            return self.say(locale, "asked-no-span", symbol=share.symbol, **days)
        if share.window is not None and not isinstance(query.when, OnDay):
            return "\n".join(self._over_days(locale, query, share, share.window))
        return self._at_instant(locale, query.measures, self._figures(locale, query, share), share)

    def _at_instant(self, locale: Locale, measures: Iterable[Measure], figures: str, share: ShareFigures) -> str:
        is_of_close = not _OF_PRICE.isdisjoint(measures) and share.snapshot.quote.is_close
        message_id = "asked-price-line" if is_of_close else "asked-line"
        return self.say(locale, message_id, symbol=share.symbol, figures=figures, when=self.instant(locale, share))

    def _figures(self, locale: Locale, query: FigureQuery, share: ShareFigures) -> str:
        return self.say(locale, "card-separator").join(
            self.shown(locale, measure, figure, compute_features(share.snapshot), query.when)
            for measure, figure in zip(query.measures, share.figures, strict=True)
        )

    def _over_days(self, locale: Locale, query: FigureQuery, share: ShareFigures, window: Window) -> Iterator[str]:
        if query.purchase is not None:
            yield self.purchase(locale, query.purchase, share.symbol, window)
        elif any(each.now is not None for each in share.figures):
            yield from self._of_both(locale, query, share)
        elif Measure.CHANGE in query.measures:
            yield self.span(locale, "asked-change-span", share.symbol, window)
            yield from self._beside_change(locale, query, share)
        elif Measure.PRICE in query.measures:
            yield self.prices(locale, share.symbol, window)
            yield from self._beside_change(locale, query, share)
        else:
            first = window.start if Measure.TOTAL_RETURN in query.measures else window.bars[0]
            text = f"{share.symbol} {self._figures(locale, query, share)}"
            yield self.say(locale, "figure-over", text=text, first=first.session, last=window.last.session)

    def _of_both(self, locale: Locale, query: FigureQuery, share: ShareFigures) -> Iterator[str]:
        """Yield the figures of a span, and those that are known of a day only as they are now."""
        named = tuple(zip(query.measures, share.figures, strict=True))
        if of_span := [each for each in named if each[1].now is None]:
            measures, figures = zip(*of_span, strict=True)
            yield self.line(locale, replace(query, measures=measures), replace(share, figures=figures))
        share = replace(share, snapshot=share.end or share.snapshot)
        features = compute_features(share.snapshot)
        for measure, figure in ((measure, each.now) for measure, each in named if each.now is not None):
            yield self.say(
                locale,
                "asked-line" if FORMULAS[measure].is_timeless else "figure-not-over-days",
                symbol=share.symbol,
                figures=self.shown(locale, measure, figure, features, None),
                when=self.instant(locale, share),
            )

    def _beside_change(self, locale: Locale, query: FigureQuery, share: ShareFigures) -> Iterator[str]:
        """Yield the line of the other figures of a span, of which the line of the change says the price."""
        named = zip(query.measures, share.figures, strict=True)
        others = [each for each in named if each[0] not in {Measure.CHANGE, Measure.PRICE}]
        if others:
            measures, figures = zip(*others, strict=True)
            yield self.line(locale, replace(query, measures=measures), replace(share, figures=figures))

    def update(self, locale: Locale, share: ShareFigures) -> str:
        """Return what is new, in three lines: the price, the volume, the latest headline with the date of results."""
        figures, features = dict(zip(UPDATE, share.figures, strict=True)), compute_features(share.snapshot)
        price, headline, results = (
            self.shown(locale, each, figures[each], features, None)
            for each in (Measure.PRICE, Measure.NEWS, Measure.EARNINGS_DATE)
        )
        volume, ratio = (
            self.value(locale, each, figures[each].value) for each in (Measure.VOLUME, Measure.VOLUME_RATIO)
        )
        facts = {"price": self._at_instant(locale, (Measure.PRICE,), price, share), "volume": volume, "ratio": ratio}
        return self.say(locale, "figure-update", headline=headline, results=results, **facts)

    def extreme(self, locale: Locale, query: FigureQuery, share: ShareFigures) -> str:
        """Return the highest, or the lowest, figure of the days of a span, and its day."""
        window, figure, measure = share.window, share.first, query.measures[0]
        if window is None or figure.day is None:
            return self.line(locale, query, share)
        return self.say(
            locale,
            "figure-extreme",
            symbol=share.symbol,
            measure=measure,
            order=query.order,
            name=self.name(locale, measure),
            value=self.value(locale, measure, figure.value, is_short=True),
            day=figure.day,
            first=window.bars[0].session,
            last=window.last.session,
        )

    def how_often(self, locale: Locale, query: FigureQuery, share: ShareFigures) -> str:
        """Return on how many days of a span a figure was beyond the bound, or which was the latest."""
        counted, window, bound, measure = share.counted, share.window, query.bound, query.measures[0]
        if counted is None or window is None or bound is None:
            return self.line(locale, query, share)
        is_last_day = query.manner is Manner.LAST_DAY
        return self.say(
            locale,
            "figure-last-day" if is_last_day else "figure-how-often",
            value=self.value(locale, measure, share.first.value, is_short=True) if is_last_day else "",
            symbol=share.symbol,
            measure=measure,
            name=self.name(locale, measure),
            above=bound.is_above,
            bound=self.amount(locale, measure, bound.value) if bound.value else "no",
            count=len(counted.days),
            sessions=counted.sessions,
            first=window.bars[0].session,
            last=window.last.session,
            day=counted.days[-1] if counted.days else "no",
        )

    def checked(self, locale: Locale, query: FigureQuery, share: ShareFigures) -> str:
        """Return whether a figure is as asked; one that is missing is said to be."""
        if share.first.value is None:
            return self.line(locale, query, share)
        if query.judgement is not None:
            features = compute_features(share.snapshot)
            return self.say(
                locale,
                f"judged-{query.judgement}-{_reading(query.judgement, share.first.value)}",
                symbol=share.symbol,
                figure=self.shown(locale, query.measures[0], share.first, features, query.when),
                when=self.instant(locale, share),
            )
        is_of_days = query.manner is Manner.CHECK_DAYS
        text = self.extreme(locale, query, share) if is_of_days else self.line(locale, query, share)
        return self.say(locale, "figure-check", answer=bool(share.is_beyond), text=text)

    def instant(self, locale: Locale, share: ShareFigures) -> str | datetime:
        """Return the session of a close, or the instant of a live price and its delay."""
        quote = share.snapshot.quote
        if quote.is_close:
            return quote.session.isoformat()
        if not quote.delay:
            return quote.as_of
        minutes = quote.delay // timedelta(minutes=1)
        return self.say(locale, "asked-when-delayed", time=quote.as_of, minutes=minutes)


def is_as_asked(query: FigureQuery, share: ShareFigures) -> bool:
    """Return whether a figure is beyond the bound, or such as it is judged to be; one that is missing is not."""
    if query.judgement is None or share.first.value is None:
        return bool(share.is_beyond)
    return _reading(query.judgement, share.first.value) == "yes"


def bound_of(judgement: Judgement) -> Decimal:
    """Return the value beyond which a figure is such."""
    low, high = _BOUNDS[judgement]
    return Decimal(high if judgement in _HIGH else low)


def _reading(judgement: Judgement, value: Decimal) -> str:
    low, high = _BOUNDS[judgement]
    if low <= value <= high:
        return "neither"
    return "yes" if (value > high) is (judgement in _HIGH) else "opposite"
