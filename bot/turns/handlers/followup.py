"""FOLLOWUP: what-if questions about usual price moves, the stop, and what would change the view."""

from dataclasses import dataclass
from decimal import Decimal

from bot.context.portfolio import PortfolioService
from bot.context.turn import TurnContext, TurnResult, still_offered
from bot.domain.conversation.replies import Answer
from bot.domain.models.prose import ProseKind
from bot.domain.trading.decisions import Decision
from bot.engines.rules.proposal import RULES
from bot.engines.rules.what_if import what_if
from bot.presentation.cards import DecisionCards
from bot.presentation.what_if import WhatIfReport
from bot.turns.commentary import Commentary
from bot.turns.handlers.analyze import AnalyzeHandler
from bot.turns.instrument_resolver import InstrumentResolver


@dataclass(frozen=True, slots=True)
class FollowUpHandler:
    """Handler of FOLLOWUP."""

    portfolio: PortfolioService
    resolver: InstrumentResolver
    cards: DecisionCards
    analyze: AnalyzeHandler
    commentary: Commentary | None = None  # None: no model adds words

    @property
    def report(self) -> WhatIfReport:
        """The presenter of the figures."""
        has_model = self.commentary is not None
        return WhatIfReport(cards=self.cards, price_source=self.portfolio.market.name, has_model=has_model)

    async def __call__(self, context: TurnContext) -> TurnResult:
        """Return the effect of price moves on the pending decision, the position, or one share.

        Raises: MarketDataError.
        """
        if context.understanding.figures:
            return await self.analyze(context)
        symbols = self.resolver.resolve(context)
        if not symbols:
            return self.resolver.ask_which(context)
        symbol = symbols[0]
        decision = next((d for d in reversed(context.pending) if d.proposal.symbol == symbol), None)
        held = next((p.shares for p in context.positions if p.symbol == symbol), Decimal(0))
        shares = _shares_after(decision, held)
        market_view = await self.portfolio.market_view(context.account)
        case = what_if(
            await market_view.snapshot(symbol),
            shares=shares or Decimal(1),
            stop=decision.proposal.stop_price if decision else None,
        )
        answer = Answer(
            blocks=tuple(self.report.blocks(context.locale, case, has_position=shares > 0, pending=decision)),
            symbols=(symbol,),
            decisions=(decision,) if decision else (),
            buttons=self.cards.buttons(context.locale, decision) if decision else (),
            engine=RULES,
        )
        result = TurnResult(
            answer=answer,
            focus=(symbol,),
            offered=still_offered(context, decision),
            is_offer_doubted=context.understanding.suggests_waiting,
        )
        if self.commentary is None:
            return result
        return await self.commentary.add_comment(context, ProseKind.ANALYSIS, result)


def _shares_after(decision: Decision | None, held: Decimal) -> Decimal:
    """Return the shares that would be held once the pending decision is executed, at least `held`."""
    if decision is None:
        return held
    return max(decision.proposal.target_cash_amount / decision.proposal.price, held)
