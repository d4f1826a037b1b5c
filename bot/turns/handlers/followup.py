"""FOLLOWUP: what if … : usual moves in money, the stop, and what would change the view."""

from dataclasses import dataclass
from decimal import Decimal
from typing import Final

from bot.context.portfolio import PortfolioService
from bot.context.turn import TurnContext, TurnResult
from bot.domain.conversation.blocks import Block, Bullets, Paragraph, Table
from bot.domain.conversation.replies import Answer
from bot.domain.models.prose import ProseKind
from bot.domain.text.locale import Locale
from bot.domain.trading.decisions import Decision
from bot.engines.rules.proposal import RULES
from bot.engines.rules.what_if import PriceMove, TriggerLevel, WhatIf, what_if
from bot.presentation.cards import DecisionCards
from bot.presentation.commentary import Commentary
from bot.turns.instrument_resolver import InstrumentResolver

# Whether a model may decide too: then a view is said to be the rules'.
_VIEW_THEN: Final = {False: "move-view", True: "move-view-by-rules"}
_WOULD_CHANGE: Final = {False: "what-would-change", True: "what-would-change-by-rules"}


@dataclass(frozen=True, slots=True)
class FollowUpHandler:
    """Handler of FOLLOWUP."""

    portfolio: PortfolioService
    resolver: InstrumentResolver
    cards: DecisionCards
    commentary: Commentary | None = None  # None: no model adds words

    async def __call__(self, context: TurnContext) -> TurnResult:
        """Return what moves would mean for what is pending, held, or one share. Raises: MarketDataError."""
        symbols = self.resolver.resolve(context)
        if not symbols:
            return self.resolver.ask_which(context)
        symbol = symbols[0]
        decision = next((d for d in reversed(context.pending) if d.proposal.symbol == symbol), None)
        market_view = await self.portfolio.market_view(context.account)
        held = next((p for p in context.positions if p.symbol == symbol), None)
        after = _shares_after(decision, held.shares if held else Decimal(0))
        case = what_if(
            await market_view.snapshot(symbol),
            shares=after or Decimal(1),
            stop=decision.proposal.stop_price if decision else None,
        )
        blocks = (
            *self._blocks(case, context.locale, has_position=after > 0),
            *self._standing(decision, context.locale),
        )
        answer = Answer(
            blocks=blocks,
            symbols=(symbol,),
            decisions=(decision,) if decision else (),
            buttons=self.cards.buttons(context.locale, decision) if decision else (),
            engine=RULES,
        )
        result = TurnResult(answer=answer, focus=(symbol,))
        if self.commentary is None:
            return result
        return await self.commentary.add_comment(context, ProseKind.ANALYSIS, result)

    def _blocks(self, case: WhatIf, locale: Locale, *, has_position: bool) -> tuple[Block, ...]:
        texts = self.cards.texts
        opening = texts.render(
            locale,
            "what-if-opening" if has_position else "what-if-opening-one-share",
            symbol=case.symbol,
            shares=case.shares,
            price=case.price,
            when=self.cards.price_time(locale, case.as_of, self.portfolio.market.name),
        )
        blocks: list[Block] = [Paragraph(opening)]
        if case.moves:
            blocks.append(self._moves(case, locale))
        else:
            blocks.append(Paragraph(texts.render(locale, "what-if-no-volatility", symbol=case.symbol)))
        if case.stop is not None:
            text = texts.render(
                locale,
                "what-if-stop",
                price=case.stop.price,
                distance=case.stop.distance,
                percent=case.stop.percent,
                loss=case.stop.loss,
            )
            blocks.append(Paragraph(text))
        if case.levels:
            items = tuple(self._level(level, locale) for level in case.levels)
            blocks.append(Bullets(texts.render(locale, _WOULD_CHANGE[self.commentary is not None]), items))
        return tuple(blocks)

    def _moves(self, case: WhatIf, locale: Locale) -> Table:
        texts = self.cards.texts
        names = tuple(texts.render(locale, f"move-{name}") for name in ("size", "price", "gain"))
        columns = (*names, texts.render(locale, _VIEW_THEN[self.commentary is not None]))
        return Table(columns, tuple(self._move(move, locale) for move in case.moves))

    def _move(self, move: PriceMove, locale: Locale) -> tuple[str, ...]:
        texts = self.cards.texts
        sign, gain_sign = ("−" if figure < 0 else "+" for figure in (move.percent, move.gain))
        return (
            texts.render(locale, "move-row", sign=sign, percent=abs(move.percent), sigmas=abs(move.sigmas)),
            texts.render(locale, "usd", amount=move.price),
            texts.render(locale, "signed-usd", sign=gain_sign, amount=abs(move.gain)),
            texts.render_code(locale, "view-word", move.rating),
        )

    def _level(self, level: TriggerLevel, locale: Locale) -> str:
        sign = "−" if level.percent < 0 else "+"
        texts = self.cards.texts
        return texts.render_code(locale, "level", level.code, price=level.price, sign=sign, percent=abs(level.percent))

    def _standing(self, decision: Decision | None, locale: Locale) -> tuple[Block, ...]:
        if decision is None:
            return ()
        what = self.cards.action(locale, decision.proposal)
        return (Paragraph(self.cards.texts.render(locale, "still-pending", what=what)),)


def _shares_after(decision: Decision | None, held: Decimal) -> Decimal:
    """Shares that would be held once the pending decision is carried out."""
    if decision is None:
        return held
    return max(decision.proposal.target_cash_amount / decision.proposal.price, held)
