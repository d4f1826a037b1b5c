"""Questions what a term means: two lines of the glossary."""

from dataclasses import dataclass, replace
from typing import Final

from bot.context.turn import TurnContext, TurnHandler, TurnResult
from bot.domain.conversation.history import Role
from bot.domain.conversation.replies import Answer
from bot.domain.conversation.requests.explanation import Define
from bot.domain.text.normalise import normalise
from bot.ports import Stores
from bot.presentation.questions.glossary import GlossaryPresenter
from bot.reading.glossary import terms_with_levels

_LATEST: Final = 6  # messages


@dataclass(frozen=True, slots=True)
class GlossaryHandler:
    """Answers definitions; the conversation's focus and what is pending stay as they are."""

    stores: Stores
    presenter: GlossaryPresenter
    unknown_words: TurnHandler | None = None  # of words that the glossary does not have; None: it says so

    async def __call__(self, context: TurnContext, request: Define) -> TurnResult:
        """Return the definition. Raises: ParleyError."""
        if request.word and self.unknown_words is not None:
            return await self.unknown_words(context)
        if request.asks_level:
            async with self.stores.read(context.turn.tenant_id) as tx:
                latest = await tx.messages.last_messages(context.conversation.id, count=_LATEST)
            of_people = (message for message in reversed(latest) if message.role is Role.USER)
            request = replace(
                request, terms=next(filter(None, (terms_with_levels(normalise(each.text)) for each in of_people)), ())
            )
        return TurnResult(answer=Answer(blocks=self.presenter.blocks(context.locale, request)))
