"""Messages that take back what the latest answer to the person has changed: "undo that", 撤销."""

import re
from typing import Final

from bot.context.turn import TurnContext
from bot.domain.conversation.dialogue import Act
from bot.domain.conversation.requests import Request
from bot.domain.conversation.requests.account import UndoTrade
from bot.domain.conversation.requests.limits import RemoveLimits
from bot.domain.conversation.requests.memory import NoteRequest
from bot.domain.conversation.requests.trades import Cancel, Wait
from bot.domain.market.instruments import InstrumentTable
from bot.ports import Stores
from bot.reading.references import read_reference
from bot.reading.word_tables import phrase_list, words_of

_MAX_LENGTH: Final = 40  # characters
_NOT_OF_CARD: Final = re.compile(r"\bforget\b|忘|^(?:undo|revert|撤销|撤回)", re.IGNORECASE)


async def taken_back(stores: Stores, instruments: InstrumentTable, context: TurnContext) -> TurnContext:
    """Return the message as the requests that undo what was changed; unchanged: it undoes none, or names a trade.

    "Cancel" is said of a pending card first. A limit is lifted by exact words only. Raises: StoreUnavailableError.
    """
    text, request = context.plain_text, context.request
    is_undo = isinstance(request, UndoTrade)
    is_other = context.reading.shares.symbols or len(text) > _MAX_LENGTH or text.startswith("/")
    if not isinstance(request, UndoTrade | Cancel | Wait) or is_other:
        return context
    if context.own_pending and not (is_undo or _NOT_OF_CARD.search(text)):
        return context
    reference = read_reference(text, instruments)
    if is_undo and reference is not None and len(reference.kinds) == 1:  # "undo the trade"
        return context
    changes = await undone_by(stores, context)
    if isinstance(request, Wait) and not all(isinstance(each, NoteRequest) for each in changes):
        return context
    if not changes:  # 撤销 is read as a verdict on a card; here it can only be one on a trade
        return context.with_request(UndoTrade()) if _is_undo_alone(text) and not context.own_pending else context
    lifts = any(isinstance(each, RemoveLimits) for each in changes)
    is_exact = _is_undo_alone(text) or (reference is not None and reference.act in {Act.UNDO, Act.CANCEL})
    return context.with_requests(changes) if is_exact or not lifts else context


async def undone_by(stores: Stores, context: TurnContext) -> tuple[Request, ...]:
    """Return what takes back what the latest answer to the person has changed; empty: it cannot be, or it did not."""
    latest = next(iter(context.dialogue.answers_to(context.turn.person.id)), None)
    if latest is None:
        return ()
    async with stores.read(context.turn.tenant_id) as tx:
        answer = await tx.replies.answer_to(latest.turn_id)
    return () if answer is None else answer.undone_by


def _is_undo_alone(text: str) -> bool:
    words = words_of(text)
    match = phrase_list("references", "acts", "undo").longest_match(words, 0)
    return match is not None and match[1] == len(words)
