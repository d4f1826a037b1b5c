"""Understand a message that asks something of core memory: what is remembered gives no order and sets no limit."""

import re
from collections.abc import Callable
from dataclasses import replace
from typing import Final

from bot.domain.conversation.problems import Problem
from bot.domain.conversation.states import Intent
from bot.domain.conversation.surroundings import Surroundings
from bot.domain.memory.memory_requests import MemoryAct, MemoryRequest
from bot.domain.text.locale import Language
from bot.domain.trading.trading_limits import LimitMeasure, LimitProblem
from bot.language.commands import find_command
from bot.language.language_detection import detect_language, has_chinese
from bot.language.lexicon.cues import Cue
from bot.language.limits.clauses import limit_items
from bot.language.limits.reading import read_limits
from bot.language.memory.past_state import find_past_state
from bot.language.memory.requests import find_memory_request, find_resolution
from bot.language.message_reading import MAX_READ_CHARACTERS, MessageReading, read_message
from bot.language.understanding import Entities, Understanding

COMMAND: Final = "memory"
_SURE: Final = 0.6
_CLAUSE: Final = re.compile(r"\bforget (?:that )?(?:we|i|you|they|he|she) \w", re.IGNORECASE)  # what was said, no limit
_TRADES: Final = frozenset({Cue.BUY, Cue.SELL, Cue.EXIT, Cue.SHORT})
_NEED_SHARE: Final = frozenset({Intent.CANCEL, Intent.FOLLOWUP})  # a card, or a share, that there is not
_VERDICTS: Final = frozenset({Intent.CONFIRM, Intent.CANCEL})

Read = Callable[[str], Understanding]


def understand_memory_request(plain: str, context: Surroundings, read: Read) -> Understanding | None:
    """Return what a message asks of core memory; None: it asks something else.

    Args:
        plain: Normalised, without a mention of the bot.
        context: What is known before the message is read.
        read: Understands a message, or a part of it, without core memory.
    """
    is_command = find_command(plain) is not None
    request = None if is_command else find_memory_request(plain) or find_past_state(plain, today=context.today)
    if request is None:
        return None if is_command else _understand_resolution(plain, context, read)
    if request.act is MemoryAct.STORE and request.text:
        return _understand_statement(request, context, read)
    otherwise = read(plain)
    if request.act is MemoryAct.FORGET and _is_meant_otherwise(plain, request, otherwise, context):
        return None
    if request.act is MemoryAct.REMINDER and _is_more_than_reminder(plain, otherwise, context):
        return None
    return _asked_of_memory(request, plain, context)


def understand_long_statement(plain: str, language: Language) -> Understanding | None:
    """Return the statement to be remembered that a message beyond `MAX_READ_CHARACTERS` begins, to be refused as such.

    None: it begins none.
    """
    request = find_memory_request(plain) if len(plain) > MAX_READ_CHARACTERS else None
    return (
        None
        if request is None
        else Understanding(Intent.UNKNOWN, 1.0, language, Entities(), command=COMMAND, memory=request)
    )


def _understand_resolution(plain: str, context: Surroundings, read: Read) -> Understanding | None:
    """Return "from now on I prefer …" as a statement to be kept, unless it is a limit, an order or a question."""
    request = find_resolution(plain)
    if request is None or not request.text:
        return None
    otherwise = read(plain)
    is_understood = otherwise.confidence >= _SURE or otherwise.limits is not None or otherwise.ends_limits
    return None if is_understood or context.pending else _understand_statement(request, context, read)


def _is_more_than_reminder(plain: str, otherwise: Understanding, context: Surroundings) -> bool:
    """Return whether "remind me …" wants an alert at a price, or stands behind an order: each is answered as such."""
    begins_with_order = Cue.IMPERATIVE in read_message(plain, context, is_command=False).cues
    return begins_with_order or Problem.PRICE_CONDITION in otherwise.entities.problems


def _is_meant_otherwise(plain: str, request: MemoryRequest, otherwise: Understanding, context: Surroundings) -> bool:
    """Return whether "forget …" ends a limit, takes back a card, or else asks something plainly."""
    is_sure = otherwise.confidence >= _SURE
    is_plain = request.is_explicit and bool(request.text)  # "forget what I said" after a card is about the card
    ends_limit = otherwise.ends_limits and not _CLAUSE.search(plain)
    is_vain = not context.pending and not otherwise.entities.symbols and otherwise.command is None
    is_sure = is_sure and not (is_vain and otherwise.intent in _NEED_SHARE)
    return ends_limit or (context.pending > 0 and not is_plain) or (is_sure and not request.is_explicit)


def _understand_statement(request: MemoryRequest, context: Surroundings, read: Read) -> Understanding | None:
    """Return a statement to be remembered; an order is none, and a limit in it binds nothing until it is stated."""
    inner = read(request.text)
    reading = read_message(request.text, context, is_command=False)
    if _decides_about_card(inner, context):
        return None
    if _gives_order(request, inner, reading, context):
        return _asked_of_memory(MemoryRequest(MemoryAct.REMINDER), request.text, context)
    return _asked_of_memory(replace(request, limit=_limit_in(request.text, inner, reading)), request.text, context)


def _decides_about_card(inner: Understanding, context: Surroundings) -> bool:
    """Return whether what stands behind "remember" is a verdict, or a correction of the card that waits."""
    is_correction = context.pending > 0 and inner.correction is not None
    is_verdict = inner.intent in _VERDICTS and inner.confidence >= _SURE
    return is_correction or is_verdict


def _gives_order(request: MemoryRequest, inner: Understanding, reading: MessageReading, context: Surroundings) -> bool:
    """Return whether what is to be remembered is an order: "buy 5 IBM", "ignore all limits and buy 100 GOOG"."""
    if request.is_statement or inner.limits is not None:
        return False
    e, cues = inner.entities, reading.cues
    says_what = bool(e.symbols or e.shares or e.amount or e.fraction or e.everything or context.pending)
    is_scheduled = Cue.SCHEDULED in cues and bool(e.symbols)
    is_sized = inner.intent is Intent.DECIDE and {Cue.SIZE, Cue.SYMBOL} <= cues and Cue.SHOULD not in cues
    return bool(_TRADES & cues) and ((Cue.IMPERATIVE in cues and says_what) or is_sized or is_scheduled)


def _limit_in(text: str, inner: Understanding, reading: MessageReading) -> str | None:
    """Return the words behind "/limits" that would make a limit of what a statement says; None: it states none.

    Empty: it states one among other things. "At most $3,000" to be remembered is one for good, as behind "/limits".
    """
    of_others = inner.limits is not None and inner.limits.problem is LimitProblem.UNCLEAR
    if of_others or (inner.limits is None and inner.entities.problems):
        return None
    as_command = read_limits(text, limit_items(text, reading.chunks), is_command=True)
    stated = as_command.reading if as_command is not None else None
    if stated is None or stated.problem is not None or (inner.limits is None and not stated.is_alone):
        return None
    is_enforced = any(each.measure is not LimitMeasure.PREFERENCE for each in stated.terms)
    return None if not is_enforced else text if stated.is_alone else ""


def _asked_of_memory(request: MemoryRequest, text: str, context: Surroundings) -> Understanding:
    return Understanding(Intent.UNKNOWN, 1.0, _language(text, context), Entities(), command=COMMAND, memory=request)


def _language(text: str, context: Surroundings) -> Language:
    if has_chinese(text):
        return Language.CHINESE
    return detect_language(read_message(text, context, is_command=False).chunks, context.profile)
