"""Whether a figure is high or low beside its own past and other shares, or higher or lower than on another day."""

from collections.abc import Hashable, Iterator
from dataclasses import dataclass
from decimal import Decimal
from statistics import median
from typing import Final

from bot.domain.figures.query import FigureQuery, Manner, RankOrder
from bot.domain.market.features import compute_features
from bot.domain.text.locale import Locale
from bot.presentation.presenter import Presenter
from bot.presentation.questions.figure_values import FigureValues
from bot.trading.figures.share_figures import FoundFigures, ShareFigures

_FEW: Final = Decimal("0.25")  # of the sessions of a year; a figure is high if so few had a higher one


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
            return self._of_year(locale, query, share, len(share.counted.days), share.counted.sessions)
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

    def _of_year(self, locale: Locale, query: FigureQuery, share: ShareFigures, lower: int, sessions: int) -> str:
        """Return whether few of the sessions of a year had a higher figure, or a lower one."""
        part = Decimal(lower) / sessions
        is_so = part <= _FEW if query.order is RankOrder.LOWEST else part >= 1 - _FEW
        text = self.say(
            locale,
            "figure-level-of-year",
            measure=query.measures[0],
            **self._facts(locale, query, share),
            lower=lower,
            sessions=sessions,
        )
        return self.say(locale, "figure-check", answer=_yes(is_so), text=text)

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
