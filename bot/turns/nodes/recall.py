"""Recall: loads core memory, window and summary as stored. It never makes a summary: no answer waits for one."""

import asyncio
import logging
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import Final

from bot.context.turn import TurnContext
from bot.domain.conversation.history import Message, Role, message_tokens
from bot.domain.conversation.requests.memory import AskMemory
from bot.domain.conversation.retrieval import ConversationContext
from bot.domain.memory.compression import (
    MAX_DECISIONS,
    ContextCompressor,
    DecisionsAndLimits,
    UnloadedMessages,
    summary_with_records,
)
from bot.domain.memory.knowledge.documents import KnowledgePassage
from bot.domain.memory.recall import RecalledEpisode
from bot.domain.memory.summaries.summary import Summary
from bot.domain.trading.decisions import DecisionQuery
from bot.memory.core_memory import memory_place
from bot.memory.knowledge.lookup import KnowledgeLookup
from bot.memory.recall import Recall
from bot.ports import Clock, Stores, Transaction
from bot.trading.limits.limit_book import limit_query
from bot.turns.memory.recalled_details import asked_symbols, message_question
from bot.turns.state import StepTimer, TurnState

_MAX_OVERHEARD: Final = 12  # of what people said to each other since the first message of the window
_SECONDS: Final = 3.0  # after that, an answer without the conversation is better than none

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class RecallNode:
    """Loads the conversation's context; if that fails, the turn is answered without it."""

    stores: Stores
    clock: Clock
    compressor: ContextCompressor = field(default_factory=ContextCompressor)
    recall: Recall | None = None  # None: nothing is recalled from further back
    knowledge: KnowledgeLookup | None = None  # None: there are no files of the team's
    reads_conversation: bool = True  # False: no model is told of it, so only what is recalled is loaded

    async def __call__(self, state: TurnState) -> TurnState:
        """Add the context, unless the turn has it already."""
        timer = StepTimer("recall", state["request"].caller)
        recalled = state.get("conversation_context")
        if recalled is None:
            recalled = await self.load_context(state["context"])
        if recalled is None:
            return {"conversation_context": ConversationContext(), "execution_logs": (timer.entry(note="failed"),)}
        characters = sum(len(message.text) for message in recalled.window)
        entry = timer.entry(
            messages=len(recalled.window),
            characters=characters,
            summary=len(recalled.summary),
            facts=len(recalled.core_memory.facts()),
            episodes=len(recalled.episodes),
            passages=len(recalled.passages),
        )
        return {"conversation_context": recalled, "execution_logs": (entry,)}

    async def load_context(self, context: TurnContext) -> ConversationContext | None:
        """Return window and summary; None: loading failed or took too long."""
        try:
            async with asyncio.timeout(_SECONDS):
                return await self._load_context(context)
        except TimeoutError:
            _log.warning("turn %s is answered without what was said before: that took too long", context.turn.id)
            return None
        except Exception:  # noqa: BLE001  # on any error the turn goes on without it; the log gets the traceback
            _log.warning("turn %s is answered without what was said before", context.turn.id, exc_info=True)
            return None

    async def _load_context(self, context: TurnContext) -> ConversationContext:
        loaded = await self._load_conversation(context) if self.reads_conversation else ConversationContext()
        loaded = replace(loaded, first_shown=max(0, context.conversation.message_count - self.compressor.window))
        passages = await self._passages(context)
        return replace(loaded, episodes=await self._recall(context, loaded), passages=passages)

    async def _load_conversation(self, context: TurnContext) -> ConversationContext:
        conversation = context.conversation
        async with self.stores.read(context.turn.tenant_id) as tx:
            limits = limit_query(context, at=self.clock.now())
            memory = await tx.core_memory.load(memory_place(context.turn), limits=limits)
            if not conversation.message_count:
                return ConversationContext(core_memory=memory)
            is_short = conversation.history_tokens <= self.compressor.max_tokens
            count = 2 * (self.compressor.max_turns if is_short else self.compressor.window)
            loaded = await tx.messages.last_messages(conversation.id, count=count)
            summary = await self._load_summary(tx, context)
            since = loaded[-self.compressor.window :][0].created_at
            overheard = await tx.overheard.latest(conversation.id, since=since, count=_MAX_OVERHEARD)
        count = max(0, conversation.message_count - len(loaded))
        tokens = conversation.history_tokens - sum(map(message_tokens, loaded)) if count else 0
        earlier = UnloadedMessages(count=count, tokens=max(0, tokens))
        compressed = self.compressor.compress(loaded, summary=summary, earlier=earlier)
        return ConversationContext(
            conversation_id=conversation.id,
            window=_told(compressed.compressed_messages, context),
            overheard=overheard,
            summary=compressed.summary,
            whole=() if earlier.count else _told(loaded, context),
            history_tokens=compressed.original_token_count,
            core_memory=memory,
        )

    async def _recall(self, context: TurnContext, loaded: ConversationContext) -> tuple[RecalledEpisode, ...]:
        """Return what the message is about, from before the window; empty on any error.

        A question on what was said is answered by a search of its own.
        """
        if self.recall is None or isinstance(context.request, AskMemory):
            return ()
        question = loaded.without_shown(message_question(context))
        try:
            found = await self.recall(context.turn, context.conversation, question)
        except Exception:  # noqa: BLE001  # the answer goes on with the conversation itself
            _log.warning("nothing is recalled for turn %s", context.turn.id, exc_info=True)
            return ()
        symbols = asked_symbols(context)
        return tuple(each for each in found if not each.episode.is_about_others(symbols))

    async def _passages(self, context: TurnContext) -> tuple[KnowledgePassage, ...]:
        """Return what the base of the turn's route says on the message; none on any error, or of an unsure route."""
        contents = context.knowledge_route.contents if context.knowledge_route.is_sure else None
        if self.knowledge is None or not self.reads_conversation or contents is None:  # they are told to models only
            return ()
        try:
            return await self.knowledge.find(context.turn, context.conversation, contents)
        except Exception:  # noqa: BLE001  # the answer goes on without the files
            _log.warning("no passages for turn %s", context.turn.id, exc_info=True)
            return ()

    async def _load_summary(self, tx: Transaction, context: TurnContext) -> Summary | None:
        """Return the stored summary, its text with the conversation's decisions as they are now."""
        conversation = context.conversation
        if conversation.message_count <= self.compressor.window:  # which is told word for word
            return None
        stored = await tx.summaries.get(conversation.id)
        if stored is None or not stored.is_known(context.market_time):
            return None
        query = DecisionQuery(
            limit=MAX_DECISIONS,
            conversation_id=conversation.id,
            known_at=context.account.market_time,
            include_holds=True,
        )
        records = DecisionsAndLimits(
            decisions=await tx.decisions.find_matching(query), stated=conversation.stated_limits
        )
        person_id = context.turn.person.id
        return replace(
            stored, text=summary_with_records(stored.text, records, person_id=person_id, at=self.clock.now())
        )


def _told(messages: Iterable[Message], context: TurnContext) -> tuple[Message, ...]:
    """Return what may be told: nothing of a later market time, and no answer that broke off, though it was shown."""
    at = context.market_time
    return tuple(each for each in messages if each.is_known(at) and (each.role is Role.USER or each.intent is not None))
