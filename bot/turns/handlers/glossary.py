"""Questions what a term means: two lines of the glossary. Everything else is passed on."""

from dataclasses import dataclass, replace
from typing import Final

from bot.context.turn import TurnContext, TurnHandler, TurnResult
from bot.domain.conversation.history import Role
from bot.domain.conversation.replies import Answer
from bot.domain.text.normalise import normalise
from bot.language.questions.glossary import find_level_terms
from bot.ports import Stores
from bot.presentation.questions.glossary import GlossaryPresenter

_LATEST: Final = 6  # messages


@dataclass(frozen=True, slots=True)
class GlossaryHandler:
    """Answers definitions; the conversation's focus and what is pending stay as they are."""

    stores: Stores
    presenter: GlossaryPresenter
    otherwise: TurnHandler  # of messages that ask for no definition
    unknown_words: TurnHandler | None = None  # of words that the glossary does not have; None: it says so

    async def __call__(self, context: TurnContext) -> TurnResult:
        """Return the definition, or what the other handler returns. Raises: ParleyError."""
        definition = context.understanding.definition
        if definition is None:
            return await self.otherwise(context)
        if definition.word and self.unknown_words is not None:
            return await self.unknown_words(context)
        if definition.asks_level:
            definition = replace(definition, terms=await self._terms_before(context))
        return TurnResult(answer=Answer(blocks=self.presenter.blocks(context.locale, definition)))

    async def _terms_before(self, context: TurnContext) -> tuple[str, ...]:
        """Return the terms of the latest message of a person that named some; empty: none of the last did."""
        async with self.stores.read(context.turn.tenant_id) as tx:
            latest = await tx.messages.last_messages(context.conversation.id, count=_LATEST)
        of_people = (message for message in reversed(latest) if message.role is Role.USER)
        return next(filter(None, (find_level_terms(normalise(each.text).lower()) for each in of_people)), ())
