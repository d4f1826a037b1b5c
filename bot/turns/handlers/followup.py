"""FOLLOWUP: what-if questions about a price move that is stated, or about usual ones; the stop and the view then."""

from collections.abc import Iterator
from dataclasses import dataclass

from bot.context.portfolio import PortfolioService
from bot.context.turn import TurnContext, TurnResult, still_offered
from bot.domain.conversation.blocks import Paragraph
from bot.domain.conversation.replies import Answer
from bot.domain.models.prose import ProseKind
from bot.domain.trading.decisions import Decision
from bot.engines.rules.proposal import RULES
from bot.engines.rules.stated_moves import compute_moves
from bot.engines.rules.what_if import what_if
from bot.presentation.decisions.cards import DecisionCards
from bot.presentation.questions.stated_moves import StatedMoveReport
from bot.presentation.questions.what_if import WhatIfReport
from bot.trading.account.stake import StakeLoader
from bot.turns.commentary import Commentary
from bot.turns.handlers.analyze import AnalyzeHandler
from bot.turns.instrument_resolver import InstrumentResolver


@dataclass(frozen=True, slots=True)
class FollowUpHandler:
    """Handler of FOLLOWUP."""

    portfolio: PortfolioService
    resolver: InstrumentResolver
    stakes: StakeLoader
    cards: DecisionCards
    analyze: AnalyzeHandler
    commentary: Commentary | None = None  # None: no model adds words

    @property
    def report(self) -> WhatIfReport:
        """The presenter of the figures."""
        has_model = self.commentary is not None
        return WhatIfReport(cards=self.cards, price_source=self.portfolio.market.name, has_model=has_model)

    async def __call__(self, context: TurnContext) -> TurnResult:
        """Return the effect of price moves on the position, the pending decision, or one share.

        Raises: MarketDataError, StoreUnavailableError.
        """
        understood = context.understanding
        if understood.figures or (self.commentary is not None and not understood.asks_scenario):
            return await self.analyze(context)
        symbols = self.resolver.resolve(context)
        if not symbols:
            return self.resolver.ask_which(context)
        symbol = symbols[0]
        if not understood.asks_scenario:
            text = self.cards.texts.render(context.locale, "followup-unknown", symbol=symbol)
            return TurnResult(answer=Answer(blocks=(Paragraph(text),), symbols=(symbol,)), focus=(symbol,))
        decision = next((d for d in reversed(context.pending) if d.proposal.symbol == symbol), None)
        answer = await self._answer(context, symbol, decision)
        result = TurnResult(
            answer=answer,
            focus=(symbol,),
            offered=still_offered(context, decision),
            is_offer_doubted=context.understanding.suggests_waiting,
        )
        if self.commentary is None:
            return result
        return await self.commentary.add_comment(context, ProseKind.ANALYSIS, result)

    async def _answer(self, context: TurnContext, symbol: str, decision: Decision | None) -> Answer:
        stake = await self.stakes.load(context.turn.tenant_id, context.account, context.positions, symbol, decision)
        snapshot = await (await self.portfolio.market_view(context.account)).snapshot(symbol)
        case = what_if(snapshot, shares=stake.shares, stop=stake.stop)
        understood, locale, report = context.understanding, context.locale, self.report
        if understood.price_moves:
            moves = compute_moves(snapshot, understood.price_moves, shares=stake.shares)
            notes = tuple(self._notes(context, symbol))
            brief = StatedMoveReport(report).blocks(locale, case, moves, stake=stake, notes=notes)
        else:
            brief = report.brief(locale, case, stake=stake)
        return Answer(
            blocks=brief,
            details=tuple(report.details(locale, case, stake=stake)),
            symbols=(symbol,),
            decisions=(decision,) if decision else (),
            buttons=self.cards.buttons(locale, decision) if decision else (),
            engine=RULES,
        )

    def _notes(self, context: TurnContext, symbol: str) -> Iterator[str]:
        """Yield sentences on what the answer takes for granted, or leaves out."""
        texts, locale = self.cards.texts, context.locale
        if others := [each for each in context.entities.symbols or context.conversation.focus if each != symbol]:
            yield texts.render(locale, "what-if-only-first", symbol=symbol, others=texts.list_of(locale, others))
        if context.understanding.moves_market:
            yield texts.render(locale, "what-if-market")
        if context.entities.side is not None:
            yield texts.render(locale, "what-if-no-trade")
