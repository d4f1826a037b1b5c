"""One figure of several shares, listed or ordered."""

from collections.abc import Hashable, Sequence
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
class SeveralFigures(FigureLine):
    """Renders the first figure of several shares."""

    def mean(self, locale: Locale, found: FoundFigures, mean: Decimal) -> str:
        """Return the figures beside their mean over all shares of the market."""
        query = found.query
        shown = self.value(locale, query.measures[0], mean, is_short=True)
        if query.scope is Scope.MARKET:
            return self.say(locale, "figure-mean-alone", mean=shown, **self._facts(locale, found))
        listed = self._list(locale, query, found.shares) if is_listed(found) else ""
        text = listed or self.line(locale, query, found.shares[0])
        return self.say(locale, "figure-mean", text=text, mean=shown, symbols=self.texts.list_of(locale, found.of_mean))

    def listed(self, locale: Locale, found: FoundFigures) -> str:
        """Return the figures in the order of the shares."""
        name = self._capitalised(locale, found.query.measures[0])
        return self.say(locale, "figure-list", **{**self._facts(locale, found), "name": name})

    def ranked(self, locale: Locale, found: FoundFigures) -> str:
        """Return the figures in the order that was asked for."""
        values = self._list(locale, found.query, found.shares[: found.query.count])
        return self.say(locale, "figure-ranked", **{**self._facts(locale, found), "values": values})

    def first(self, locale: Locale, found: FoundFigures) -> str:
        """Return which share has the highest, or the lowest; those without the figure are named last."""
        query, facts = found.query, self._facts(locale, found)
        known = [each for each in found.shares if each.first.value is not None]
        if not known:
            return self.say(locale, "figure-first-none", **facts)
        values = [self._short(locale, query, each) for each in known]
        facts["value"] = values[0]
        if len(known) > 1 and known[0].first.value == known[1].first.value:
            same = [each.symbol for each, value in zip(known, values, strict=True) if value == values[0]]
            return self.say(locale, "figure-first-equal", symbols=self.texts.list_of(locale, same), **facts)
        others, is_pair = self._list(locale, query, found.shares[1:]), len(found.shares) == _PAIR
        return self.say(locale, "figure-first", symbol=known[0].symbol, pair=is_pair, others=others, **facts)

    def those(self, locale: Locale, found: FoundFigures) -> str:
        """Return which shares are as asked, or that none is, and the figures of all."""
        meant = [each.symbol for each in found.shares if is_as_asked(found.query, each)]
        symbols, test = self.texts.list_of(locale, meant), self._test(locale, found.query)
        facts = self._facts(locale, found)
        return self.say(locale, "figure-those", test=test, count=len(meant), symbols=symbols, **facts)

    def _test(self, locale: Locale, query: FigureQuery) -> str:
        """Return what shares are tested for: "Oversold, RSI below 30", "P/E above 15"."""
        measure, judgement, bound = query.measures[0], query.judgement, query.bound
        if judgement is not None:
            return self.say(locale, "figure-test-judged", judgement=judgement, bound=bound_of(judgement))
        return self.say(
            locale,
            "figure-test",
            measure=measure,
            name=self._capitalised(locale, measure),
            above=bound is not None and bound.is_above,
            bound=self.value(locale, measure, bound.value) if bound is not None and bound.value else "no",
        )

    def _facts(self, locale: Locale, found: FoundFigures) -> dict[str, Hashable]:
        query, measure = found.query, found.query.measures[0]
        named = {"measure": measure, "name": self.name(locale, measure), "order": query.order}
        values, when = self._list(locale, query, found.shares), self._when(locale, query, found.shares)
        return {**named, "values": values, "when": when}

    def _capitalised(self, locale: Locale, measure: Measure) -> str:
        name = self.name(locale, measure)
        return name[:1].upper() + name[1:]

    def _list(self, locale: Locale, query: FigureQuery, shares: Sequence[ShareFigures]) -> str:
        named = (
            self.say(locale, "figure-value-of", symbol=each.symbol, value=self._short(locale, query, each))
            for each in shares
        )
        return self.texts.list_of(locale, named)

    def _short(self, locale: Locale, query: FigureQuery, share: ShareFigures) -> str:
        return self.value(locale, query.measures[0], share.first.value, is_short=True)

    def _when(self, locale: Locale, query: FigureQuery, shares: Sequence[ShareFigures]) -> str | datetime:
        windows = [each.window for each in shares if each.window is not None]
        if not windows or isinstance(query.when, OnDay):
            return self.instant(locale, max(shares, key=lambda each: each.snapshot.quote.as_of))
        counts_from_before = is_change(query)
        first = min(each.start.session if counts_from_before else each.bars[0].session for each in windows)
        return f"{first} – {max(each.last.session for each in windows)}"


def is_listed(found: FoundFigures) -> bool:
    """Return whether one figure of several shares is shown in one line."""
    query, measures = found.query, found.query.measures
    if query.purchase is not None:
        return False
    is_of_days = not isinstance(query.when, OnDay) and any(each.window is not None for each in found.shares)
    is_of_prices = measures == (Measure.PRICE,) and query.manner is Manner.VALUE and is_of_days
    is_one_number = len(measures) == 1 and UNITS[measures[0]] not in _UNLISTED_UNITS
    return is_one_number and len(found.shares) > 1 and measures[0] not in _UNLISTED and not is_of_prices


def is_change(query: FigureQuery) -> bool:
    """Return whether the change over a span is asked for, which counts from the close before it."""
    is_of_change = bool(query.measures) and query.measures[0] in {Measure.CHANGE, Measure.TOTAL_RETURN}
    return is_of_change and query.manner not in _OF_DAYS
