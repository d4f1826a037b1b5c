"""Answers questions for figures of a pending decision."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Final

from bot.context.portfolio import PortfolioService
from bot.context.turn import TurnContext, TurnResult
from bot.domain.conversation.blocks import Paragraph
from bot.domain.conversation.replies import Answer
from bot.domain.figures.card import CardFigures, together
from bot.domain.figures.measures import Measure
from bot.domain.figures.query import FigureQuery
from bot.domain.trading.decisions import Decision
from bot.domain.trading.execution.orders import Side
from bot.presentation.decisions.cards import DecisionCards

_SUMMED: Final = frozenset({Measure.CARD_COST, Measure.CASH_AFTER, Measure.LOSS_AT_STOP})


@dataclass(frozen=True, slots=True)
class CardFigureHandler:
    """Answers about the person's pending decision that was shown last; of several, about each and all together."""

    portfolio: PortfolioService
    cards: DecisionCards
    commission: Decimal

    async def __call__(self, context: TurnContext, query: FigureQuery) -> TurnResult:
        """Return a line for each figure. Raises: MarketDataError."""
        decisions = _decisions(context)
        view = await self.portfolio.account_view(context.account, context.positions)
        cards = [CardFigures(each.proposal, view.portfolio, self.commission) for each in decisions]
        lines = [line for measure in query.measures for line in self._lines(context, measure, cards)]
        symbols = tuple(dict.fromkeys(each.proposal.symbol for each in decisions))
        return TurnResult(
            answer=Answer(blocks=(Paragraph("\n".join(lines)),), symbols=symbols),
            state=context.state,
            focus=symbols,
            offered=tuple(
                each.key for each in decisions if context.keeps_offer and each in _offered(context)
            ),  # an "ok" still means it
            is_offer_doubted=context.conversation.is_offer_doubted,
        )

    def _lines(self, context: TurnContext, measure: Measure, cards: Sequence[CardFigures]) -> Iterator[str]:
        texts, locale, is_one = self.cards.texts, context.locale, len(cards) == 1
        for each in cards if is_one or measure is not Measure.CASH_AFTER else ():
            phrase = self.cards.action_phrase(locale, each.proposal)
            yield self._line(context, phrase[:1].upper() + phrase[1:], measure, each.value(measure), each.proposal.side)
        if not is_one and measure in _SUMMED:
            what = texts.render(locale, "figure-cards", count=len(cards))
            yield self._line(context, what, measure, together(measure, cards), None)

    def _line(self, context: TurnContext, what: str, measure: Measure, value: Decimal | None, side: Side | None) -> str:
        texts, locale = self.cards.texts, context.locale
        if value is None:
            return texts.render(locale, "figure-card-no-stop", what=what)
        shown = self._shown(context, measure, value)
        return texts.render(locale, "figure-card", measure=measure, what=what, value=shown, side=side or "buy")

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


def _decisions(context: TurnContext) -> tuple[Decision, ...]:
    """Return the one that is offered, else all of the person's own, else the latest of all."""
    offered = _offered(context)
    return offered if len(offered) == 1 else context.own_pending or context.pending[-1:]
