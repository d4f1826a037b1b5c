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
from bot.domain.trading.decisions import Decision
from bot.presentation.decisions.cards import DecisionCards


@dataclass(frozen=True, slots=True)
class CardFigureHandler:
    """Answers about the person's pending decision that was shown last."""

    portfolio: PortfolioService
    cards: DecisionCards
    commission: Decimal

    async def __call__(self, context: TurnContext, query: FigureQuery) -> TurnResult:
        """Return a line for each figure. Raises: MarketDataError."""
        decision = _decision(context)
        view = await self.portfolio.account_view(context.account, context.positions)
        figures = CardFigures(decision.proposal, view.portfolio, self.commission)
        phrase = self.cards.action_phrase(context.locale, decision.proposal)
        what = phrase[:1].upper() + phrase[1:]
        lines = [self._line(context, what, measure, figures) for measure in query.measures]
        answer = Answer(blocks=(Paragraph("\n".join(lines)),), symbols=(decision.proposal.symbol,))
        return TurnResult(
            answer=answer,
            state=context.state,
            focus=answer.symbols,
            offered=(decision.key,) if decision in _offered(context) else (),  # an "ok" of theirs still means it
            is_offer_doubted=context.conversation.is_offer_doubted,
        )

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


def _offered(context: TurnContext) -> tuple[Decision, ...]:
    """Return the person's own pending decisions that Parley's latest message offers."""
    return tuple(each for each in context.own_pending if each.key in context.conversation.offered)


def _decision(context: TurnContext) -> Decision:
    """Return the one that is offered, else the latest of the person's own, else of all."""
    offered = _offered(context)
    return offered[0] if len(offered) == 1 else (context.own_pending or context.pending)[-1]
