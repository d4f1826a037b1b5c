"""Recall: what was said before, as it is stored. Nothing is compressed here: nobody waits for a summary to be made."""

import asyncio
import logging
from dataclasses import dataclass
from typing import Final

from bot.context.turn import TurnContext
from bot.domain.conversation.retrieval import ConversationContext
from bot.domain.conversation.summaries import WINDOW
from bot.domain.conversation.turns import Message, Role
from bot.ports import Stores
from bot.turns.nodes.step_timer import StepTimer
from bot.turns.state import TurnState

_SECONDS: Final = 3.0  # an answer without what was said before is better than none

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class RecallNode:
    """A node that may fail: the answer then comes without it."""

    stores: Stores

    async def __call__(self, state: TurnState) -> TurnState:
        """Add the context, unless the turn has it already."""
        watch = StepTimer("recall", state["request"].caller)
        context = state.get("context")
        if context is None:
            context = await self.read(state["asked"])
        if context is None:
            return {"context": ConversationContext(), "execution_logs": (watch.entry(note="failed"),)}
        characters = sum(len(message.text) for message in context.window)
        entry = watch.entry(messages=len(context.window), characters=characters, summary=len(context.summary))
        return {"context": context, "execution_logs": (entry,)}

    async def read(self, asked: TurnContext) -> ConversationContext | None:
        """Return window and summary; None: they cannot be had."""
        try:
            async with asyncio.timeout(_SECONDS):
                return await self._read(asked)
        except Exception:  # noqa: BLE001  # whatever it is: the turn does without, and we get the traceback
            _log.warning("turn %s is answered without what was said before", asked.turn.id, exc_info=True)
            return None

    async def _read(self, asked: TurnContext) -> ConversationContext:
        if not asked.conversation.message_count:
            return ConversationContext()
        async with self.stores.transaction(asked.turn.tenant_id) as tx:
            said = await tx.messages.last_messages(asked.conversation.id, count=WINDOW)
            summary = await tx.summaries.get(asked.conversation.id)
        return ConversationContext(window=tuple(filter(_is_whole, said)), summary=summary.text if summary else "")


def _is_whole(message: Message) -> bool:
    """Whether a message is no answer that broke off: those are shown, and never used again."""
    return message.role is Role.USER or message.intent is not None
