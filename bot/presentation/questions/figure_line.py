"""The answer to a question for single figures of a share: one line."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from typing import Final

from bot.domain.conversation.understanding import AskedFigure
from bot.domain.market.features import SOURCE_HAS_NONE, Features
from bot.domain.market.price_history import PriceChange
from bot.domain.text.locale import Locale
from bot.presentation.questions.instrument_metrics import InstrumentMetrics

_Numbers = dict[str, Decimal | float | None]  # by the name that they have in the sentence; None: missing
_PRICES: Final = frozenset({AskedFigure.PRICE, AskedFigure.CHANGE_DAY, AskedFigure.CHANGE_7})
_PERCENTAGES: Final = frozenset({AskedFigure.DIVIDEND_YIELD, AskedFigure.VOLATILITY})  # fractions in `Features`


@dataclass(frozen=True, slots=True)
class FigureLine:
    """Renders the figures that were asked for."""

    metrics: InstrumentMetrics

    def line(self, locale: Locale, features: Features, asked: Iterable[AskedFigure]) -> str:
        """Return the symbol with the figures that were `asked` for, or why one is missing, and their time."""
        texts = self.metrics.cards.texts
        asked = tuple(asked)
        figures = texts.render(locale, "card-separator").join(self._figure(locale, features, each) for each in asked)
        message_id = "asked-price-line" if _PRICES & set(asked) and features.is_close else "asked-line"
        return texts.render(
            locale,
            message_id,
            symbol=features.symbol,
            figures=figures,
            when=features.session.isoformat() if features.is_close else features.as_of,
        )

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
            return texts.render(locale, "asked-missing", figure=name, why=texts.render_code(locale, "missing", why))
        changes = {
            "day": self.metrics.change(locale, features.change_day),
            "week": self.metrics.change(locale, features.change_7),
        }
        exact = {name: Decimal(str(number)) for name, number in numbers.items()}
        return texts.render_code(locale, "asked", figure, **changes, **exact)


def _numbers(features: Features, figure: AskedFigure) -> _Numbers:
    if (several := _SEVERAL_NUMBERS.get(figure)) is not None:
        return several(features)
    value = getattr(features, figure)
    return {"value": value * 100 if figure in _PERCENTAGES and value is not None else value}


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
    AskedFigure.MARKET_CAP: _market_cap,
    AskedFigure.CHANGE_DAY: _no_numbers,  # a missing change is said in its place
    AskedFigure.CHANGE_7: _no_numbers,
}
