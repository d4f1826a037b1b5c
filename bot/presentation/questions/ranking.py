"""Shares ranked by a figure or by the rules: the sentence that answers which one, and a line for each."""

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Final

from bot.domain.conversation.blocks import Bullets
from bot.domain.conversation.understanding import AskedFigure, Comparison, Criterion
from bot.domain.market.features import Features
from bot.domain.market.snapshot import market_date
from bot.domain.text.locale import Locale
from bot.engines.rules.analysis import Rating, analyse
from bot.engines.rules.price_rules import OVERBOUGHT, OVERSOLD
from bot.locales import Catalogue
from bot.presentation.signs import sign_of

_LOWEST_FIRST: Final = frozenset(
    {Criterion.CHEAPER, Criterion.CALMER, Criterion.SMALLER, Criterion.OVERSOLD, Criterion.LOWER}
)
_PAIR: Final = 2
_SHOWN: Final = 6  # shares with a line
_CHANGES: Final = frozenset(
    {AskedFigure.CHANGE_DAY, AskedFigure.CHANGE_20, AskedFigure.CHANGE_60, AskedFigure.CHANGE_120}
)
_PERCENTAGES: Final = _CHANGES | {AskedFigure.DIVIDEND_YIELD, AskedFigure.VOLATILITY, AskedFigure.DRAWDOWN}
_MONEY: Final = frozenset({AskedFigure.EPS, AskedFigure.ATR, AskedFigure.SMA50, AskedFigure.SMA200})


@dataclass(frozen=True, slots=True)
class RankedShare:
    """A share with the number it is ranked by; None: it has none."""

    features: Features
    value: Decimal | None


