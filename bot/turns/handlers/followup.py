"""Follow-up questions for figures, among them the stop of what is held or pending."""

from dataclasses import dataclass, replace
from typing import Final

from bot.context.portfolio import PortfolioService
from bot.context.turn import TurnContext, TurnResult
from bot.domain.conversation.blocks import Paragraph
from bot.domain.conversation.replies import Answer
from bot.domain.conversation.understanding import AskedFigure
from bot.engines.rules.what_if import what_if
from bot.presentation.questions.what_if import WhatIfReport
from bot.trading.account.stake import StakeLoader
from bot.turns.handlers.analyze import AnalyzeHandler
from bot.turns.instrument_resolver import InstrumentResolver

_MAX_SHARES: Final = 6  # that one answer is about


@dataclass(frozen=True, slots=True)
class FollowUpHandler:
    """Handler of questions for figures of the share talked of."""

    portfolio: PortfolioService
    resolver: InstrumentResolver
    stakes: StakeLoader
    report: WhatIfReport
    analyze: AnalyzeHandler

    async def __call__(self, context: TurnContext) -> TurnResult:
        """Return the figures. Raises: MarketDataError, StoreUnavailableError."""
        understood = context.understanding
        return await (self._stops(context) if AskedFigure.STOP in understood.figures else self.analyze(context))

    async def _stops(self, context: TurnContext) -> TurnResult:
        """Return one line with the stop of each share, below the other figures that were asked for."""
        others = tuple(each for each in context.understanding.figures if each is not AskedFigure.STOP)
        symbols = self.resolver.resolve(context)[:_MAX_SHARES]
        if not symbols:
            return self.resolver.ask_which(context)
        lines = [await self._stop_line(context, symbol) for symbol in symbols]
        stops = Paragraph("\n".join((*lines, *self.resolver.unresolved_notes(context))))
        if not others:
            return TurnResult(answer=Answer(blocks=(stops,), symbols=symbols), focus=symbols)
        understood = replace(context.understanding, figures=others)
        result = await self.analyze(replace(context, understanding=understood))
        return replace(result, answer=replace(result.answer, blocks=(*result.answer.blocks, stops)))

    async def _stop_line(self, context: TurnContext, symbol: str) -> str:
        decision = next((each for each in reversed(context.pending) if each.proposal.symbol == symbol), None)
        stake = await self.stakes.load(context.turn.tenant_id, context.account, context.positions, symbol, decision)
        snapshot = await (await self.portfolio.market_view(context.account)).snapshot(symbol)
        case = what_if(snapshot, shares=stake.shares, stop=stake.stop)
        return self.report.stop_line(context.locale, case, stake)
