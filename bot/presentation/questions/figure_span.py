"""What is said of a span of one share: its change, its prices, or what a purchase before it would be worth."""

from dataclasses import dataclass
from decimal import Decimal

from bot.domain.figures.measures import Measure
from bot.domain.figures.query import SupposedStake
from bot.domain.figures.window import Window
from bot.domain.text.locale import Locale
from bot.presentation.presenter import Presenter
from bot.presentation.questions.figure_values import FigureValues
from bot.presentation.signs import signed


@dataclass(frozen=True, slots=True)
class FigureSpan(Presenter):
    """Renders such sentences."""

    def change(self, locale: Locale, symbol: str, window: Window) -> str:
        """Return the change over a span, with its ends and the closes between them."""
        closes = [bar.close for bar in window.bars]
        return self.say(
            locale,
            "asked-change-span",
            symbol=symbol,
            change=self._percent(locale, window),
            first=window.start.session,
            last=window.last.session,
            before=window.start.close,
            after=window.last.close,
            low=min(closes),
            high=max(closes),
            dividends=window.dividends,
        )

    def prices(self, locale: Locale, symbol: str, window: Window) -> str:
        """Return the first and the last close of a span, the lowest, highest and mean one, and the change."""
        first, last, closes = window.bars[0], window.last, [bar.close for bar in window.bars]
        return self.say(
            locale,
            "asked-price-span",
            symbol=symbol,
            first=first.session,
            last=last.session,
            opening=first.close,
            closing=last.close,
            low=min(closes),
            high=max(closes),
            mean=sum(closes, Decimal(0)) / len(closes),
            change=self._percent(locale, window),
            start="no" if window.start is first else window.start.session,
            before=window.start.close,
        )

    def purchase(self, locale: Locale, purchase: SupposedStake, symbol: str, window: Window) -> str:
        """Return what a purchase at the close from which the change counts is worth at the last."""
        then, now = window.start.close, window.last.close
        cost = purchase.value if purchase.is_money else purchase.value * then
        gain = cost * (now / then - 1)
        return self.say(
            locale,
            "figure-purchase",
            symbol=symbol,
            shares="no" if purchase.is_money else purchase.value,
            cost=cost,
            first=window.start.session,
            before=then,
            worth=cost + gain,
            last=window.last.session,
            after=now,
            **signed(gain, "gain"),
            change=self._percent(locale, window),
            dividends=cost / then * window.dividends,
        )

    def _percent(self, locale: Locale, window: Window) -> str:
        return FigureValues(self.texts).value(locale, Measure.CHANGE, window.last.close / window.start.close - 1)
