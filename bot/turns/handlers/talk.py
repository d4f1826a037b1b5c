"""UNKNOWN, where a model can answer: small talk, questions about Parley and about markets in general."""

from dataclasses import dataclass
from decimal import Decimal
from typing import Final

from bot.context.portfolio import PortfolioService
from bot.context.turn import TurnContext, TurnResult
from bot.domain.conversation.replies import Answer
from bot.domain.conversation.requests.talk import NotUnderstood
from bot.domain.conversation.requests.trades import TradeTerms
from bot.domain.models.prose import ProseKind
from bot.locales import Catalogue
from bot.presentation import problems
from bot.presentation.commentary import TalkPresenter, possible_now, shown_facts
from bot.presentation.decisions.cards import DecisionCards
from bot.presentation.decisions.decision_details import DecisionDetails
from bot.turns.commentary import Commentary
from bot.turns.handlers.ask_back import AskBackHandler
from bot.turns.handlers.memory.what_was_said import WhatWasSaidHandler

_TOLD: Final = 10  # pending decisions, the newest, that a model is told of


@dataclass(frozen=True, slots=True)
class TalkHandler:
    """Handler of UNKNOWN where there is a model."""

    ask_back: AskBackHandler
    portfolio: PortfolioService
    cards: DecisionCards
    what_was_said: WhatWasSaidHandler
    commission: Decimal  # account currency, per order
    commentary: Commentary | None = None  # None: ask back

    async def __call__(self, context: TurnContext, _: object = None) -> TurnResult:
        """Return a model's answer; if there is none, say why and what is possible now."""
        is_refused = bool(_refusal(self.cards.texts, context)) and not _asks_in_general(context)
        if (
            is_refused
            or self.commentary is None
            or not any(each.isprintable() and not each.isspace() for each in context.turn.text)
        ):
            return await self.ask_back(context)
        comment = await self.commentary.write(context, ProseKind.TALK, shown_facts(self._prompt_data(context)))
        blocks = TalkPresenter(self.cards).blocks(context, comment)
        answer = Answer(blocks=blocks, symbols=context.reading.shares.symbols, fallback=comment.fallback)
        return TurnResult(answer=await self.what_was_said.with_searched(context, answer))

    def _prompt_data(self, context: TurnContext) -> dict[str, object]:
        texts, locale = self.cards.texts, context.locale
        return {
            "abilities": texts.render(locale, "help"),
            "market": texts.render_code(locale, "market", self.portfolio.market.name, date=context.today.isoformat()),
            "talk_is_about": list(context.conversation.focus),
            "waiting": [
                dict(DecisionDetails(self.cards).figure_rows(locale, decision.proposal, commission=self.commission))
                for decision in context.pending[-_TOLD:]
            ],
            "possible_now": possible_now(texts, context),
        }


def _asks_in_general(context: TurnContext) -> bool:
    """Return whether a message asks about what Parley does not do, and requests nothing: "what is a bond?"."""
    terms = context.request.terms if isinstance(context.request, NotUnderstood) else TradeTerms()
    requests = any((terms.side, context.reading.shares.symbols, terms.size, terms.max_cash, terms.stop))
    return context.reading.is_question and not requests


def _refusal(texts: Catalogue, context: TurnContext) -> str:
    request = context.request
    return problems.refused_request(texts, context.locale, request.terms) if isinstance(request, NotUnderstood) else ""
