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
from bot.presentation.presenter import Presenter
from bot.presentation.questions.figure_line import FigureLine, bound_of, is_as_asked
from bot.presentation.questions.figure_values import FigureValues
from bot.trading.figures.share_figures import FoundFigures, ShareFigures

_PAIR: Final = 2
_UNLISTED_UNITS: Final = frozenset({MeasureUnit.TEXT, MeasureUnit.DAY})
_UNLISTED: Final = frozenset({Measure.RANGE, Measure.MACD})  # of two numbers
_OF_DAYS: Final = frozenset({Manner.EXTREME_DAY, Manner.HOW_OFTEN, Manner.LAST_DAY, Manner.CHECK_DAYS})
_FEW: Final = Decimal("0.25")  # of the sessions of a year; a figure is high if so few had a higher one


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


@dataclass(frozen=True, slots=True)
class ComparedFigures(Presenter):
    """Renders such answers, each with the figures that it rests on."""

    @property
    def values(self) -> FigureValues:
        """The presenter of single values."""
        return FigureValues(self.texts)

    def line(self, locale: Locale, found: FoundFigures, share: ShareFigures) -> str:
        """Return yes or no, and the figures that are compared."""
        query = found.query
        if query.manner is Manner.THAN_THEN:
            return self._than_then(locale, query, share)
        if share.counted is not None and share.counted.sessions:
            lower = len(share.counted.days)
            part = Decimal(lower) / share.counted.sessions
            is_so = part <= _FEW if query.order is RankOrder.LOWEST else part >= 1 - _FEW
            text = self.say(
                locale,
                "figure-level-of-year",
                measure=query.measures[0],
                **self._facts(locale, query, share),
                lower=lower,
                sessions=share.counted.sessions,
            )
            return self.say(locale, "figure-check", answer=_yes(is_so), text=text)
        return self._beside_others(locale, found, share)

    def _than_then(self, locale: Locale, query: FigureQuery, share: ShareFigures) -> str:
        pairs = [
            self.say(
                locale,
                "figure-now-and-then",
                name=self.values.name(locale, measure),
                now=self.values.value(locale, measure, now.value),
                then=self.values.value(locale, measure, then.value),
                day=share.then_day,
            )
            for measure, now, then in zip(query.measures, share.figures, share.then, strict=True)
        ]
        now, then = share.first.value, share.then[0].value if share.then else None
        text = f"{share.symbol} {self.say(locale, 'card-separator').join(pairs)}"
        if now is None or then is None:
            return text
        return self.say(locale, "figure-check", answer=_yes(_is_first(query.order, now, then)), text=text)

    def _beside_others(self, locale: Locale, found: FoundFigures, share: ShareFigures) -> str:
        """Return whether a value is above, or below, the middle of those that are known."""
        query, known = found.query, dict(self._known(locale, found, share))
        value = share.first.value if query.bound is None else query.bound.value
        if value is None or not known:
            facts = compute_features(share.snapshot)
            return f"{share.symbol} {self.values.shown(locale, query.measures[0], share.first, facts, query.when)}"
        middle = median(known.values())
        text = self.say(
            locale,
            "figure-level-beside",
            **self._facts(locale, query, share),
            side="above" if value > middle else "below" if value < middle else "at",
            middle=self.values.value(locale, query.measures[0], middle),
            others=self.texts.list_of(locale, tuple(known)),
        )
        return self.say(locale, "figure-check", answer=_yes(_is_first(query.order, value, middle)), text=text)

    def _known(self, locale: Locale, found: FoundFigures, share: ShareFigures) -> Iterator[tuple[str, Decimal]]:
        """Yield the values that one is compared with, and how each is said."""
        measure, is_said = found.query.measures[0], found.query.bound is not None
        figures = [(share.symbol, share.first.value)] if is_said else []
        figures += [(each.symbol, each.first.value) for each in found.others]
        for symbol, value in figures:
            if value is not None:
                yield f"{symbol} {self.values.value(locale, measure, value)}", value
        if share.then and (value := share.then[0].value) is not None:
            shown = self.values.value(locale, measure, value)
            yield self.say(locale, "figure-value-then", symbol=share.symbol, value=shown, day=share.then_day), value

    def _facts(self, locale: Locale, query: FigureQuery, share: ShareFigures) -> dict[str, Hashable]:
        """Return what is judged: the figure of the share, or the value that is said."""
        value = share.first.value if query.bound is None else query.bound.value
        return {
            "symbol": share.symbol,
            "name": self.values.name(locale, query.measures[0]),
            "value": self.values.value(locale, query.measures[0], value),
            "stated": "no" if query.bound is None else "yes",
            "day": share.snapshot.quote.session,
        }


def _is_first(order: RankOrder, one: Decimal, other: Decimal) -> bool:
    return one < other if order is RankOrder.LOWEST else one > other


def _yes(is_so: bool) -> str:  # noqa: FBT001 - the answer itself
    return "yes" if is_so else "no"
