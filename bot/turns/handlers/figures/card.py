"""Answers questions for figures of a pending decision."""

from dataclasses import dataclass
from decimal import Decimal

from bot.context.portfolio import PortfolioService
from bot.context.turn import TurnContext, TurnResult
from bot.domain.conversation.blocks import Paragraph
from bot.domain.conversation.replies import Answer
from bot.domain.figures.card import CardFigures
from bot.domain.figures.measures import Measure
from bot.domain.figures.query import FigureQuery
from bot.presentation.decisions.cards import DecisionCards


@dataclass(frozen=True, slots=True)
class CardFigureHandler:
    """Answers about the person's pending decision that was made last."""

    portfolio: PortfolioService
    cards: DecisionCards
    commission: Decimal

    async def __call__(self, context: TurnContext, query: FigureQuery) -> TurnResult:
        """Return a line for each figure. Raises: MarketDataError."""
        decision = (context.own_pending or context.pending)[-1]
        view = await self.portfolio.account_view(context.account, context.positions)
        figures = CardFigures(decision.proposal, view.portfolio, self.commission)
        phrase = self.cards.action_phrase(context.locale, decision.proposal)
        what = phrase[:1].upper() + phrase[1:]
        lines = [self._line(context, what, measure, figures) for measure in query.measures]
        answer = Answer(blocks=(Paragraph("\n".join(lines)),), symbols=(decision.proposal.symbol,))
        offered = (decision.key,) if decision.key in context.conversation.offered else ()  # a "yes" still means it
        return TurnResult(answer=answer, state=context.state, focus=answer.symbols, offered=offered)

    def _line(self, context: TurnContext, what: str, measure: Measure, figures: CardFigures) -> str:
        texts, locale, value = self.cards.texts, context.locale, figures.value(measure)
        if value is None:
            return texts.render(locale, "figure-card-no-stop", what=what)
        shown = self._shown(context, measure, value)
        side = figures.proposal.side or "buy"
        return texts.render(locale, "figure-card", measure=measure, what=what, value=shown, side=side)

    def _shown(self, context: TurnContext, measure: Measure, value: Decimal) -> str:
        texts, locale = self.cards.texts, context.locale
        match measure:
            case Measure.WEIGHT_AFTER:
                return texts.render(locale, "figure-percent-short", sign="", value=value * 100)
            case Measure.CARD_SHARES:
                return texts.render(locale, "figure-card-shares", shares=value)
        return texts.render(locale, "usd", amount=value)
