"""Recognises questions that memory answers, in whatever words: by what is remembered, and by who has spoken.

The rules know such questions by their frames ("what did Bob say about banks?"). Another question is one too if it names
somebody who has spoken, or if the rules are unsure of it and memory holds what it is about.
"""

import asyncio
import logging
import re
from dataclasses import dataclass
from typing import Final

from bot.context.turn import TurnContext
from bot.domain.conversation.problems import Problem
from bot.domain.conversation.readings import Reading
from bot.domain.conversation.requests import is_command
from bot.domain.conversation.requests.further_questions import AskMore
from bot.domain.conversation.requests.limits import ShowLimits, StateLimits
from bot.domain.conversation.requests.talk import NotUnderstood, TalkRequest
from bot.domain.conversation.requests.trades import CorrectOrder, Order, Verdict
from bot.domain.conversation.surroundings import Surroundings
from bot.domain.market.instruments import InstrumentTable
from bot.domain.text.mentions import without_mention
from bot.domain.text.normalise import normalise
from bot.errors import StoreUnavailableError
from bot.language.lexicon.share_names import with_symbols
from bot.language.memory.asking import asks_of_ours, asks_something, names_view, possible_names
from bot.language.questions.recall_questions import rule_topic
from bot.memory.questions import SURE_FACT, facts_about
from bot.ports import Stores
from bot.trading.limits.limits_in_force import limit_query
from bot.turns.handlers.memory.what_was_said import WhatWasSaidHandler
from bot.turns.memory.recall_question import recall_question, with_memory_asked

_SECONDS: Final = 2.0
_SURE: Final = 0.6  # of the rules, from which a question is what they say
_ORDER: Final = 0.8  # of a trade
_FOUND: Final = 0.5  # share of a question that an episode covers which makes it one about what was said
_CONFIDENCE: Final = 0.9
_OPEN_PROBLEMS: Final = frozenset({Problem.WATCH, Problem.OTHERS_TRADE})  # "remind me of …", "who is buying IBM?"

_ASKS_ADVICE: Final = re.compile(
    r"(?:so|ok|and|then|well)?,? ?(?:should|shall|would you|do you think)\b|(?:我们?)?(?:该|要不要|能不能|可不可以)"
)

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
        except Exception:  # noqa: BLE001  # the message is what the rules say; the log gets the traceback
            _log.warning("memory was not asked about turn %s", context.turn.id, exc_info=True)
            return context

    async def _recognise(self, context: TurnContext) -> TurnContext:
        reading, text = context.reading, without_mention(normalise(context.turn.text))
        if _ASKS_ADVICE.match(text.lower()):  # "should I wait on google?"
            return context
        asks = reading.is_question or asks_something(text)
        if (asks or names_view(text)) and (speaker := await self._speaker(context, text)):
            return await self._of_speaker(context, self._called_by_symbols(context, text), speaker)
        is_unread = isinstance(reading.request, NotUnderstood | ShowLimits) or _asks_unknown(reading)
        is_unsure = reading.certainty < _SURE or is_unread or reading.asks_memory
        is_ours = asks_of_ours(text) or reading.asks_memory
        if not asks or not (is_unsure or is_ours):
            return context
        is_of_limits = isinstance(reading.request, ShowLimits)
        if is_of_limits and await self._has_limits(context):  # they bind, and a note does not
            return context
        text = _no_shares(context) or self._called_by_symbols(context, text)
        is_told = (
            is_ours
            and not is_of_limits
            and (is_unsure or bool(_no_shares(context)))
            and await self._is_told(context, text)
        )
        is_misread = reading.asks_memory and not (is_unread or context.has_knowledge) and reading.certainty >= _SURE
        if is_told or is_misread or await facts_about(self.stores, context, rule_topic(text), least=SURE_FACT):
            return with_memory_asked(context, text, certainty=_CONFIDENCE)
        return context

    async def _has_limits(self, context: TurnContext) -> bool:
        async with self.stores.read(context.turn.tenant_id) as tx:
            return bool(await tx.limits.in_force(limit_query(context, at=context.turn.accepted_at)))

    def _called_by_symbols(self, context: TurnContext, text: str) -> str:
        if not context.reading.shares.symbols:
            return text
        return with_symbols(text, Surroundings(instruments=self.instruments, today=context.today))

    async def _speaker(self, context: TurnContext, text: str) -> str:
        """Return the first person named who has spoken, as typed; empty: nobody."""
        own = set(normalise(context.turn.person.name).lower().split())
        shares = {symbol.lower() for symbol in context.reading.shares.symbols}
        names = [each for each in possible_names(text) if each.lower() not in own | shares]
        if not names:
            return ""
        async with self.stores.read(context.turn.tenant_id) as tx:
            known = await tx.episode_search.known_speakers(names)
        return next((each for each in names if each in known), "")

    async def _of_speaker(self, context: TurnContext, text: str, speaker: str) -> TurnContext:
        """Return the question about what somebody said; one that names a share, only if they spoke of it."""
        recalled = with_memory_asked(context, text, certainty=_CONFIDENCE, speaker=speaker)
        found = await self.what_was_said.recollect(recalled, recall_question(recalled, text))
        if found.found:
            return recalled
        if await self._is_told(context, text.replace(speaker, " ")):  # by another: "who signs when Hugo is away?"
            return with_memory_asked(context, text, certainty=_CONFIDENCE)
        is_of_shares = bool(context.reading.shares.symbols) and context.reading.certainty >= _SURE
        return context if is_of_shares else recalled

    async def _is_told(self, context: TurnContext, text: str) -> bool:
        recalled = with_memory_asked(context, text, certainty=_CONFIDENCE)
        found = await self.what_was_said.recollect(recalled, recall_question(recalled, text))
        return any(each.found.text_score >= _FOUND for each in found.found[:1])


def _is_open(reading: Reading) -> bool:
    """Return whether a message may be a question about what was said, as far as it has been read."""
    request = reading.request
    if isinstance(request, ShowLimits):  # a note may say more than the book
        return reading.is_question
    if is_command(request) or isinstance(request, TalkRequest | CorrectOrder | StateLimits | Verdict):
        return False
    is_order = isinstance(request, Order) and reading.certainty >= _ORDER
    states_limits = any(isinstance(each, StateLimits) for each in reading.beside)
    has_problem = bool(set(reading.problems) - _OPEN_PROBLEMS)
    return not (is_order or states_limits or has_problem)


def _asks_unknown(reading: Reading) -> bool:
    """Return whether a message asks what Parley does not know, of the share talked of or of a name of no share."""
    is_of_focus = isinstance(reading.request, AskMore) and not reading.shares.symbols
    return is_of_focus or bool(reading.shares.unknown)


def _no_shares(context: TurnContext) -> str:
    """Return what a question names as a share that is none, which it is then about: "may we buy uranium?"."""
    shares = context.reading.shares
    return " ".join((*shares.unknown, *shares.unsupported))
