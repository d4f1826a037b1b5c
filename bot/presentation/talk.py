"""Renders a model's answer to small talk and general questions."""

from dataclasses import dataclass
from typing import Final

from bot.context.turn import TurnContext
from bot.domain.conversation.blocks import Block, Paragraph
from bot.domain.trading.decisions import keys_of
from bot.presentation.commentary import CommentaryText
from bot.presentation.decisions.cards import CardPresenter
from bot.presentation.possible_actions import possible_now

_NAMED: Final = 5


@dataclass(frozen=True, slots=True)
class TalkPresenter(CardPresenter):
    """Renders answers to messages without an intent."""

    def blocks(self, context: TurnContext, comment: CommentaryText) -> tuple[Block, ...]:
        """Return a model's text under its heading, or why there is none, and the closing sentence."""
        heading = self.paragraph(context.locale, "talk-heading") if comment.text else ()
        return (*heading, *comment.blocks, *self._closing(context, comment))

    def _closing(self, context: TurnContext, comment: CommentaryText) -> tuple[Block, ...]:
        """Return the closing blocks, made by rules, not the model: what is still pending, or what is possible now."""
        texts, locale = self.texts, context.locale
        if context.pending:
            phrases = (self.cards.action_phrase(locale, decision.proposal) for decision in context.pending)
            waiting = texts.list_of(locale, phrases, most=_NAMED)
            return (Paragraph(self.say(locale, "talk-pending", waiting=waiting), keys_of(context.pending)),)
        return () if comment.text else (Paragraph(possible_now(texts, context)),)
