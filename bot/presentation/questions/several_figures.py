"""What is said of one figure of several shares: a line that lists them, orders them, or names those as asked."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from typing import Final

from bot.domain.figures.measures import UNITS, Measure, MeasureUnit
from bot.domain.figures.query import FigureQuery, Manner, OnDay, Scope
from bot.domain.text.locale import Locale
from bot.presentation.questions.figure_line import FigureLine, bound_of, is_as_asked
from bot.trading.figures.share_figures import FoundFigures, ShareFigures

_PAIR: Final = 2
_UNLISTED_UNITS: Final = frozenset({MeasureUnit.TEXT, MeasureUnit.DAY})
_UNLISTED: Final = frozenset({Measure.RANGE, Measure.MACD})  # of two numbers
_OF_DAYS: Final = frozenset({Manner.EXTREME_DAY, Manner.HOW_OFTEN, Manner.LAST_DAY, Manner.CHECK_DAYS})


@dataclass(frozen=True, slots=True)
class SeveralFigures:
    """Renders the first figure of several shares."""

    one: FigureLine

    def mean(self, locale: Locale, found: FoundFigures, mean: Decimal) -> str:
        """Return the figures beside their mean over all shares of the market."""
        query, texts = found.query, self.one.texts
        shown = self.one.values.value(locale, query.measures[0], mean, is_short=True)
        if query.scope is Scope.MARKET:
            values, when = self._list(locale, query, found.shares), self._when(locale, query, found.shares)
            return texts.render(locale, "figure-mean-alone", mean=shown, values=values, when=when)
        text = (
            self._list(locale, query, found.shares)
            if is_listed(found)
            else self.one.line(locale, query, found.shares[0])
        )
        return texts.render(locale, "figure-mean", text=text, mean=shown, symbols=texts.list_of(locale, found.of_mean))

    def listed(self, locale: Locale, found: FoundFigures) -> str:
        """Return the figures in the order of the shares."""
        return self.one.texts.render(
            locale,
            "figure-list",
            name=self._capitalised(locale, found.query.measures[0]),
            values=self._list(locale, found.query, found.shares),
            when=self._when(locale, found.query, found.shares),
        )

    def ranked(self, locale: Locale, found: FoundFigures) -> str:
        """Return the figures in the order that was asked for."""
        query = found.query
        return self.one.texts.render(
            locale,
            "figure-ranked",
            name=self.one.values.name(locale, query.measures[0]),
            order=query.order,
            values=self._list(locale, query, found.shares[: query.count]),
            when=self._when(locale, query, found.shares),
        )

    def first(self, locale: Locale, found: FoundFigures) -> str:
        """Return which share has the highest, or the lowest; those without the figure are named last."""
        texts, query, measure = self.one.texts, found.query, found.query.measures[0]
        facts = {"name": self.one.values.name(locale, measure), "when": self._when(locale, query, found.shares)}
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

    def those(self, locale: Locale, found: FoundFigures) -> str:
        """Return which shares are as asked, or that none is, and the figures of all."""
        query, texts = found.query, self.one.texts
        meant = [each.symbol for each in found.shares if is_as_asked(query, each)]
        return texts.render(
            locale,
            "figure-those",
            test=self._test(locale, query),
            count=len(meant),
            symbols=texts.list_of(locale, meant),
            values=self._list(locale, query, found.shares),
            when=self._when(locale, query, found.shares),
        )

    def _test(self, locale: Locale, query: FigureQuery) -> str:
        """Return what shares are tested for: "Oversold, RSI below 30", "P/E above 15"."""
        texts, values, measure = self.one.texts, self.one.values, query.measures[0]
        judgement, bound = query.judgement, query.bound
        if judgement is not None:
            return texts.render(locale, "figure-test-judged", judgement=judgement, bound=bound_of(judgement))
        is_above = bound is not None and bound.is_above
        return texts.render(
            locale,
            "figure-test",
            measure=measure,
            name=self._capitalised(locale, measure),
            above="yes" if is_above else "no",
            bound=values.value(locale, measure, bound.value) if bound is not None and bound.value else "no",
        )

    def _capitalised(self, locale: Locale, measure: Measure) -> str:
        name = self.one.values.name(locale, measure)
        return name[:1].upper() + name[1:]

    def _list(self, locale: Locale, query: FigureQuery, shares: Sequence[ShareFigures]) -> str:
        texts = self.one.texts
        named = (
            texts.render(locale, "figure-value-of", symbol=each.symbol, value=self._short(locale, query, each))
            for each in shares
        )
        return texts.list_of(locale, named)

    def _short(self, locale: Locale, query: FigureQuery, share: ShareFigures) -> str:
        return self.one.values.value(locale, query.measures[0], share.first.value, is_short=True)

    def _when(self, locale: Locale, query: FigureQuery, shares: Sequence[ShareFigures]) -> str | datetime:
        """Return the instant, or the first and last session of the span, that the figures are of."""
        windows = [each.window for each in shares if each.window is not None]
        if not windows or isinstance(query.when, OnDay):
            return self.one.instant(locale, max(shares, key=lambda each: each.snapshot.quote.as_of))
        counts_from_before = is_change(query)
        first = min(each.start.session if counts_from_before else each.bars[0].session for each in windows)
        return f"{first} – {max(each.last.session for each in windows)}"


def is_listed(found: FoundFigures) -> bool:
    """Return whether one figure of several shares is shown in one line."""
    measures = found.query.measures
    if found.query.supposed is not None or found.query.purchase is not None:
        return False
    is_one_number = len(measures) == 1 and UNITS[measures[0]] not in _UNLISTED_UNITS
    is_of_prices = measures == (Measure.PRICE,) and found.query.manner is Manner.VALUE and _is_of_days(found)
    return is_one_number and len(found.shares) > 1 and measures[0] not in _UNLISTED and not is_of_prices


def _is_of_days(found: FoundFigures) -> bool:
    return not isinstance(found.query.when, OnDay) and any(each.window is not None for each in found.shares)


def is_change(query: FigureQuery) -> bool:
    """Return whether the change over a span is asked for, which counts from the close before it."""
    is_of_change = bool(query.measures) and query.measures[0] in {Measure.CHANGE, Measure.TOTAL_RETURN}
    return is_of_change and query.manner not in _OF_DAYS
