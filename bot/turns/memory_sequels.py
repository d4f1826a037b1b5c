"""Take back what was remembered: "forget that", said right after it was stored, cancels no card."""

import re
from dataclasses import replace
from typing import Final

from bot.context.turn import TurnContext
from bot.domain.conversation.history import Role
from bot.domain.conversation.states import Intent
from bot.domain.conversation.understanding import Entities, Understanding
from bot.domain.memory.core_memory import ChangeKind
from bot.domain.memory.memory_requests import MemoryAct, MemoryRequest
from bot.ports import Stores

_FORGETS: Final = re.compile(r"\bforget\b|忘", re.IGNORECASE)
_MAX_LENGTH: Final = 40  # characters
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


async def _has_stored_before(stores: Stores, context: TurnContext) -> bool:
    """Return whether the person's message just before has changed core memory."""
    async with stores.read(context.turn.tenant_id) as tx:
        messages = await tx.messages.last_messages(context.conversation.id, count=_LATEST)
        asked = next((each for each in messages if each.role is Role.USER), None)
        changes = await tx.core_memory.changes_of_turn(asked.turn_id) if asked is not None else ()
    return any(
        each.by.id == context.turn.person.id and each.kind in {ChangeKind.STATED, ChangeKind.EDITED} for each in changes
    )
