"""Recall: loads the conversation's stored window and summary. It never makes a summary: no answer waits for one."""

import asyncio
import logging
from dataclasses import dataclass
from typing import Final

from bot.context.turn import TurnContext
from bot.domain.conversation.history import Message, Role
from bot.domain.conversation.retrieval import ConversationContext
from bot.domain.memory.summaries import WINDOW_MESSAGES
from bot.ports import Stores
from bot.turns.nodes.step_timer import StepTimer
from bot.turns.state import TurnState

_MAX_OVERHEARD: Final = 12  # of what people said to each other since the first message of the window
_SECONDS: Final = 3.0  # after that, an answer without the conversation is better than none

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class RecallNode:
    """Loads the conversation's context; if that fails, the turn is answered without it."""

    stores: Stores

    async def __call__(self, state: TurnState) -> TurnState:
        """Add the context, unless the turn has it already."""
        timer = StepTimer("recall", state["request"].caller)
        recalled = state.get("conversation_context")
        if recalled is None:
            recalled = await self.load_context(state["context"])
        if recalled is None:
            return {"conversation_context": ConversationContext(), "execution_logs": (timer.entry(note="failed"),)}
        characters = sum(len(message.text) for message in recalled.window)
        entry = timer.entry(messages=len(recalled.window), characters=characters, summary=len(recalled.summary))
        return {"conversation_context": recalled, "execution_logs": (entry,)}

    async def load_context(self, context: TurnContext) -> ConversationContext | None:
        """Return window and summary; None: loading failed or took too long."""
        try:
            async with asyncio.timeout(_SECONDS):
                return await self._load_context(context)
        except Exception:  # noqa: BLE001  # on any error the turn goes on without it; the log gets the traceback
            _log.warning("turn %s is answered without what was said before", context.turn.id, exc_info=True)
            return None

    async def _load_context(self, context: TurnContext) -> ConversationContext:
        if not context.conversation.message_count:
            return ConversationContext()
        async with self.stores.read(context.turn.tenant_id) as tx:
            latest = await tx.messages.last_messages(context.conversation.id, count=WINDOW_MESSAGES)
            summary = await tx.summaries.get(context.conversation.id)
            overheard = await tx.overheard.latest(
                context.conversation.id, since=latest[0].created_at, count=_MAX_OVERHEARD
            )
        window = tuple(filter(_is_complete, latest))
        return ConversationContext(window=window, overheard=overheard, summary=summary.text if summary else "")


def _is_complete(message: Message) -> bool:
    """Return whether a message is not an answer that broke off: those were shown, but are never used again."""
    return message.role is Role.USER or message.intent is not None
