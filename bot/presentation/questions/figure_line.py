"""The answer to a question for single figures of a share: one line."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from decimal import Decimal
from typing import Final

from bot.domain.conversation.understanding import AskedFigure, JudgedFigure, Judgement
from bot.domain.market.features import NOT_MEANINGFUL, SOURCE_HAS_NONE, Features
from bot.domain.market.price_history import PriceChange
from bot.domain.text.locale import Locale
from bot.engines.rules.company_rules import HIGH_PE, LOW_PE
from bot.engines.rules.price_rules import OVERBOUGHT, OVERSOLD
from bot.presentation.questions.instrument_metrics import InstrumentMetrics
from bot.presentation.questions.ranking import figure_value
from bot.presentation.watching.watch_lists import released_note

_Numbers = dict[str, Decimal | float | None]  # by the name that they have in the sentence; None: missing
_PRICES: Final = frozenset({AskedFigure.PRICE, AskedFigure.CHANGE_DAY, AskedFigure.CHANGE_7})
_CHANGES: Final = frozenset(
    {
        *(AskedFigure.CHANGE_DAY, AskedFigure.CHANGE_7, AskedFigure.CHANGE_20, AskedFigure.CHANGE_60),
        AskedFigure.CHANGE_120,
    }
)
_PERCENTAGES: Final = frozenset({AskedFigure.DIVIDEND_YIELD, AskedFigure.VOLATILITY})  # fractions in `Features`


@dataclass(frozen=True, slots=True)
class FigureLine:
    """Renders the figures that were asked for."""

    metrics: InstrumentMetrics

    def line(self, locale: Locale, features: Features, asked: Iterable[AskedFigure]) -> str:
        """Return the symbol with the figures that were `asked` for, or why one is missing, and their time."""
        texts = self.metrics.cards.texts
        asked = tuple(asked)
        notes = released_note(texts, locale, features.release)
        shown = (*(self._figure(locale, features, each) for each in asked), *notes)
        figures = texts.render(locale, "card-separator").join(shown)
        message_id = "asked-price-line" if _PRICES & set(asked) and features.is_close else "asked-line"
        return texts.render(
            locale,
            message_id,
            symbol=features.symbol,
            figures=figures,
            when=self.when(locale, features),
        )

    def when(self, locale: Locale, features: Features) -> str | datetime:
        """Return the session of a close, or the instant of a live price and its delay."""
        if features.is_close or not features.delay:
            return features.session.isoformat() if features.is_close else features.as_of
        minutes = features.delay // timedelta(minutes=1)
        return self.metrics.cards.texts.render(locale, "asked-when-delayed", time=features.as_of, minutes=minutes)

    def judged_line(self, locale: Locale, features: Features, judged: JudgedFigure) -> str:
        """Return whether a share is what was asked, with the figure that says so, or why there is none."""
        value = figure_value(features, judged.figure)
        if value is None:
            return self.line(locale, features, (judged.figure,))
        texts = self.metrics.cards.texts
        when = self.when(locale, features)
        figure = self._figure(locale, features, judged.figure)
        if judged.judgement in {Judgement.ABOVE, Judgement.BELOW}:
            answer = "yes" if _is_beyond(features, value, judged) else "no"
            message_id = "judged-against-average" if judged.number is None else "judged-against-number"
            prices = {"price": features.price} if judged.number is None else {}
            return texts.render(
                locale, message_id, answer=answer, symbol=features.symbol, figure=figure, when=when, **prices
            )
        code = f"judged-{judged.judgement}-{_reading(judged.judgement, value)}"
        return texts.render(locale, code, symbol=features.symbol, figure=figure, when=when)

    def unknown_line(self, locale: Locale, symbols: Iterable[str], unknown: Iterable[str]) -> str:
        """Return that figures are not known, and which are."""
        texts = self.metrics.cards.texts
        names, shares = texts.list_of(locale, unknown), texts.list_of(locale, symbols)
        return texts.render(locale, "asked-unknown", figures=names, symbols=shares)

    def change_line(self, locale: Locale, symbol: str, change: PriceChange | None, *, first: date, last: date) -> str:
        """Return how a price changed over the days `first` to `last`, or that there is no price of them."""
        texts = self.metrics.cards.texts
        if change is None:
            return texts.render(locale, "asked-no-span", symbol=symbol, first=first, last=last)
        return texts.render(
            locale,
            "asked-change-span",
            symbol=symbol,
            change=self.metrics.change(locale, float(change.fraction)),
            first=change.first.session,
            last=change.last.session,
            before=change.first.price,
            after=change.last.price,
            low=change.low,
            high=change.high,
            dividends=change.dividends,
        )

    def _figure(self, locale: Locale, features: Features, figure: AskedFigure) -> str:
        texts, numbers = self.metrics.cards.texts, _numbers(features, figure)
        if any(number is None for number in numbers.values()):
            why = dict(entry.split(":", 1) for entry in features.missing).get(figure, SOURCE_HAS_NONE)
            name = texts.render_code(locale, "asked-name", figure)
            if why == NOT_MEANINGFUL and features.eps_ttm is not None:
                return texts.render(locale, "asked-no-pe", eps=features.eps_ttm)
            return texts.render(locale, "asked-missing", figure=name, why=texts.render_code(locale, "missing", why))
        changes = {
            "day": self.metrics.change(locale, features.change_day),
            "week": self.metrics.change(locale, features.change_7),
            "month": self.metrics.change(locale, features.change_20),
            "quarter": self.metrics.change(locale, features.change_60),
            "half": self.metrics.change(locale, features.change_120),
        }
        exact = {name: Decimal(str(number)) for name, number in numbers.items()}
        return texts.render_code(locale, "asked", figure, **changes, **exact)


def _is_beyond(features: Features, value: Decimal, judged: JudgedFigure) -> bool:
    """Return whether a figure is above, or below, the number; without one, the price is measured by the average."""
    found, bound = (
        (features.price, value) if judged.number is None else (_as_shown(value, judged.figure), judged.number)
    )
    return found > bound if judged.judgement is Judgement.ABOVE else found < bound


def _as_shown(value: Decimal, figure: AskedFigure) -> Decimal:
    if figure is AskedFigure.MARKET_CAP:
        return value
    return value * 100 if figure in _PERCENTAGES | _CHANGES else value


def _reading(judgement: Judgement, value: Decimal) -> str:
    """Return "yes", "opposite" or "neither"."""
    is_rsi = judgement in {Judgement.OVERBOUGHT, Judgement.OVERSOLD}
    low, high = (OVERSOLD, OVERBOUGHT) if is_rsi else (LOW_PE, HIGH_PE)
    asks_high = judgement in {Judgement.OVERBOUGHT, Judgement.EXPENSIVE}
    if low <= value <= high:
        return "neither"
    return "yes" if (value > high) is asks_high else "opposite"


def _numbers(features: Features, figure: AskedFigure) -> _Numbers:
    if (several := _SEVERAL_NUMBERS.get(figure)) is not None:
        return several(features)
    value = getattr(features, figure)
    return {"value": value * 100 if figure in _PERCENTAGES and value is not None else value}


def _drawdown(features: Features) -> _Numbers:
    return {"value": None if features.drawdown is None else abs(features.drawdown) * 100}


def _range(features: Features) -> _Numbers:
    year = features.range52w
    return {"low": None, "high": None} if year is None else {"low": year.low, "high": year.high}


def _macd(features: Features) -> _Numbers:
    macd = features.macd
    return {"line": None, "signal": None} if macd is None else {"line": macd.line, "signal": macd.signal}


def _market_cap(features: Features) -> _Numbers:
    cap = features.market_cap
    if cap is None:
        return {"billions": None, "hundred_millions": None}
    return {"billions": cap / 10**9, "hundred_millions": cap / 10**8}


def _no_numbers(_: Features) -> _Numbers:
    return {}


_SEVERAL_NUMBERS: Final[Mapping[AskedFigure, Callable[[Features], _Numbers]]] = {
    AskedFigure.RANGE: _range,
    AskedFigure.MACD: _macd,
    AskedFigure.DRAWDOWN: _drawdown,
    AskedFigure.MARKET_CAP: _market_cap,
    AskedFigure.CHANGE_DAY: _no_numbers,  # a missing change is said in its place
    AskedFigure.CHANGE_7: _no_numbers,
    AskedFigure.CHANGE_20: _no_numbers,
    AskedFigure.CHANGE_60: _no_numbers,
    AskedFigure.CHANGE_120: _no_numbers,
}
