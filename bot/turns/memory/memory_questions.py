"""Recognises questions that memory answers: what it holds, among those nothing else answers, and "and about banks?"."""

import asyncio
import logging
from dataclasses import dataclass, replace
from typing import Final

from bot.context.turn import TurnContext
from bot.domain.conversation.history import Role
from bot.domain.conversation.readings import Reading
from bot.domain.conversation.requests.analysis import Analyze
from bot.domain.conversation.requests.explanation import AskMore, Define
from bot.domain.conversation.requests.limits import ShowLimits
from bot.domain.conversation.requests.memory import AskMemory
from bot.domain.conversation.requests.named_shares import NamedShares
from bot.domain.conversation.requests.talk import NotUnderstood
from bot.domain.conversation.surroundings import Surroundings
from bot.domain.market.instruments import InstrumentTable
from bot.domain.memory.recall import RecallQuestion
from bot.domain.text.normalise import normalise, without_mention
from bot.errors import StoreUnavailableError
from bot.memory.questions import SURE_FACT, facts_about
from bot.ports import Stores
from bot.reading.assembly.recall import QUOTABLE, QUOTED
from bot.reading.recall.memory_questions import EarlierMessages, continued_question, read_memory_question
from bot.reading.recall.recall_words import goes_on
from bot.reading.times.time_expressions import find_time_expression
from bot.trading.limits.limit_book import limit_query
from bot.turns.handlers.memory.what_was_said import WhatWasSaidHandler

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
        """Return the context with the question recognised, or as it is: also where looking takes too long."""
        is_command = context.plain_text.startswith("/")
        if is_command or not _is_open(context.reading) or context.turn.surplus is not None:
            return context
        try:
            async with asyncio.timeout(_SECONDS):
                asked, is_of_limits = self._read(context), isinstance(context.request, ShowLimits)
                is_of_all = asked is not None and is_of_limits and asked.is_rule and not asked.whole.question.terms
                if asked is None or not (asked.whole.question.terms or is_of_all):
                    return context
                if is_of_limits and not is_of_all and await self._has_limits(context):  # they bind, and a note does not
                    return context
                recalled = with_memory_asked(context, asked, certainty=_CONFIDENCE)
                return recalled if await self._is_told(recalled, asked) else context
        except StoreUnavailableError:
            raise
        except Exception:  # noqa: BLE001  # the message is what it was read as; the log gets the traceback
            _log.warning("memory was not asked about turn %s", context.turn.id, exc_info=True)
            return context

    def as_memory_question(self, context: TurnContext, *, certainty: float) -> TurnContext:
        """Return the message as a question about what was said, known or decided; unchanged: it can be none."""
        asked = self._read(context)
        return with_memory_asked(context, asked, certainty=certainty) if asked is not None else context

    def _read(self, context: TurnContext) -> AskMemory | None:
        around = Surroundings(self.instruments, context.today, focus=context.conversation.focus)
        text = context.plain_text
        return read_memory_question(text, around, context.message_facts)

    async def _is_told(self, context: TurnContext, asked: AskMemory) -> bool:
        least = {"least": SURE_FACT} if asked.whole.question.terms else {}
        if await facts_about(self.stores, context, asked.topic, symbols=asked.whole.question.symbols, **least):
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
    return (reading.is_question and (is_of_unknown or is_of_word)) or isinstance(reading.request, ShowLimits)


_MESSAGES: Final = 6  # among which is the question that several go on from


async def with_question_continued(stores: Stores, instruments: InstrumentTable, context: TurnContext) -> TurnContext:
    """Return "and about banks?" as the question that it is behind one about what was said, else unchanged."""
    text = context.plain_text
    if context.pending or not goes_on(text):
        return context
    async with stores.read(context.turn.tenant_id) as tx:
        messages = await tx.messages.last_messages(context.conversation.id, count=_MESSAGES)
    said = (without_mention(normalise(each.text)) for each in reversed(messages) if each.role is Role.USER)
    before = next((each for each in said if not goes_on(each)), None)
    if before is None or not EarlierMessages(instruments).ask_what_was_said(before):
        return context
    around = Surroundings(instruments, context.today)
    asked = continued_question(text, before, around, context.message_facts)
    if asked is None:
        return context
    reading = replace(context.reading, shares=NamedShares(), problems=(), beside=())
    return with_memory_asked(replace(context, reading=reading), asked, certainty=1.0)


def recall_question(context: TurnContext, text: str = "") -> RecallQuestion:
    """Return what a message asks memory, or for another message what may be recalled for it.

    `text`: words to look for in place of its own: of the same person and, unless it names another, the same time.
    """
    if isinstance(context.request, AskMemory):
        question = context.request.whole.question
    else:
        about = RecallQuestion(text="", symbols=context.reading.shares.symbols)
        question = _with_words(context, context.turn.text, about)
    return _with_words(context, text, question) if text else question


def _with_words(context: TurnContext, text: str, question: RecallQuestion) -> RecallQuestion:
    named = find_time_expression(text, now=context.turn.accepted_at, zone=context.locale.zone)
    return replace(
        question,
        text=named.rest if named else normalise(text),
        since=named.since if named else question.since,
        until=named.until if named else question.until,
        kinds=QUOTABLE,
        limit=QUOTED,
        known_at=context.market_time,
    )


def with_memory_asked(context: TurnContext, asked: AskMemory, *, certainty: float) -> TurnContext:
    """Return the message as a question about what was said, known or decided."""
    return replace(context, reading=replace(context.reading, request=asked, certainty=certainty))
