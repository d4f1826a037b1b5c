"""Messages that go on from one about memory: "forget that", right after it was stored; "and about banks?"."""

import re
from dataclasses import replace
from typing import Final

from bot.context.turn import TurnContext
from bot.domain.conversation.history import Role
from bot.domain.conversation.states import Intent
from bot.domain.conversation.understanding import Entities, Understanding
from bot.domain.memory.core_memory import ChangeKind
from bot.domain.memory.memory_requests import MemoryAct, MemoryRequest
from bot.domain.text.normalise import normalise
from bot.language.commands import without_mention
from bot.language.questions.recall_questions import RECALL, continued_question, goes_on
from bot.ports import Stores

_FORGETS: Final = re.compile(r"\bforget\b|忘", re.IGNORECASE)
_MAX_LENGTH: Final = 40  # characters
_CONTINUED: Final = 6  # messages, among which the question is that several go on from
_LATEST: Final = 2  # messages: a person's, and its answer


async def with_memory_taken_back(stores: Stores, context: TurnContext) -> TurnContext:
    """Return the message as one that takes back what was stored just before; unchanged: it means something else.

    Raises: StoreUnavailableError.
    """
    understood = context.understanding
    takes_back = understood.intent is Intent.CANCEL or understood.command == "undo"
    if not takes_back or understood.entities.symbols or len(context.turn.text) > _MAX_LENGTH:
        return context
    if context.pending and _FORGETS.search(context.turn.text) is None:  # "cancel", "undo": the card
        return context
    if context.turn.text.lstrip().startswith("/") or not await _has_stored_before(stores, context):
        return context
    undo = Understanding(
        Intent.UNKNOWN,
        1.0,
        understood.language,
        Entities(),
        command="memory",
        memory=MemoryRequest(MemoryAct.UNDO),
    )
    return replace(context, understanding=undo)


async def with_question_continued(stores: Stores, context: TurnContext) -> TurnContext:
    """Return "and about banks?" as the question that it is behind another one about what was said, else unchanged.

    Raises: StoreUnavailableError.
    """
    text = without_mention(normalise(context.turn.text))
    if context.pending or not goes_on(text):
        return context
    async with stores.read(context.turn.tenant_id) as tx:
        messages = await tx.messages.last_messages(context.conversation.id, count=_CONTINUED)
    said = (without_mention(normalise(each.text)) for each in reversed(messages) if each.role is Role.USER)
    before = next((each for each in said if not goes_on(each)), None)
    question = continued_question(text, before) if before is not None else None
    if question is None:
        return context
    language = context.understanding.language
    understanding = Understanding(Intent.REVIEW, 1.0, language, Entities(), command=RECALL, arguments=(question,))
    return replace(context, understanding=understanding)


async def _has_stored_before(stores: Stores, context: TurnContext) -> bool:
    """Return whether the person's message just before has changed core memory."""
    async with stores.read(context.turn.tenant_id) as tx:
        messages = await tx.messages.last_messages(context.conversation.id, count=_LATEST)
        asked = next((each for each in messages if each.role is Role.USER), None)
        changes = await tx.core_memory.changes_of_turn(asked.turn_id) if asked is not None else ()
    return any(
        each.by.id == context.turn.person.id and each.kind in {ChangeKind.STATED, ChangeKind.EDITED} for each in changes
    )
