"""FOLLOWUP: what if … : usual moves in money, the stop, and what would change the view."""

from dataclasses import dataclass
from decimal import Decimal
from typing import Final

from bot.context.portfolio import PortfolioService
from bot.context.turn import TurnContext, TurnResult
from bot.domain.conversation.messages import Answer, Block, Bullets, Paragraph, Table
from bot.domain.conversation.understanding import Language
from bot.domain.models.prose import ProseKind
from bot.domain.trading.decisions import Decision
from bot.engines.rules.proposal import ENGINE
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

    desk: PortfolioService
    which: InstrumentResolver
    cards: DecisionCards
    commentary: Commentary | None = None  # None: no model adds words

    async def __call__(self, asked: TurnContext) -> TurnResult:
        """Return what moves would mean for what is pending, held, or one share. Raises: MarketDataError."""
        symbols = self.which.resolve(asked)
        if not symbols:
            return self.which.ask_which(asked)
        symbol = symbols[0]
        decision = next((d for d in reversed(asked.pending) if d.proposal.symbol == symbol), None)
        view = await self.desk.market_view(asked.account)
        held = next((p for p in asked.positions if p.symbol == symbol), None)
        after = _shares_after(decision, held.shares if held else Decimal(0))
        case = what_if(
            await view.snapshot(symbol),
            shares=after or Decimal(1),
            stop=decision.proposal.stop_price if decision else None,
        )
        blocks = (
            *self._blocks(case, asked.language, has_position=after > 0),
            *self._standing(decision, asked.language),
        )
        answer = Answer(
            blocks=blocks,
            symbols=(symbol,),
            decisions=(decision,) if decision else (),
            buttons=self.cards.buttons(asked.language, decision) if decision else (),
            engine=ENGINE,
        )
        outcome = TurnResult(answer=answer, focus=(symbol,))
        if self.commentary is None:
            return outcome
        return await self.commentary.add_comment(asked, ProseKind.ANALYSIS, outcome)

    def _blocks(self, case: WhatIf, language: Language, *, has_position: bool) -> tuple[Block, ...]:
        say = self.cards.say
        opening = say.say(
            language,
            "what-if-opening" if has_position else "what-if-opening-one-share",
            symbol=case.symbol,
            shares=case.shares,
            price=case.price,
            when=self.cards.price_time(language, case.as_of, self.desk.market.name),
        )
        blocks: list[Block] = [Paragraph(opening)]
        if case.moves:
            blocks.append(self._moves(case, language))
        else:
            blocks.append(Paragraph(say.say(language, "what-if-no-volatility", symbol=case.symbol)))
        if case.stop is not None:
            text = say.say(
                language,
                "what-if-stop",
                price=case.stop.price,
                distance=case.stop.distance,
                percent=case.stop.percent,
                loss=case.stop.loss,
            )
            blocks.append(Paragraph(text))
        if case.levels:
            items = tuple(self._level(level, language) for level in case.levels)
            blocks.append(Bullets(say.say(language, _WOULD_CHANGE[self.commentary is not None]), items))
        return tuple(blocks)

    def _moves(self, case: WhatIf, language: Language) -> Table:
        say = self.cards.say
        names = tuple(say.say(language, f"move-{name}") for name in ("size", "price", "gain"))
        columns = (*names, say.say(language, _VIEW_THEN[self.commentary is not None]))
        return Table(columns, tuple(self._move(move, language) for move in case.moves))

    def _move(self, move: PriceMove, language: Language) -> tuple[str, ...]:
        say = self.cards.say
        sign, gain_sign = ("−" if figure < 0 else "+" for figure in (move.percent, move.gain))
        return (
            say.say(language, "move-row", sign=sign, percent=abs(move.percent), sigmas=abs(move.sigmas)),
            say.say(language, "usd", amount=move.price),
            say.say(language, "signed-usd", sign=gain_sign, amount=abs(move.gain)),
            say.coded(language, "view-word", move.view),
        )

    def _level(self, level: TriggerLevel, language: Language) -> str:
        sign = "−" if level.percent < 0 else "+"
        say = self.cards.say
        return say.coded(language, "level", level.code, price=level.price, sign=sign, percent=abs(level.percent))

    def _standing(self, decision: Decision | None, language: Language) -> tuple[Block, ...]:
        if decision is None:
            return ()
        what = self.cards.action(language, decision.proposal)
        return (Paragraph(self.cards.say.say(language, "still-pending", what=what)),)


def _shares_after(decision: Decision | None, held: Decimal) -> Decimal:
    """Shares that would be held once the pending decision is carried out."""
    if decision is None:
        return held
    return max(decision.proposal.target_cash_amount / decision.proposal.price, held)
