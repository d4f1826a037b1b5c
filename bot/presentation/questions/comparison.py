"""The answer to "AAPL or IBM?": the verdict in a line, then one table narrow enough for a phone."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Final

from bot.domain.conversation.blocks import Block, Paragraph, Table
from bot.domain.conversation.understanding import AskedFigure, Comparison
from bot.domain.market.features import Features
from bot.domain.market.snapshot import market_date
from bot.domain.text.locale import Locale
from bot.engines.rules.analysis import Analysis, Rating, analyse
from bot.locales import Catalogue
from bot.presentation.questions.ranking import Ranking, figure_value
from bot.presentation.signs import sign_of

MAX_COMPARED: Final = 5
_MAX_COLUMNS: Final = 3  # shares beside each other; more stand below each other
_PAIR: Final = 2  # shares: one against the other
_CLEAR_LEAD: Final = 0.1  # of the rules' score, in [-1, 1]; below it the first is not put before the second

_Cell = Callable[[Locale, Features, Analysis], str]


@dataclass(frozen=True, slots=True)
class ComparisonPresenter:
    """Turns the figures of several shares into a verdict and a table."""

    texts: Catalogue

    def blocks(self, locale: Locale, shares: Sequence[Features], comparison: Comparison) -> tuple[Block, ...]:
        """Return the answer and the table of 2 to `MAX_COMPARED` shares, the first that was asked for first.

        More shares than fit beside each other are ranked in a list, if it was asked by what.
        """
        ranking = Ranking(self.texts)
        is_list = len(shares) > _MAX_COLUMNS and comparison != Comparison()
        if is_list:
            return (ranking.block(locale, shares, comparison),)
        if comparison.figure is not None:
            ordered = [each.features for each in ranking.ranked(shares, comparison)]
            rated = [(each, analyse(each)) for each in ordered]
            lead = ranking.lead(locale, shares, comparison)
        else:
            rated = sorted(((each, analyse(each)) for each in shares), key=lambda pair: -pair[1].score)
            lead = self._verdict(locale, rated)
        return Paragraph(lead), self._table(locale, rated, comparison.figure)

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
        """Return what the rules say, with their confidence; a hold leans nowhere. Narrow: the row names the unit."""
        view = self.texts.render_code(locale, "view-word", analysis.rating)
        if analysis.rating is Rating.HOLD:
            return view
        message_id = "compare-lean-narrow" if is_narrow else "compare-lean"
        return self.texts.render(locale, message_id, view=view, confidence=analysis.confidence * 100)

    def _table(self, locale: Locale, rated: Sequence[tuple[Features, Analysis]], figure: AskedFigure | None) -> Table:
        """Return the table; a figure that was asked for stands first, in place of the RSI."""
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
            cells["half-year"] = lambda at, features, _: self._whole_change(at, features.change_120)
            shown = {name: cells[name] for name in ("price", "view", "half-year", "pe")}
            columns = tuple(self.texts.render_code(locale, "compare-column", name) for name in ("share", *shown))
            return Table(columns, tuple((f.symbol, *(cell(locale, f, a) for cell in shown.values())) for f, a in rated))
        if figure is not None:
            del cells["rsi"]
            cells.pop("pe" if figure is AskedFigure.PE_RATIO else "", None)
        rows = [self._row(locale, name, cell, rated) for name, cell in cells.items()]
        if figure is not None:
            rows.insert(0, self._figure_row(locale, figure, rated))
        return Table((corner, *(features.symbol for features, _ in rated)), tuple(rows))

    def _row(
        self, locale: Locale, name: str, cell: _Cell, rated: Sequence[tuple[Features, Analysis]]
    ) -> tuple[str, ...]:
        is_narrow = name == "view" and len(rated) > _PAIR
        label = self.texts.render_code(locale, "compare-row", "view-narrow" if is_narrow else name)
        return (label, *(cell(locale, features, analysis) for features, analysis in rated))

    def _figure_row(
        self, locale: Locale, figure: AskedFigure, rated: Sequence[tuple[Features, Analysis]]
    ) -> tuple[str, ...]:
        label = self.texts.render_code(locale, "compare-short", figure)
        values = (figure_value(features, figure) for features, _ in rated)
        return (label, *(Ranking(self.texts).value(locale, figure, value) for value in values))

    def _price(self, locale: Locale, features: Features, _: Analysis) -> str:
        return self.texts.render(locale, "compare-price", value=features.price)

    def _from_average(self, locale: Locale, features: Features, _: Analysis) -> str:
        return self._change(locale, None if features.sma200 is None else float(features.price / features.sma200 - 1))

    def _change(self, locale: Locale, fraction: float | None) -> str:
        if fraction is None:
            return self.texts.render(locale, "compare-unknown")
        percent = Decimal(str(fraction)) * 100
        return self.texts.render(locale, "compare-percent", sign=sign_of(percent), value=abs(percent))

    def _whole_change(self, locale: Locale, fraction: float | None) -> str:
        return self._change(locale, None if fraction is None else round(fraction, 2))

    def _number(self, locale: Locale, number: Decimal | float | None) -> str:
        if number is None:
            return self.texts.render(locale, "compare-unknown")
        return self.texts.render(locale, "compare-number", value=Decimal(str(number)))
