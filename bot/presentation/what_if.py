"""The answer to a what-if question: price moves in money, the stop, and prices that would change the view."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from bot.domain.conversation.blocks import Block, Bullets, Paragraph, Table
from bot.domain.text.locale import Locale
from bot.domain.trading.decisions import Decision
from bot.engines.rules.what_if import PriceMove, TriggerLevel, WhatIf
from bot.presentation.cards import DecisionCards

_VIEW_COLUMN: Final = {False: "move-view", True: "move-view-by-rules"}  # by whether a model may decide too
_LEVELS_HEADING: Final = {False: "what-would-change", True: "what-would-change-by-rules"}


@dataclass(frozen=True, slots=True, kw_only=True)
class WhatIfReport:
    """Turns a what-if case into blocks."""

    cards: DecisionCards
    price_source: str  # the market's name
    has_model: bool  # True: a view is marked as the rules'

    def blocks(self, locale: Locale, case: WhatIf, *, has_position: bool, pending: Decision | None) -> Iterator[Block]:
        """Yield the blocks.

        Args:
            locale: Language and time zone of the reader.
            case: The computed figures.
            has_position: Whether the shares are held or pending; else the figures are those of one share.
            pending: The decision that would change the position; the text says that it is still pending.
        """
        yield Paragraph(self._opening(locale, case, has_position=has_position))
        if case.moves:
            yield self._moves(locale, case)
        else:
            yield Paragraph(self.cards.texts.render(locale, "what-if-no-volatility", symbol=case.symbol))
        yield from self._stop(locale, case)
        if case.levels:
            heading = self.cards.texts.render(locale, _LEVELS_HEADING[self.has_model])
            yield Bullets(heading, tuple(self._level(locale, level) for level in case.levels))
        if pending is not None:
            what = self.cards.action_phrase(locale, pending.proposal)
            yield Paragraph(self.cards.texts.render(locale, "still-pending", what=what))

    def _opening(self, locale: Locale, case: WhatIf, *, has_position: bool) -> str:
        return self.cards.texts.render(
            locale,
            "what-if-opening" if has_position else "what-if-opening-one-share",
            symbol=case.symbol,
            shares=case.shares,
            price=case.price,
            when=self.cards.price_time(locale, case.as_of, self.price_source),
        )

    def _moves(self, locale: Locale, case: WhatIf) -> Table:
        texts = self.cards.texts
        names = tuple(texts.render(locale, f"move-{name}") for name in ("size", "price", "gain"))
        columns = (*names, texts.render(locale, _VIEW_COLUMN[self.has_model]))
        return Table(columns, tuple(self._move(locale, move) for move in case.moves))

    def _move(self, locale: Locale, move: PriceMove) -> tuple[str, ...]:
        texts = self.cards.texts
        sign, gain_sign = ("−" if figure < 0 else "+" for figure in (move.percent, move.gain))
        return (
            texts.render(locale, "move-row", sign=sign, percent=abs(move.percent), sigmas=abs(move.sigmas)),
            texts.render(locale, "usd", amount=move.price),
            texts.render(locale, "signed-usd", sign=gain_sign, amount=abs(move.gain)),
            texts.render_code(locale, "view-word", move.rating),
        )

    def _stop(self, locale: Locale, case: WhatIf) -> Iterator[Paragraph]:
        if (stop := case.stop) is None:
            return
        facts = {"price": stop.price, "distance": stop.distance, "percent": stop.percent, "loss": stop.loss}
        yield Paragraph(self.cards.texts.render(locale, "what-if-stop", **facts))

    def _level(self, locale: Locale, level: TriggerLevel) -> str:
        sign = "−" if level.percent < 0 else "+"
        texts = self.cards.texts
        return texts.render_code(locale, "level", level.code, price=level.price, sign=sign, percent=abs(level.percent))
