"""Messages that go on from a question about what was said: "and about banks?"."""

from dataclasses import dataclass, replace
from typing import Final

from bot.context.turn import TurnContext
from bot.domain.conversation.history import Role
from bot.domain.conversation.requests.named_shares import NamedShares
from bot.domain.conversation.surroundings import Surroundings
from bot.domain.market.instruments import InstrumentTable
from bot.domain.text.normalise import normalise, without_mention
from bot.ports import Stores
from bot.reading.recall.memory_questions import EarlierMessages, continued_question
from bot.reading.recall.recall_words import goes_on
from bot.turns.memory.recall_question import with_memory_asked

_MESSAGES: Final = 6  # among which is the question that several go on from


@dataclass(frozen=True, slots=True)
class ContinuedQuestions:
    """Completes messages that go on from a question about what was said."""

    stores: Stores
    instruments: InstrumentTable

    async def complete(self, context: TurnContext) -> TurnContext:
        """Return "and about banks?" as the question that it is behind another one about what was said, else unchanged.

        Raises: StoreUnavailableError.
        """
        text = without_mention(normalise(context.turn.text))
        if context.pending or not goes_on(text):
            return context
        before = await self._question_before(context)
        if before is None or not EarlierMessages(self.instruments).ask_what_was_said(before):
            return context
        around = Surroundings(self.instruments, context.today)
        asked = continued_question(text, before, around, context.message_facts)
        if asked is None:
            return context
        reading = replace(context.reading, shares=NamedShares(), problems=(), beside=())
        return with_memory_asked(replace(context, reading=reading), asked, certainty=1.0)

    async def _question_before(self, context: TurnContext) -> str | None:
        async with self.stores.read(context.turn.tenant_id) as tx:
            messages = await tx.messages.last_messages(context.conversation.id, count=_MESSAGES)
        said = (without_mention(normalise(each.text)) for each in reversed(messages) if each.role is Role.USER)
        return next((each for each in said if not goes_on(each)), None)
