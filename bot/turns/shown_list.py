"""Finds the list that was shown before, of a review, /pending or /history, so that "next page" goes on with it.

Nothing is stored for that: the request stands in the conversation's messages, and is understood once more.
"""

from dataclasses import dataclass, replace
from functools import partial

from bot.context.slow_reading import read_beside
from bot.context.turn import TurnContext
from bot.domain.conversation.history import Message, Role
from bot.domain.conversation.states import Intent
from bot.domain.conversation.understanding import ReviewPages, Understanding
from bot.domain.market.instruments import InstrumentTable
from bot.language.commands import PAGED_COMMANDS
from bot.language.message_reading import ReadingContext
from bot.language.understand import understand
from bot.ports import Stores

_MESSAGES = 60  # that are searched: 29 pages forward from a request


@dataclass(frozen=True, slots=True)
class ShownList:
    """Reads what the latest answer listed, if it did."""

    stores: Stores
    instruments: InstrumentTable

    async def request_before(self, context: TurnContext) -> Understanding | None:
        """Return the request for the page that the message turns to; None: the latest answer was no list.

        Raises: StoreUnavailableError.
        """
        async with self.stores.read(context.turn.tenant_id) as tx:
            messages = await tx.messages.last_messages(context.conversation.id, count=_MESSAGES)
        steps = [context.understanding.pages]
        for message in reversed(messages):
            if message.intent not in {None, Intent.REVIEW, Intent.UNKNOWN}:  # a command has none of its own
                return None
            if message.role is Role.USER:
                asked = await read_beside(message.text, partial(self._understood, context, message))
                if asked.intent is not Intent.REVIEW and asked.command not in PAGED_COMMANDS:
                    return None
                steps.append(asked.pages)
                if not asked.pages.is_alone:
                    pages = replace(asked.pages, page=_page(reversed(steps)))
                    return replace(asked, pages=pages)
        return None

    def _understood(self, context: TurnContext, message: Message) -> Understanding:
        return understand(message.text, ReadingContext(instruments=self.instruments, today=context.today))


def _page(steps: "reversed[ReviewPages]") -> int:
    """Return the page that a request and the messages that turned pages since come to."""
    page = 1
    for each in steps:
        page = page + each.step if each.page is None else each.page
        page = max(page, 1)
    return page
