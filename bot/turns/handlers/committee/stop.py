"""/stop: ends the work on an analysis by the committee that goes on beside the talk of a thread."""

from dataclasses import dataclass

from bot.context.turn import TurnContext, TurnResult
from bot.domain.conversation.blocks import Paragraph
from bot.domain.conversation.replies import Answer
from bot.domain.conversation.requests.analysis import StopAnalysis
from bot.locales import Catalogue
from bot.ports import Stores
from bot.turns.analyses.runs import stop_own_analysis


@dataclass(frozen=True, slots=True)
class StopHandler:
    """Handler of /stop: the run itself tells that it has stopped. What is pending stays as it is."""

    texts: Catalogue
    stores: Stores

    async def __call__(self, context: TurnContext, _: StopAnalysis) -> TurnResult:
        """Stop what this person has asked for in this thread; else say that there is nothing."""
        message_id = "stopping" if await stop_own_analysis(self.stores, context) else "nothing-to-stop"
        text = self.texts.render(context.locale, message_id)
        return TurnResult(answer=Answer(blocks=(Paragraph(text),)))
