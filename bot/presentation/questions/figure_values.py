"""Figures as text: a value in its unit, with the name of its measure, and the change and prices of a span."""

from collections.abc import Hashable
from dataclasses import dataclass
from decimal import Decimal
from typing import Final

from bot.domain.figures.formulas import FORMULAS, NO_NEXT_DATE, Figure
from bot.domain.figures.measures import UNITS, Measure, MeasureUnit
from bot.domain.figures.query import OnDay, OverSessions, SupposedStake, When
from bot.domain.figures.window import Window
from bot.domain.market.features import NOT_MEANINGFUL, Features
from bot.domain.text.locale import Locale
from bot.domain.text.zero_width import single_line
from bot.presentation.presenter import Presenter, sign_of, signed

_SESSIONS: Final = {  # that a measure is computed from, if no number is named
    Measure.AVERAGE: 200,
    Measure.FROM_AVERAGE: 200,
    Measure.AVERAGE_VOLUME: 20,
    Measure.RSI: 14,
    Measure.ATR: 14,
    Measure.VOLATILITY: 60,
}
_UNSIGNED: Final = frozenset({Measure.FROM_HIGH, Measure.FROM_LOW, Measure.FROM_AVERAGE})
_NO_DOLLARS: Final = frozenset({Measure.MACD})
_DATED: Final = frozenset({Measure.EARNINGS_DATE, Measure.EX_DIVIDEND})
_MAX_TITLE: Final = 120  # characters