@dataclass(frozen=True, slots=True)
class Ranking:
    """Renders shares in the order of a figure, or of the rules' score."""

    texts: Catalogue

    def block(self, locale: Locale, shares: Sequence[Features], comparison: Comparison) -> Bullets:
        """Return the answer and a line for each share."""
        if comparison.figure is None:
            return self._by_rules(locale, shares, comparison)
        ranked = self.ranked(shares, comparison)
        lines = tuple(
            self.texts.render(
                locale,
                "compare-ranked",
                symbol=each.features.symbol,
                value=self.value(locale, comparison.figure, each.value),
            )
            for each in ranked
        )
        return Bullets(self.lead(locale, shares, comparison), self._shown(locale, lines, shares))

    def _shown(self, locale: Locale, lines: Sequence[str], shares: Sequence[Features]) -> tuple[str, ...]:
        """Return the first lines, how many there are besides, and the day of the figures."""
        others = len(lines) - _SHOWN
        more = (self.texts.render(locale, "compare-others", count=others),) if others > 0 else ()
        day = market_date(max(each.as_of for each in shares)).isoformat()
        return (*lines[:_SHOWN], *more, self.texts.render(locale, "compare-as-of", date=day))

    def ranked(self, shares: Sequence[Features], comparison: Comparison) -> tuple[RankedShare, ...]:
        """Return the shares in the order that was asked for; those without the figure last."""
        sign = 1 if comparison.criterion in _LOWEST_FIRST else -1
        figure = comparison.figure
        ranked = [RankedShare(each, None if figure is None else figure_value(each, figure)) for each in shares]
        return tuple(sorted(ranked, key=lambda each: (each.value is None, sign * (each.value or 0))))

    def lead(self, locale: Locale, shares: Sequence[Features], comparison: Comparison) -> str:
        """Return the sentence that says which share it is, with the figures of a pair."""
        figure, criterion = comparison.figure, comparison.criterion
        if figure is None or criterion is None:
            return ""
        ranked, name = self.ranked(shares, comparison), self.texts.render_code(locale, "asked-name", figure)
        known = [each for each in ranked if each.value is not None]
        if not known:
            return self.texts.render(locale, "compare-lead-unknown", figure=name)
        values = [self.value(locale, figure, each.value) for each in known]
        if criterion in {Criterion.OVERBOUGHT, Criterion.OVERSOLD}:
            return self._extreme(locale, criterion, known)
        if len(known) > 1 and criterion is not Criterion.FIGURE and len(set(values[:_PAIR])) == 1:
            symbols = self.texts.list_of(locale, [each.features.symbol for each in known[:_PAIR]])
            return self.texts.render(locale, "compare-lead-equal", symbols=symbols, figure=name, value=values[0])
        is_pair = len(ranked) == _PAIR
        if criterion is Criterion.FIGURE:
            return self._neutral(locale, name, ranked if is_pair else (), figure)
        figures = self.texts.render(locale, "compare-against").join(values) if is_pair else values[0]
        return self.texts.render(
            locale,
            f"compare-lead-{criterion}",
            first=known[0].features.symbol,
            several="no" if is_pair else "yes",
            figure=name,
            figures=figures,
        )

    def _neutral(self, locale: Locale, name: str, ranked: Sequence[RankedShare], figure: AskedFigure) -> str:
        pairs = [
            self.texts.render(
                locale, "compare-named-value", symbol=each.features.symbol, value=self.value(locale, figure, each.value)
            )
            for each in ranked
        ]
        if not pairs:
            return self.texts.render(locale, "compare-lead-list", figure=name)
        return self.texts.render(locale, "compare-lead-figure", figure=name, figures=self.texts.list_of(locale, pairs))

    def _extreme(self, locale: Locale, criterion: Criterion, known: Sequence[RankedShare]) -> str:
        """Return which shares are overbought, or oversold, or that none is."""
        is_over = criterion is Criterion.OVERBOUGHT
        beyond = [
            each.features.symbol
            for each in known
            if each.value is not None and (each.value > OVERBOUGHT if is_over else each.value < OVERSOLD)
        ]
        message_id = f"compare-lead-{criterion}" if beyond else f"compare-lead-not-{criterion}"
        facts = {"symbols": self.texts.list_of(locale, beyond), "count": len(beyond)} if beyond else {}
        return self.texts.render(locale, message_id, **facts)

    def _by_rules(self, locale: Locale, shares: Sequence[Features], comparison: Comparison) -> Bullets:
        """Return the shares by the score of the rules; no trade is proposed."""
        is_worst = comparison.criterion is Criterion.WORSE
        rated = sorted(((each, analyse(each)) for each in shares), key=lambda pair: pair[1].score, reverse=not is_worst)
        lines = []
        for features, analysis in rated:
            view = self.texts.render_code(locale, "view-word", analysis.rating)
            facts = {"symbol": features.symbol, "view": view, "price": features.price}
            lines.append(
                self.texts.render(
                    locale,
                    "compare-rated-hold" if analysis.rating is Rating.HOLD else "compare-rated",
                    **facts,
                    confidence=analysis.confidence * 100,
                    score=f"{analysis.score:+.2f}".replace("-", "−"),
                )
            )
        message_id = "compare-lead-worse" if is_worst else "compare-lead-better"
        none = not is_worst and rated[0][1].rating is not Rating.BUY
        heading = self.texts.render(locale, message_id, first=rated[0][0].symbol, buys="no" if none else "yes")
        return Bullets(heading, self._shown(locale, lines, shares))

    def value(self, locale: Locale, figure: AskedFigure, value: Decimal | None) -> str:
        """Return a figure without its name."""
        if value is None:
            return self.texts.render(locale, "compare-unknown")
        if figure in _PERCENTAGES:
            sign = sign_of(value) if value < 0 or figure in _CHANGES else ""
            return self.texts.render(locale, "compare-percent", sign=sign, value=abs(value) * 100)
        if figure in _MONEY:
            return self.texts.render(locale, "usd", amount=value)
        if figure is AskedFigure.MARKET_CAP:
            return self.texts.render(
                locale, "compare-market-cap", billions=value / 10**9, hundred_millions=value / 10**8
            )
        return self.texts.render(locale, "compare-number", value=value)


def figure_value(features: Features, figure: AskedFigure) -> Decimal | None:
    """Return the number that shares are ranked by; of a range, the place of the price in it; of MACD, its line."""
    match figure:
        case AskedFigure.RANGE:
            found = features.range52w_position
        case AskedFigure.MACD:
            found = None if features.macd is None else features.macd.line
        case _:
            found = getattr(features, figure, None)
    return None if found is None else Decimal(str(found))
