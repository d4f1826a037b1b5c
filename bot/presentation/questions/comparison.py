"""The answer to "AAPL or IBM?": the verdict in a line, then one table narrow enough for a phone."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Final

from bot.domain.conversation.blocks import Block, Paragraph, Table
from bot.domain.market.features import Features
from bot.domain.market.snapshot import market_date
from bot.domain.text.locale import Locale
from bot.engines.rules.analysis import Analysis, Rating, analyse
from bot.locales import Catalogue

MAX_COMPARED: Final = 5
_MAX_COLUMNS: Final = 3  # shares beside each other; more stand below each other
_PAIR: Final = 2  # shares: one against the other
_CLEAR_LEAD: Final = 0.1  # of the rules' score, in [-1, 1]; below it the first is not put before the second

_Cell = Callable[[Locale, Features, Analysis], str]


@dataclass(frozen=True, slots=True)
class ComparisonPresenter:
    """Turns the figures of several shares into a verdict and a table."""

    texts: Catalogue

    def blocks(self, locale: Locale, shares: Sequence[Features]) -> tuple[Block, ...]:
        """Return the verdict and the table of 2 to `MAX_COMPARED` shares, the one the rules like best first."""
        rated = sorted(((each, analyse(each)) for each in shares), key=lambda pair: -pair[1].score)
        return Paragraph(self._verdict(locale, rated)), self._table(locale, rated)

    def _verdict(self, locale: Locale, rated: Sequence[tuple[Features, Analysis]]) -> str:
        symbols = [features.symbol for features, _ in rated]
        is_clear = rated[0][1].score - rated[1][1].score >= _CLEAR_LEAD
        verdict = self.texts.render(
            locale,
            "compare-verdict" if is_clear else "compare-no-difference",
            ranking=self.texts.render(locale, "compare-over").join(symbols),
            views=self._views(locale, [analysis for _, analysis in rated]),
        )
        if any(analysis.rating is Rating.BUY for _, analysis in rated):
            return verdict
        return self.texts.render(locale, "compare-none", verdict=verdict)

    def _views(self, locale: Locale, analyses: Sequence[Analysis]) -> str:
        views = [self._lean(locale, analysis) for analysis in analyses]
        is_pair = len(views) == _PAIR
        return (
            self.texts.render(locale, "compare-against").join(views) if is_pair else self.texts.list_of(locale, views)
        )

    def _lean(self, locale: Locale, analysis: Analysis, *, is_narrow: bool = False) -> str:
        """Return what the rules say, with their confidence; a hold leans nowhere. Narrow: a sign in place of a word."""
        view = self.texts.render_code(locale, "view-word", analysis.rating)
        if analysis.rating is Rating.HOLD:
            return view
        if is_narrow:
            sign = "−" if analysis.rating is Rating.SELL else "+"
            return self.texts.render(locale, "compare-percent", sign=sign, value=analysis.confidence * 100)
        return self.texts.render(locale, "compare-lean", view=view, confidence=analysis.confidence * 100)

    def _table(self, locale: Locale, rated: Sequence[tuple[Features, Analysis]]) -> Table:
        corner = market_date(max(features.as_of for features, _ in rated)).isoformat()
        cells: dict[str, _Cell] = {
            "price": self._price,
            "view": lambda at, _, analysis: self._lean(at, analysis, is_narrow=len(rated) > _PAIR),
            "half-year": lambda at, features, _: self._change(at, features.change_120),
            "sma200": self._from_average,
            "rsi": lambda at, features, _: self._number(at, features.rsi14),
            "pe": lambda at, features, _: self._number(at, features.pe_ratio),
        }
        if len(rated) > _MAX_COLUMNS:
            shown = {name: cells[name] for name in ("price", "view", "half-year", "pe")}
            columns = tuple(self.texts.render_code(locale, "compare-column", name) for name in ("share", *shown))
            return Table(columns, tuple((f.symbol, *(cell(locale, f, a) for cell in shown.values())) for f, a in rated))
        rows = (
            (self.texts.render_code(locale, "compare-row", name), *(cell(locale, f, a) for f, a in rated))
            for name, cell in cells.items()
        )
        return Table((corner, *(features.symbol for features, _ in rated)), tuple(rows))

    def _price(self, locale: Locale, features: Features, _: Analysis) -> str:
        return self.texts.render(locale, "compare-price", value=features.price)

    def _from_average(self, locale: Locale, features: Features, _: Analysis) -> str:
        return self._change(locale, None if features.sma200 is None else float(features.price / features.sma200 - 1))

    def _change(self, locale: Locale, fraction: float | None) -> str:
        if fraction is None:
            return self.texts.render(locale, "compare-unknown")
        percent = Decimal(str(fraction)) * 100
        return self.texts.render(locale, "compare-percent", sign="−" if percent < 0 else "+", value=abs(percent))

    def _number(self, locale: Locale, number: Decimal | float | None) -> str:
        if number is None:
            return self.texts.render(locale, "compare-unknown")
        return self.texts.render(locale, "compare-number", value=Decimal(str(number)))
