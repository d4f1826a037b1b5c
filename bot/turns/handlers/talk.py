"""UNKNOWN, where a model can answer: small talk, questions about Parley and about markets in general."""

from dataclasses import dataclass
from decimal import Decimal

from bot.context.portfolio import PortfolioService
from bot.context.turn import TurnContext, TurnResult
from bot.domain.conversation.messages import Answer, Block, Paragraph
from bot.domain.models.prose import ProseKind
from bot.presentation.cards import DecisionCards
from bot.presentation.commentary import Commentary, CommentaryText
from bot.presentation.possible_actions import possible_now
from bot.turns.handlers.unknown import AskBackHandler


@dataclass(frozen=True, slots=True)
class TalkHandler:
    """Handler of UNKNOWN, as soon as there is a model."""

    ask_back: AskBackHandler
    desk: PortfolioService
    cards: DecisionCards
    commentary: Commentary | None = None  # None: we ask back, as the rules do
    commission: Decimal = Decimal(0)  # account currency, per order

    async def __call__(self, asked: TurnContext) -> TurnResult:
        """Return an answer in words; where none comes, why, and what is possible now."""
        if self.commentary is None or not any(each.isprintable() and not each.isspace() for each in asked.turn.text):
            return await self.ask_back(asked)
        words = await self.commentary.write(asked, ProseKind.TALK, self._data(asked))
        heading = (Paragraph(self.cards.say.say(asked.language, "talk-heading")),) if words.text else ()
        blocks = (*heading, *words.blocks, *self._after(asked, words))
        return TurnResult(answer=Answer(blocks=blocks, symbols=asked.entities.symbols, fallback=words.fallback))

    def _data(self, asked: TurnContext) -> dict[str, object]:
        say, language = self.cards.say, asked.language
        return {
            "abilities": say.say(language, "help"),
            "market": say.coded(language, "market", self.desk.market.name, date=asked.today.isoformat()),
            "talk_is_about": list(asked.conversation.focus),
            "waiting": [
                dict(self.cards.figure_rows(language, decision.proposal, commission=self.commission))
                for decision in asked.pending
            ],
            "possible_now": possible_now(say, asked),
        }

    def _after(self, asked: TurnContext, words: CommentaryText) -> tuple[Block, ...]:
        """Say by rules what a model's words must not blur: that nothing was confirmed, and what can be done."""
        say, language = self.cards.say, asked.language
        if asked.pending:
            waiting = say.say(language, "list-separator").join(
                self.cards.action(language, decision.proposal) for decision in asked.pending
            )
            return (Paragraph(say.say(language, "talk-pending", waiting=waiting)),)
        return () if words.text else (Paragraph(possible_now(say, asked)),)
