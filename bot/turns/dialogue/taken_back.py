"""Messages that take back what the latest answer to the person has changed: "undo that", 撤销."""

from collections.abc import Sequence
from typing import Final

from bot.context.turn import TurnContext
from bot.domain.conversation.requests.account import UndoTrade
from bot.domain.conversation.requests.limits import RemoveLimits
from bot.domain.conversation.requests.memory import ForgetLastNote, NoteRequest
from bot.domain.conversation.requests.trades import Cancel, Wait
from bot.ports import Stores
from bot.reading.word_tables import lists_in, phrase_list, words_of

_MAX_LENGTH: Final = 60  # characters


async def taken_back(stores: Stores, context: TurnContext) -> TurnContext:
    """Return the message as the requests that undo what was changed; unchanged: it undoes none, or names a trade.

    "Cancel" is said of a pending card first. A limit is lifted by exact words only. Raises: StoreUnavailableError.
    """
    text, request, words = context.plain_text, context.request, words_of(context.plain_text)
    is_undo, is_of_note = isinstance(request, UndoTrade), isinstance(request, Wait | ForgetLastNote)
    size = _matched(words, 0, "undo", "words")
    says_undo = size > 0 or "forgotten" in lists_in(text, "references", "undo")
    is_cancelled = isinstance(request, Cancel) and says_undo
    if not (is_undo or is_of_note or is_cancelled) or text.startswith("/") or len(text) > _MAX_LENGTH:
        return context
    names_trade = is_undo and "card" in lists_in(text, "references", "nouns")  # "undo the trade"
    is_of_card = is_of_note and context.own_pending and not says_undo
    if names_trade or is_of_card or context.reading.shares.symbols:
        return context
    latest = next(iter(context.dialogue.answers_to(context.turn.person.id)), None)
    async with stores.read(context.turn.tenant_id) as tx:
        answer = await tx.replies.answer_to(latest.turn_id) if latest is not None else None
    changes = answer.undone_by if answer is not None else ()
    is_alone = size == len(words)
    if not changes:  # 撤销 is read as a verdict on a card; here it can only be one on a trade
        return context.with_request(UndoTrade()) if is_alone and not context.own_pending else context
    is_exact = size > 0 and size + _matched(words, size, "pointers", "one") == len(words)
    lifts = any(isinstance(each, RemoveLimits) for each in changes)
    is_other = is_of_note and not all(isinstance(each, NoteRequest) for each in changes)
    return context if is_other or (lifts and not is_exact) else context.with_requests(changes)


def _matched(words: Sequence[str], at: int, section: str, key: str) -> int:
    """Return how many words, from one on, are an entry of a list."""
    found = phrase_list("references", section, key).longest_match(words, at)
    return 0 if found is None else found[1]
