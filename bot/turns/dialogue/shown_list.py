"""Finds the list shown before, of a review, /pending, /history or /discussion, so that "next page" goes on with it.

Nothing is stored for that: the request stands in the conversation's messages, and is understood once more.
"""

from dataclasses import dataclass, replace
from functools import partial, reduce
from typing import Final, TypeAlias

from bot.context.slow_reading import read_beside
from bot.context.turn import TurnContext
from bot.domain.conversation.history import Message, Role
from bot.domain.conversation.requests import Request
from bot.domain.conversation.requests.account import ShowPending
from bot.domain.conversation.requests.analysis import ShowDiscussion
from bot.domain.conversation.requests.explanation import Review, TurnPage
from bot.domain.conversation.requests.memory import ShowConversations
from bot.domain.conversation.states import Intent
from bot.domain.conversation.surroundings import Surroundings
from bot.domain.market.instruments import InstrumentTable
from bot.ports import Stores
from bot.reading.reader import MessageReader

ListRequest: TypeAlias = Review | ShowConversations | ShowDiscussion | ShowPending

_MESSAGES: Final = 60  # that are searched: 29 pages forward from a request


@dataclass(frozen=True, slots=True)
class ShownList:
    """Reads what the latest answer listed, if it did."""

    stores: Stores
    instruments: InstrumentTable

    async def request_before(self, context: TurnContext, turn: TurnPage) -> ListRequest | None:
        """Return the request for the page that is turned to; None: the latest answer was no list."""
        async with self.stores.read(context.turn.tenant_id) as tx:
            messages = await tx.messages.last_messages(context.conversation.id, count=_MESSAGES)
        turns = [turn]
        for message in reversed(messages):
            if message.intent not in {None, Intent.REVIEW, Intent.UNKNOWN}:  # a command has none of its own
                return None
            if message.role is Role.USER:
                match await read_beside(message.text, partial(self._request, context, message)):
                    case TurnPage() as earlier:
                        turns.append(earlier)
                    case Review() | ShowConversations() | ShowDiscussion() | ShowPending() as shown:
                        return replace(shown, page=reduce(_turned, reversed(turns), shown.page))
                    case _:
                        return None
        return None

    def _request(self, context: TurnContext, message: Message) -> Request:
        said = replace(context.message_facts, text=message.text, at=message.created_at, asker=message.author)
        around = Surroundings(instruments=self.instruments, today=context.today, profile=context.language)
        return MessageReader(around).read(said).request


def _turned(page: int, turn: TurnPage) -> int:
    return turn.page_after(page)
