"""One figure of several shares, listed or ordered; or beside its own past, other shares, or another day."""

from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from statistics import median
from typing import Final

from bot.domain.figures.measures import UNITS, Measure, MeasureUnit
from bot.domain.figures.query import FigureQuery, Manner, OnDay, RankOrder, Scope
from bot.domain.market.features import compute_features
from bot.domain.text.locale import Locale
from bot.presentation.questions.figure_line import FigureLine, bound_of, is_as_asked
from bot.trading.figures.share_figures import FoundFigures, ShareFigures

_PAIR: Final = 2
_UNLISTED_UNITS: Final = frozenset({MeasureUnit.TEXT, MeasureUnit.DAY})
_UNLISTED: Final = frozenset({Measure.RANGE, Measure.MACD})  # of two numbers
_OF_DAYS: Final = frozenset({Manner.EXTREME_DAY, Manner.HOW_OFTEN, Manner.LAST_DAY, Manner.CHECK_DAYS})
_FEW: Final = Decimal("0.25")  # of the sessions of a year; a figure is high if so few had a higher one


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
    if query.supposed is not None or query.purchase is not None:
        return False
    is_of_days = not isinstance(query.when, OnDay) and any(each.window is not None for each in found.shares)
    is_of_prices = measures == (Measure.PRICE,) and query.manner is Manner.VALUE and is_of_days
    is_one_number = len(measures) == 1 and UNITS[measures[0]] not in _UNLISTED_UNITS
    return is_one_number and len(found.shares) > 1 and measures[0] not in _UNLISTED and not is_of_prices


def is_change(query: FigureQuery) -> bool:
    """Return whether the change over a span is asked for, which counts from the close before it."""
    is_of_change = bool(query.measures) and query.measures[0] in {Measure.CHANGE, Measure.TOTAL_RETURN}
    return is_of_change and query.manner not in _OF_DAYS


@dataclass(frozen=True, slots=True)
class ComparedFigures(FigureLine):
    """Renders whether a figure is high or low, or higher or lower than then, with the figures that it rests on."""

    def compared(self, locale: Locale, found: FoundFigures, share: ShareFigures) -> str:
        """Return yes or no, and the figures that are compared."""
        query = found.query
        if query.manner is Manner.THAN_THEN:
            return self._than_then(locale, query, share)
        if share.counted is None or not share.counted.sessions:
            return self._beside_others(locale, found, share)
        lower, sessions = len(share.counted.days), share.counted.sessions
        part, facts = Decimal(lower) / sessions, self._facts(locale, query, share)
        is_so = part <= _FEW if query.order is RankOrder.LOWEST else part >= 1 - _FEW
        text = self.say(locale, "figure-level-of-year", **facts, lower=lower, sessions=sessions)
        return self.say(locale, "figure-check", answer=is_so, text=text)

    def _than_then(self, locale: Locale, query: FigureQuery, share: ShareFigures) -> str:
        pairs = [
            self.say(
                locale,
                "figure-now-and-then",
                name=self.name(locale, measure),
                now=self.value(locale, measure, now.value),
                then=self.value(locale, measure, then.value),
                day=share.then_day,
            )
            for measure, now, then in zip(query.measures, share.figures, share.then, strict=True)
        ]
        now, then = share.first.value, share.then[0].value if share.then else None
        text = f"{share.symbol} {self.say(locale, 'card-separator').join(pairs)}"
        if now is None or then is None:
            return text
        return self.say(locale, "figure-check", answer=_is_first(query.order, now, then), text=text)

    def _beside_others(self, locale: Locale, found: FoundFigures, share: ShareFigures) -> str:
        """Return whether a value is above, or below, the middle of those that are known."""
        query, known = found.query, dict(self._known(locale, found, share))
        value = share.first.value if query.bound is None else query.bound.value
        if value is None or not known:
            facts = compute_features(share.snapshot)
            return f"{share.symbol} {self.shown(locale, query.measures[0], share.first, facts, query.when)}"
        middle = median(known.values())
        text = self.say(
            locale,
            "figure-level-beside",
            **self._facts(locale, query, share),
            side="above" if value > middle else "below" if value < middle else "at",
            middle=self.value(locale, query.measures[0], middle),
            others=self.texts.list_of(locale, tuple(known)),
        )
        return self.say(locale, "figure-check", answer=_is_first(query.order, value, middle), text=text)

    def _known(self, locale: Locale, found: FoundFigures, share: ShareFigures) -> Iterator[tuple[str, Decimal]]:
        """Yield the values that one is compared with, and how each is said."""
        measure, is_said = found.query.measures[0], found.query.bound is not None
        figures = [(share.symbol, share.first.value)] if is_said else []
        figures += [(each.symbol, each.first.value) for each in found.others]
        for symbol, value in figures:
            if value is not None:
                yield f"{symbol} {self.value(locale, measure, value)}", value
        if share.then and (value := share.then[0].value) is not None:
            shown = self.value(locale, measure, value)
            yield self.say(locale, "figure-value-then", symbol=share.symbol, value=shown, day=share.then_day), value

    def _facts(self, locale: Locale, query: FigureQuery, share: ShareFigures) -> dict[str, Hashable]:
        value, measure = share.first.value if query.bound is None else query.bound.value, query.measures[0]
        return {
            "symbol": share.symbol,
            "measure": measure,
            "name": self.name(locale, measure),
            "value": self.value(locale, measure, value),
            "stated": query.bound is not None,
            "day": share.snapshot.quote.session,
        }


def _is_first(order: RankOrder, one: Decimal, other: Decimal) -> bool:
    return one < other if order is RankOrder.LOWEST else one > other
