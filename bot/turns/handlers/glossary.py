"""Questions what a term means: two lines of the glossary. Everything else is passed on."""

from dataclasses import dataclass

from bot.context.turn import TurnContext, TurnHandler, TurnResult
from bot.domain.conversation.replies import Answer
from bot.presentation.questions.glossary import GlossaryPresenter


@dataclass(frozen=True, slots=True)
class GlossaryHandler:
    """Answers definitions; the conversation's focus and what is pending stay as they are."""

    presenter: GlossaryPresenter
    otherwise: TurnHandler  # of messages that ask for no definition

    async def __call__(self, context: TurnContext) -> TurnResult:
        """Return the definition, or what the other handler returns. Raises: ParleyError."""
        definition = context.understanding.definition
        if definition is None:
            return await self.otherwise(context)
        return TurnResult(answer=Answer(blocks=self.presenter.blocks(context.locale, definition)))