@dataclass(frozen=True, slots=True)
class FigureValues(Presenter):
    """Renders values of measures."""

    def name(self, locale: Locale, measure: Measure) -> str:
        """Return the name of a measure."""
        return self.texts.render_code(locale, "measure-name", measure)

    def value(self, locale: Locale, measure: Measure, value: Decimal | None, *, is_short: bool = False) -> str:
        """Return a value in the unit of its measure, without its name; `is_short`: beside others."""
        unit = UNITS[measure]
        if value is None:
            return self.say(locale, "compare-unknown")
        if unit is MeasureUnit.CHANGE or unit is MeasureUnit.PERCENT or unit is MeasureUnit.YIELD:
            is_one_place = is_short or unit is MeasureUnit.PERCENT or measure in _UNSIGNED
            message_id = "figure-percent-short" if is_one_place and unit is not MeasureUnit.YIELD else "figure-percent"
            sign = sign_of(value) if unit is MeasureUnit.CHANGE else ""
            return self.say(locale, message_id, sign=sign, value=abs(value) * 100)
        if unit is MeasureUnit.BIG_MONEY:
            facts = {"billions": value / 10**9, "hundred_millions": value / 10**8}
            return self.say(locale, "compare-market-cap", **facts)
        if unit is MeasureUnit.MONEY and measure not in _NO_DOLLARS:
            return self.say(locale, "usd", amount=value)
        places = {
            MeasureUnit.MONEY: "figure-decimal",
            MeasureUnit.MULTIPLE: "figure-multiple",
            MeasureUnit.SHARES: "figure-count",
            MeasureUnit.NUMBER: "figure-one-place",
        }
        return self.say(locale, places[unit], value=value)

    def amount(self, locale: Locale, measure: Measure, value: Decimal) -> str:
        """Return a value without its sign, beside words that say the direction."""
        return self.value(locale, measure, abs(value), is_short=True).lstrip("+")

    def shown(self, locale: Locale, measure: Measure, figure: Figure, features: Features, when: When | None) -> str:
        """Return a figure with the name of its measure, or why it is missing."""
        texts = self.texts
        if figure.news:
            return self._headline(locale, figure)
        if figure.why_missing and not (measure in _DATED and figure.why_missing == NO_NEXT_DATE):
            return self._missing(locale, measure, figure)
        unsigned = figure.value if measure not in _UNSIGNED or figure.value is None else abs(figure.value)
        value = self.value(locale, measure, unsigned) if figure.value is not None else ""
        if measure in _UNSIGNED and figure.value is not None:
            value = value.lstrip("+")
        facts: dict[str, Hashable] = {
            "value": value,
            "day": figure.day or "no",
            "since": figure.since or "no",
            "level": self._level(locale, measure, figure.level),
            "span": _span(measure, when, is_young=figure.since is not None),
            "sessions": when.count if isinstance(when, OverSessions) else _SESSIONS.get(measure, 0),
        }
        if measure is Measure.PRICE:
            facts["change"] = self._day_change(locale, features) if figure.day == features.session else "no"
        if measure is Measure.FROM_AVERAGE:
            is_above = (figure.value or 0) > 0
            facts["side"] = self.say(locale, "figure-above" if is_above else "figure-below")
        return texts.render_code(locale, "measure", measure, **facts)

    def span(self, locale: Locale, message_id: str, symbol: str, window: Window, **others: Hashable) -> str:
        """Return a sentence on a span: its change, with the ends, the closes between them, and `others`."""
        start, first, last = window.start, window.bars[0], window.last
        closes = [bar.close for bar in window.bars]
        facts: dict[str, Hashable] = {
            "symbol": symbol,
            "change": self.value(locale, Measure.CHANGE, last.close / start.close - 1),
            "first": start.session,
            "last": last.session,
            "before": start.close,
            "opening": first.close,
            "after": last.close,
            "low": min(closes),
            "high": max(closes),
            "mean": sum(closes, Decimal(0)) / len(closes),
            "dividends": window.dividends,
        }
        return self.say(locale, message_id, **{**facts, **others})

    def prices(self, locale: Locale, symbol: str, window: Window) -> str:
        """Return the first and the last close of a span, the lowest, highest and mean one, and the change."""
        first = window.bars[0]
        start = "no" if window.start is first else window.start.session
        return self.span(locale, "asked-price-span", symbol, window, first=first.session, start=start)

    def purchase(self, locale: Locale, purchase: SupposedStake, symbol: str, window: Window) -> str:
        """Return what a purchase at the close from which the change counts is worth at the last."""
        then, now = window.start.close, window.last.close
        cost = purchase.value if purchase.is_money else purchase.value * then
        shares, gain = "no" if purchase.is_money else purchase.value, cost * (now / then - 1)
        facts = {"shares": shares, "cost": cost, "worth": cost + gain, "dividends": cost / then * window.dividends}
        return self.span(locale, "figure-purchase", symbol, window, **facts, **signed(gain, "gain"))

    def _level(self, locale: Locale, measure: Measure, level: Decimal | None) -> str:
        if level is None:
            return ""
        message_id, name = ("figure-decimal", "value") if measure in _NO_DOLLARS else ("usd", "amount")
        return self.say(locale, message_id, **{name: level})

    def _day_change(self, locale: Locale, features: Features) -> str:
        if features.change_day is None:
            return self.texts.render_code(locale, "missing", "too_few_sessions")
        return self.value(locale, Measure.CHANGE, Decimal(str(features.change_day)))

    def _missing(self, locale: Locale, measure: Measure, figure: Figure) -> str:
        if figure.why_missing == NOT_MEANINGFUL and figure.level is not None:
            return self.say(locale, "asked-no-pe", eps=figure.level)
        why = self.texts.render_code(locale, "missing", figure.why_missing)
        return self.say(locale, "asked-missing", figure=self.name(locale, measure), why=why)

    def _headline(self, locale: Locale, figure: Figure) -> str:
        latest = figure.news[0]
        return self.say(
            locale,
            "measure-news",
            title=single_line(latest.title, limit=_MAX_TITLE),
            source=single_line(latest.source, limit=_MAX_TITLE),
            day=latest.published.date(),
            more=len(figure.news) - 1,
        )


def _span(measure: Measure, when: When | None, *, is_young: bool) -> str:
    """Return "year" for a figure of the usual sessions, "day" for that of one, "days" for that of a span."""
    is_usual = when is None or (isinstance(when, OverSessions) and FORMULAS[measure].takes_sessions)
    is_usual = is_usual or (isinstance(when, OnDay) and not FORMULAS[measure].is_of_session)
    if is_young:
        return "day"
    return "year" if is_usual else "day" if isinstance(when, OnDay) else "days"
