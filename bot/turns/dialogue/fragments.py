"""A message that asks again what the same person asked just before, of another share or number: "and IBM?".

Nothing is stored for that: the question stands in the conversation's messages, and is read once more. Only what asks is
read so, never what changes anything.
"""

from dataclasses import dataclass, replace
from typing import Final

from bot.context.slow_reading import read_beside
from bot.context.turn import TurnContext
from bot.domain.conversation.history import Role
from bot.domain.conversation.requests import Request
from bot.domain.conversation.requests.account import CheckFunds, ShowAccount, ShowOrderStatus
from bot.domain.conversation.requests.glossary import Define
from bot.domain.conversation.requests.memory import AskMemory
from bot.domain.conversation.requests.review import Review, ShowTrackRecord
from bot.domain.conversation.surroundings import Surroundings
from bot.domain.figures.query import FigureQuery
from bot.domain.market.instruments import InstrumentTable
from bot.domain.text.mentions import without_mention
from bot.domain.text.normalise import normalise
from bot.ports import Stores
from bot.reading.fragments import Fragment, read_fragment, with_fragment
from bot.reading.reader import MessageReader

_QUESTIONS: Final = (AskMemory, CheckFunds, FigureQuery, Review, ShowAccount, ShowOrderStatus, ShowTrackRecord)
_MESSAGES: Final = 8  # a question, what goes on from it, and the answers


@dataclass(frozen=True, slots=True)
class Fragments:
    """Completes such a message."""

    stores: Stores
    instruments: InstrumentTable

    async def complete(self, context: TurnContext) -> TurnContext:
        """Return the message as the question that it asks; unchanged: it asks none. Raises: StoreUnavailableError."""
        fragment = self._fragment(context.turn.text)
        is_size = fragment is not None and bool(fragment.number) and bool(context.own_pending)
        if fragment is None or is_size or (asked := await self._asked_before(context)) is None:
            return context
        request = await read_beside(asked, lambda: self._with(context, asked, fragment))
        return context if request is None else context.with_request(request)

    def _with(self, context: TurnContext, asked: str, fragment: Fragment) -> Request | None:
        """Return the question of something else; one for the meaning of a figure asks for that figure."""
        meant = self._understood(context, _plain(asked)) if fragment.symbols else None
        if isinstance(meant, Define) and len(meant.terms) == 1:
            asked = meant.terms[0].replace("-", " ")
        text = with_fragment(_plain(asked), fragment, self.instruments)
        return None if text is None else self._read(context, text)

    async def question_before(self, context: TurnContext) -> Request | None:
        """Return what the same person asked just before; None: no question. Raises: StoreUnavailableError."""
        asked = await self._asked_before(context)
        return None if asked is None else await read_beside(asked, lambda: self._read(context, _plain(asked)))

    async def _asked_before(self, context: TurnContext) -> str | None:
        """Return the same person's latest question before the fragments that go on from it; None: there is none."""
        async with self.stores.read(context.turn.tenant_id) as tx:
            messages = await tx.messages.last_messages(context.conversation.id, count=_MESSAGES)
            for asked, answer in zip(messages[-2::-2], messages[-1::-2], strict=False):
                if (asked.role, answer.role) != (Role.USER, Role.ASSISTANT):
                    return None
                if (await tx.turns.get(asked.turn_id)).person.id != context.turn.person.id:
                    return None
                if self._fragment(asked.text) is None:
                    return asked.text
        return None

    def _fragment(self, text: str) -> Fragment | None:
        return read_fragment(_plain(text), self.instruments)

    def _read(self, context: TurnContext, text: str) -> Request | None:
        request = self._understood(context, text)
        return request if isinstance(request, _QUESTIONS) else None

    def _understood(self, context: TurnContext, text: str) -> Request:
        reader = MessageReader(Surroundings(instruments=self.instruments, today=context.today))
        return reader.read(replace(context.message_facts, text=text)).request


def _plain(text: str) -> str:
    return without_mention(normalise(text))
