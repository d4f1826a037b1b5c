"""The answer to "AAPL or IBM?": the verdict in a line, then one table narrow enough for a phone, or a list."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Final

from bot.domain.conversation.blocks import Block, Bullets, Paragraph, Table
from bot.domain.conversation.requests.analysis import Compare
from bot.domain.figures.query import RankOrder, Scope
from bot.domain.market.features import Features
from bot.domain.market.snapshot import market_date
from bot.domain.text.locale import Locale
from bot.engines.rules.analysis import Analysis, Rating, analyse
from bot.presentation.presenter import Presenter, signed

MAX_COMPARED: Final = 5
_MAX_COLUMNS: Final = 3  # shares beside each other; more stand below each other
_PAIR: Final = 2  # shares: one against the other
_LISTED: Final = 6  # shares with a line
_CLEAR_LEAD: Final = 0.1  # of the rules' score, in [-1, 1]; below it the first is not put before the second

_Cell = Callable[[Features, Analysis], str]


@dataclass(frozen=True, slots=True)
class ComparisonPresenter(Presenter):
    """Turns the figures of several shares into a verdict and a table."""

    def blocks(self, locale: Locale, shares: Sequence[Features], request: Compare) -> tuple[Block, ...]:
        """Return the answer and the table of 2 to `MAX_COMPARED` shares, the best first.

        More shares than fit beside each other are listed, if it was asked which is best, or no share was named.
        """
        rated = _rated(shares)
        if _is_list(rated, request):
            is_worst = request.first is RankOrder.LOWEST
            ordered = rated[::-1] if is_worst else rated
            lines = [self._line(locale, features, analysis) for features, analysis in ordered]
            others = len(lines) - _LISTED
            more = (self.say(locale, "compare-others", count=others),) if others > 0 else ()
            buys = is_worst or ordered[0][1].rating is Rating.BUY
            message_id = "compare-lead-worse" if is_worst else "compare-lead-better"
            heading = self.say(locale, message_id, first=ordered[0][0].symbol, buys=buys)
            return (Bullets(heading, (*lines[:_LISTED], *more, self.say(locale, "compare-as-of", date=_day(rated)))),)
        return Paragraph(self._verdict(locale, rated)), self._table(locale, rated)

    def symbols(self, shares: Sequence[Features], request: Compare) -> tuple[str, ...]:
        """Return the shares in the order in which `blocks` shows them."""
        rated = _rated(shares)
        is_reversed = _is_list(rated, request) and request.first is RankOrder.LOWEST
        return tuple(features.symbol for features, _ in (rated[::-1] if is_reversed else rated))

    def _line(self, locale: Locale, features: Features, analysis: Analysis) -> str:
        return self.say(
            locale,
            "compare-rated-hold" if analysis.rating is Rating.HOLD else "compare-rated",
            symbol=features.symbol,
            view=self.texts.render_code(locale, "view-word", analysis.rating),
            price=features.price,
            confidence=analysis.confidence * 100,
            score=f"{analysis.score:+.2f}".replace("-", "−"),
        )

    def _verdict(self, locale: Locale, rated: Sequence[tuple[Features, Analysis]]) -> str:
        symbols = [features.symbol for features, _ in rated]
        is_clear = rated[0][1].score - rated[1][1].score >= _CLEAR_LEAD
        verdict = self.say(
            locale,
            "compare-verdict" if is_clear else "compare-no-difference",
            ranking=self.say(locale, "compare-over").join(symbols),
            views=self._views(locale, [analysis for _, analysis in rated]),
        )
        if any(analysis.rating is Rating.BUY for _, analysis in rated):
            return verdict
        return self.say(locale, "compare-none", verdict=verdict)

    def _views(self, locale: Locale, analyses: Sequence[Analysis]) -> str:
        views = [self._lean(locale, analysis) for analysis in analyses]
        is_pair = len(views) == _PAIR
        return self.say(locale, "compare-against").join(views) if is_pair else self.texts.list_of(locale, views)

    def _lean(self, locale: Locale, analysis: Analysis, *, is_narrow: bool = False) -> str:
        """Return what the rules say, with their confidence; a hold leans nowhere. Narrow: the row names the unit."""
        view = self.texts.render_code(locale, "view-word", analysis.rating)
        if analysis.rating is Rating.HOLD:
            return view
        message_id = "compare-lean-narrow" if is_narrow else "compare-lean"
        return self.say(locale, message_id, view=view, confidence=analysis.confidence * 100)

    def _table(self, locale: Locale, rated: Sequence[tuple[Features, Analysis]]) -> Table:
        is_narrow = len(rated) > _PAIR
        is_list = len(rated) > _MAX_COLUMNS
        cells: dict[str, _Cell] = {
            "price": lambda share, _: self.say(locale, "compare-price", value=share.price),
            "view": lambda _, analysis: self._lean(locale, analysis, is_narrow=is_narrow),
            "half-year": lambda share, _: self._change(locale, share.change_120, is_whole=is_list),
            "sma200": lambda share, _: self._change(locale, share.sma200 and float(share.price / share.sma200 - 1)),
            "rsi": lambda share, _: self._number(locale, share.rsi14),
            "pe": lambda share, _: self._number(locale, share.pe_ratio),
        }
        if is_list:
            shown = {name: cells[name] for name in ("price", "view", "half-year", "pe")}
            columns = tuple(self.texts.render_code(locale, "compare-column", name) for name in ("share", *shown))
            return Table(columns, tuple((f.symbol, *(cell(f, a) for cell in shown.values())) for f, a in rated))
        labels = {"view": "view-narrow"} if is_narrow else {}
        rows = tuple(
            (self.texts.render_code(locale, "compare-row", labels.get(name, name)), *(cell(f, a) for f, a in rated))
            for name, cell in cells.items()
        )
        return Table((_day(rated), *(features.symbol for features, _ in rated)), rows)

    def _change(self, locale: Locale, fraction: Decimal | float | None, *, is_whole: bool = False) -> str:
        if fraction is None:
            return self.say(locale, "compare-unknown")
        percent = Decimal(str(round(fraction, 2) if is_whole else fraction)) * 100
        return self.say(locale, "compare-percent", **signed(percent))

    def _number(self, locale: Locale, number: Decimal | float | None) -> str:
        if number is None:
            return self.say(locale, "compare-unknown")
        return self.say(locale, "compare-number", value=number)


def _day(rated: Sequence[tuple[Features, Analysis]]) -> str:
    return market_date(max(features.as_of for features, _ in rated)).isoformat()


def _rated(shares: Sequence[Features]) -> list[tuple[Features, Analysis]]:
    return sorted(((each, analyse(each)) for each in shares), key=lambda pair: -pair[1].score)


def _is_list(rated: Sequence[tuple[Features, Analysis]], request: Compare) -> bool:
    is_ranked = request.first is not None or request.scope is not Scope.NAMED
    return is_ranked and len(rated) > _MAX_COLUMNS
