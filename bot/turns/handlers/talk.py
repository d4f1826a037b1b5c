"""UNKNOWN, where a model can answer: small talk, questions about Parley and about markets in general."""

from dataclasses import dataclass
from decimal import Decimal

from bot.context.portfolio import PortfolioService
from bot.context.turn import TurnContext, TurnResult
from bot.domain.conversation.blocks import Block, Paragraph
from bot.domain.conversation.replies import Answer
from bot.domain.models.prose import ProseKind
from bot.presentation.cards import DecisionCards
from bot.presentation.commentary import CommentaryText
from bot.presentation.possible_actions import possible_now
from bot.turns.commentary import Commentary
from bot.turns.handlers.ask_back import AskBackHandler


@dataclass(frozen=True, slots=True)
class TalkHandler:
    """Handler of UNKNOWN where there is a model."""

    ask_back: AskBackHandler
    portfolio: PortfolioService
    cards: DecisionCards
    commentary: Commentary | None = None  # None: ask back
    commission: Decimal = Decimal(0)  # account currency, per order

    async def __call__(self, context: TurnContext) -> TurnResult:
        """Return a model's answer; if there is none, say why and what is possible now."""
        if self.commentary is None or not any(each.isprintable() and not each.isspace() for each in context.turn.text):
            return await self.ask_back(context)
        comment = await self.commentary.write(context, ProseKind.TALK, self._prompt_data(context))
        heading = (Paragraph(self.cards.texts.render(context.locale, "talk-heading")),) if comment.text else ()
        blocks = (*heading, *comment.blocks, *self._closing(context, comment))
        return TurnResult(answer=Answer(blocks=blocks, symbols=context.entities.symbols, fallback=comment.fallback))

    def _prompt_data(self, context: TurnContext) -> dict[str, object]:
        texts, locale = self.cards.texts, context.locale
        return {
            "abilities": texts.render(locale, "help"),
            "market": texts.render_code(locale, "market", self.portfolio.market.name, date=context.today.isoformat()),
            "talk_is_about": list(context.conversation.focus),
            "waiting": [
                dict(self.cards.figure_rows(locale, decision.proposal, commission=self.commission))
                for decision in context.pending
            ],
            "possible_now": possible_now(texts, context),
        }

    def _closing(self, context: TurnContext, comment: CommentaryText) -> tuple[Block, ...]:
        """Return the closing blocks, made by rules, not the model: what is still pending, or what is possible now."""
        texts, locale = self.cards.texts, context.locale
        if context.pending:
            waiting = texts.list_of(
                locale, (self.cards.action_phrase(locale, decision.proposal) for decision in context.pending)
            )
            return (Paragraph(texts.render(locale, "talk-pending", waiting=waiting)),)
        return () if comment.text else (Paragraph(possible_now(texts, context)),)
