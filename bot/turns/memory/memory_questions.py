"""Recognises questions that memory answers among those that nothing else answers: memory holds what they are about."""

import asyncio
import logging
from dataclasses import dataclass
from typing import Final

from bot.context.turn import TurnContext
from bot.domain.conversation.readings import Reading
from bot.domain.conversation.requests.analysis import Analyze
from bot.domain.conversation.requests.explanation import AskMore, Define
from bot.domain.conversation.requests.limits import ShowLimits
from bot.domain.conversation.requests.memory import AskMemory
from bot.domain.conversation.requests.talk import NotUnderstood
from bot.domain.conversation.surroundings import Surroundings
from bot.domain.market.instruments import InstrumentTable
from bot.domain.text.normalise import normalise, without_mention
from bot.errors import StoreUnavailableError
from bot.memory.questions import SURE_FACT, facts_about
from bot.ports import Stores
from bot.reading.recall.memory_questions import read_memory_question
from bot.trading.limits.limits_in_force import limit_query
from bot.turns.handlers.memory.what_was_said import WhatWasSaidHandler
from bot.turns.memory.recall_question import with_memory_asked

_SECONDS: Final = 2.0
_FOUND: Final = 0.5  # share of a question that an episode covers which makes it one about what was said
_CONFIDENCE: Final = 0.9

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class MemoryQuestions:
    """Turns a question that memory answers into one about what was said."""

    stores: Stores
    what_was_said: WhatWasSaidHandler
    instruments: InstrumentTable

    async def recognise(self, context: TurnContext) -> TurnContext:
        """Return the context with the question recognised, or as it is: also where looking takes too long.

        Raises: StoreUnavailableError.
        """
        if not _is_open(context.reading) or context.turn.surplus is not None:
            return context
        try:
            async with asyncio.timeout(_SECONDS):
                return await self._recognise(context)
        except StoreUnavailableError:
            raise
        except Exception:  # noqa: BLE001  # the message is what it was read as; the log gets the traceback
            _log.warning("memory was not asked about turn %s", context.turn.id, exc_info=True)
            return context

    def as_memory_question(self, context: TurnContext, *, certainty: float) -> TurnContext:
        """Return the message as a question about what was said, known or decided; unchanged: it can be none."""
        asked = self._read(context)
        return with_memory_asked(context, asked, certainty=certainty) if asked is not None else context

    async def _recognise(self, context: TurnContext) -> TurnContext:
        asked = self._read(context)
        if asked is None or not asked.whole.question.terms:
            return context
        if isinstance(context.request, ShowLimits) and await self._has_limits(
            context
        ):  # they bind, and a note does not
            return context
        recalled = with_memory_asked(context, asked, certainty=_CONFIDENCE)
        return recalled if await self._is_told(recalled, asked) else context

    def _read(self, context: TurnContext) -> AskMemory | None:
        around = Surroundings(self.instruments, context.today, focus=context.conversation.focus)
        text = without_mention(normalise(context.turn.text))
        return read_memory_question(text, around, context.message_facts)

    async def _is_told(self, context: TurnContext, asked: AskMemory) -> bool:
        """Return whether memory holds what a question is about."""
        if await facts_about(self.stores, context, asked.topic, symbols=asked.whole.question.symbols, least=SURE_FACT):
            return True
        found = await self.what_was_said.recollect(context, asked.whole.question)
        return any(each.found.text_score >= _FOUND for each in found.found[:1])

    async def _has_limits(self, context: TurnContext) -> bool:
        async with self.stores.read(context.turn.tenant_id) as tx:
            return bool(await tx.limits.in_force(limit_query(context, at=context.turn.accepted_at)))


def _is_open(reading: Reading) -> bool:
    """Return whether a message is a question that nothing else answers."""
    if reading.problems:
        return False
    if isinstance(reading.request, NotUnderstood):
        return any(isinstance(each, AskMemory) for each in reading.others)
    is_of_unknown = isinstance(reading.request, Analyze | AskMore) and not reading.shares.symbols
    is_of_word = isinstance(reading.request, Define) and not reading.request.terms
    return reading.is_question and (is_of_unknown or is_of_word or isinstance(reading.request, ShowLimits))
