"""Understand a message that asks something of core memory, unless it states a limit or gives an order."""

import re
from collections.abc import Callable
from dataclasses import replace
from typing import Final

from bot.domain.conversation.states import Intent
from bot.domain.conversation.understanding import Entities, LimitProblem, LimitReading, Understanding
from bot.domain.memory.memory_requests import MemoryAct, MemoryRequest
from bot.domain.text.locale import Language
from bot.domain.trading.trading_limits import LimitMeasure
from bot.language.commands import find_command
from bot.language.language_detection import detect_language, has_chinese
from bot.language.lexicon.cues import Cue
from bot.language.limits.clauses import limit_items
from bot.language.limits.reading import read_limits
from bot.language.memory.classification import scope_of, section_of
from bot.language.memory.requests import find_memory_request
from bot.language.message_reading import MessageReading, ReadingContext, read_message

COMMAND: Final = "memory"
_SURE: Final = 0.6
_CLAUSE: Final = re.compile(r"\bforget (?:that )?(?:we|i|you|they|he|she) \w", re.IGNORECASE)  # what was said, no limit
_LIMIT: Final = (Intent.DECIDE, 0.93)
_VERDICTS: Final = frozenset({Intent.CONFIRM, Intent.CANCEL})

Read = Callable[[str], Understanding]


def understand_memory_request(plain: str, context: ReadingContext, read: Read) -> Understanding | None:
    """Return what a message asks of core memory, or the limit that it wants remembered; None: it asks something else.

    Args:
        plain: Normalised, without a mention of the bot.
        context: What is known before the message is read.
        read: Understands a message, or a part of it, without core memory.
    """
    request = None if find_command(plain) is not None else find_memory_request(plain)
    if request is None:
        return None
    if request.act is MemoryAct.STORE and request.text:
        return _understand_statement(request, context, read)
    otherwise = read(plain)
    if request.act is MemoryAct.FORGET and _is_meant_otherwise(plain, request, otherwise, context):
        return None
    if request.act is MemoryAct.REMINDER and otherwise.entities.problems:
        return None  # that there are no alerts, or no orders for later, is said with the reason
    return _asked_of_memory(request, plain, context)


def _is_meant_otherwise(plain: str, request: MemoryRequest, otherwise: Understanding, context: ReadingContext) -> bool:
    """Return whether "forget …" ends a limit, takes back a card, or else asks something plainly."""
    is_sure = otherwise.confidence >= _SURE
    is_plain = request.is_explicit and bool(request.text)  # "forget what I said" after a card is about the card
    ends_limit = otherwise.ends_limits and not _CLAUSE.search(plain)
    return ends_limit or (context.pending > 0 and not is_plain) or (is_sure and not request.is_explicit)


def _understand_statement(request: MemoryRequest, context: ReadingContext, read: Read) -> Understanding | None:
    """Return a statement to be remembered; a limit in it is a limit, and an order behind "remember" is none of it."""
    inner = read(request.text)
    reading = read_message(request.text, context, is_command=False)
    if _gives_order(request, inner, reading, context):
        return None
    limits = _limits_of(request.text, inner, reading)
    if limits is None:
        return _asked_of_memory(request, request.text, context)
    if limits.is_alone or limits.problem is not None:
        return Understanding(*_LIMIT, _language(request.text, context), Entities(), limits=limits)
    rest = " ".join(_rest_of(request.text, reading).strip(" ,.;，。；").split())
    scope = scope_of(rest)
    beside = MemoryRequest(MemoryAct.STORE, rest, scope, section_of(rest, scope))
    return replace(_asked_of_memory(beside, request.text, context), limits=limits)


def _gives_order(
    request: MemoryRequest, inner: Understanding, reading: MessageReading, context: ReadingContext
) -> bool:
    """Return whether what is to be remembered is an order, a verdict or a correction of the speaker's: "buy 5 IBM"."""
    e = inner.entities
    says_what = bool(e.symbols or e.shares or e.amount or e.fraction or e.everything or context.pending)
    is_order = not request.is_statement and Cue.IMPERATIVE in reading.cues and says_what and inner.limits is None
    is_correction = context.pending > 0 and inner.correction is not None
    is_verdict = inner.intent in _VERDICTS and inner.confidence >= _SURE
    return is_order or is_correction or is_verdict


def _limits_of(text: str, inner: Understanding, reading: MessageReading) -> LimitReading | None:
    """Return the limits in a statement that code enforces; None: it states none.

    "At most $3,000" to be remembered is one for good, as behind "/limits".
    """
    stated = inner.limits
    if stated is None and not inner.entities.problems:
        as_command = read_limits(text, limit_items(text, reading.chunks), is_command=True)
        stated = as_command.reading if as_command is not None and as_command.reading.is_alone else None
        stated = stated if stated is not None and stated.terms else None
    if stated is None or (stated.problem is LimitProblem.UNCLEAR and not _is_own(reading)):
        return None
    is_enforced = any(each.measure is not LimitMeasure.PREFERENCE for each in stated.terms)
    return stated if is_enforced or stated.problem is not None else None


def _is_own(reading: MessageReading) -> bool:
    words = {token.text for token in reading.tokens}
    return bool(words & {"i", "we", "my", "our", "me", "us", "i'm", "we're", "我"})


def _rest_of(text: str, reading: MessageReading) -> str:
    found = read_limits(text, limit_items(text, reading.chunks))
    return found.rest if found is not None else text


def _asked_of_memory(request: MemoryRequest, text: str, context: ReadingContext) -> Understanding:
    return Understanding(Intent.UNKNOWN, 1.0, _language(text, context), Entities(), command=COMMAND, memory=request)


def _language(text: str, context: ReadingContext) -> Language:
    if has_chinese(text):
        return Language.CHINESE
    return detect_language(read_message(text, context, is_command=False).chunks, context.profile)
