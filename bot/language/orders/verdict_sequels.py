"""Split a message that confirms or cancels and wants something else too: "cancel that, show me IBM", 确认，再买3股FB.

The verdict is carried out; the rest is named in the answer, and asked for in a message of its own.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from typing import Final

from bot.domain.conversation.states import Intent
from bot.domain.conversation.surroundings import Surroundings
from bot.language.intents.confirmation import cancels_plainly
from bot.language.intents.message_intent import naming_tokens
from bot.language.lexicon.cues import Cue
from bot.language.message_reading import read_message
from bot.language.orders.additions import adds_order
from bot.language.phrase_files import LANGUAGE_FOLDERS, read_phrases
from bot.language.remarks import is_view
from bot.language.understanding import Understanding
from bot.reading.verdicts.revocations import revokes_order

_LISTS: Final = ("joiners", "sequels", "auxiliaries")
_MAX_LENGTH: Final = 300  # characters
_MAX_CLAUSES: Final = 4
_SURE: Final = 0.6
_SURE_OF_VERDICT: Final = {Intent.CONFIRM: 0.9, Intent.CANCEL: 0.95}
_PLAIN_CONFIRMATION: Final = 0.97  # "do it"; a mere "yes" may agree with what follows
# At least one is in a request; "cancel IBM and MSFT" only names one more.
_REQUESTS: Final = frozenset(
    {
        *(Cue.BUY, Cue.SELL, Cue.EXIT, Cue.SHORT, Cue.WANT, Cue.TRADE, Cue.ANALYSE, Cue.STATE, Cue.ABOUT, Cue.OPINION),
        *(Cue.QUESTION, Cue.SHOULD, Cue.WHAT_IF, Cue.WHY, Cue.REVIEW, Cue.DETAIL, Cue.CONFIRM, Cue.CANCEL),
    }
)
_REASONS: Final = frozenset({Cue.STATEMENT, Cue.OBJECTION, Cue.ASPECT})
_DOUBTS: Final = frozenset(
    {Cue.WAIT, Cue.CONFIRM, Cue.ASSENT, Cue.WHY, Cue.SHOULD, Cue.IMPERATIVE, Cue.CONDITION, Cue.NUMBER}
)
_SEPARATE: Final = frozenset({Intent.REVIEW, Intent.UNKNOWN})  # with a command: about nothing that is pending


@dataclass(frozen=True, slots=True)
class VerdictSequel:
    """A verdict, and what the message wants beside it."""

    verdict: Understanding
    rest: str  # normalised, without the words that join it


@dataclass(frozen=True, slots=True)
class _Clauses:
    first: str
    joiner: str
    rest: str


@cache
def sequel_patterns() -> tuple[re.Pattern[str], re.Pattern[str], re.Pattern[str]]:
    """Return the patterns of what joins two clauses, of another step, and of "go ahead" before "and".

    Their words are in `data/*/verdict_sequels.toml`.
    """
    lists = read_phrases("verdict_sequels", {"verdict_sequels": _LISTS}, folders=LANGUAGE_FOLDERS)["verdict_sequels"]
    sequels = _either(lists["sequels"])
    word = rf"(?:{sequels}|{_either(lists['joiners'])})"
    stop = r"\s*[,;.!，；。！]+\s*"
    return (
        re.compile(rf"(?:{stop}(?:{word}[\s,，]*)*|(?:\s*{word}[\s,，]*)+)"),
        re.compile(sequels),
        re.compile(rf"{_either(lists['auxiliaries'])}$"),
    )


def _either(words: tuple[str, ...]) -> str:
    """Return a pattern for one of the words, longest first; a Latin word stands alone."""
    ordered = sorted(words, key=len, reverse=True)
    parts = (rf"(?<![a-z]){re.escape(each)}(?![a-z])" if each.isascii() else re.escape(each) for each in ordered)
    return f"(?:{'|'.join(parts)})"


def find_verdict_sequel(
    text: str, context: Surroundings, understand: Callable[[str], Understanding]
) -> VerdictSequel | None:
    """Return the verdict that a message begins with, and the rest; None: it gives none, or says nothing else.

    Args:
        text: Normalised, without a mention of the bot.
        context: What is known before the message is read.
        understand: Returns what a part of the message means by itself.
    """
    if not context.pending or len(text) > _MAX_LENGTH or text.startswith("/"):
        return None
    for clauses in _clauses(text):
        verdict = understand(clauses.first)
        is_sure = verdict.confidence >= _SURE_OF_VERDICT.get(verdict.intent, 2)
        is_plain = verdict.intent is Intent.CONFIRM or _cancels_plainly(clauses.first, context)
        if not (is_sure and is_plain) or verdict.asks_to_wait or verdict.left_over or verdict.command is not None:
            continue
        rest = understand(clauses.rest)
        if _is_separate(rest, verdict, clauses, context):
            return VerdictSequel(verdict, clauses.rest)
        if verdict.intent is Intent.CANCEL and _is_reason(rest, verdict, clauses.rest, context):
            return VerdictSequel(verdict, "")
    return None


def _clauses(text: str) -> Iterator[_Clauses]:
    joints = (
        each for each in sequel_patterns()[0].finditer(text.lower()) if each.start() > 0 and each.end() < len(text)
    )
    for count, joint in enumerate(joints):
        if count == _MAX_CLAUSES:
            return
        yield _Clauses(text[: joint.start()], joint.group(), text[joint.end() :])


def _cancels_plainly(text: str, context: Surroundings) -> bool:
    reading = read_message(text, context, is_command=False)
    is_about_trade = Cue.ASPECT not in reading.cues  # not "never mind the price"
    is_revocation = is_about_trade and bool({Cue.CANCEL, Cue.DECLINE, Cue.AVOID} & reading.cues)
    is_plain = cancels_plainly(reading.tokens, named=naming_tokens(reading.chunks))
    return is_plain or (is_revocation and revokes_order(text, reading.chunks))


def _is_separate(rest: Understanding, verdict: Understanding, clauses: _Clauses, context: Surroundings) -> bool:
    """Return whether the rest is a request of its own: it neither changes nor doubts what the verdict is about."""
    is_sure = rest.confidence >= _SURE or rest.limits is not None
    is_agreed = (
        is_view(clauses.rest) and verdict.intent is Intent.CONFIRM
    )  # "agreed, MSFT looks better": not to the trade
    if is_agreed or rest.correction is not None or not is_sure or not _asks_for_something(rest, clauses.rest, context):
        return False
    if rest.intent in _SURE_OF_VERDICT:
        named, others = set(verdict.entities.symbols), set(rest.entities.symbols)
        return bool(named and others) and not named & others and rest.intent is not verdict.intent
    if verdict.intent is Intent.CANCEL:
        return rest.intent is not Intent.UNKNOWN or rest.command is not None or rest.limits is not None
    is_step = sequel_patterns()[1].search(clauses.joiner.lower()) is not None or adds_order(clauses.joiner)
    is_plain = verdict.confidence >= _PLAIN_CONFIRMATION and verdict.covers is None  # not "confirm both and sell IBM"
    goes_on = sequel_patterns()[2].search(clauses.first.lower()) is not None  # "go ahead and sell IBM" orders a sale
    if not (is_step or (is_plain and not goes_on)) or rest.limits is not None:
        return False
    if rest.intent in _SEPARATE and rest.command is not None:
        return True
    e = rest.entities
    is_of_others = bool(e.symbols or e.orders) and not set(e.symbols) & {*context.focus, *verdict.entities.symbols}
    is_order = rest.intent is Intent.DECIDE and e.side is not None and is_step and bool(e.symbols)
    return is_of_others or is_order or bool(e.orders and is_step)


def _is_reason(rest: Understanding, verdict: Understanding, text: str, context: Surroundings) -> bool:
    """Return whether the rest only says why the trade is not wanted: "let's pass on IBM, its revenue is shrinking"."""
    others = set(rest.entities.symbols) - {*verdict.entities.symbols, *context.focus}
    e = rest.entities
    says_more = rest.command or rest.limits or rest.correction or e.problems or e.side or e.shares or e.amount
    cues = read_message(text, context, is_command=False).cues
    asks = rest.is_question or cues & _DOUBTS
    return not (others or says_more or asks) and bool(cues & _REASONS)


def _asks_for_something(rest: Understanding, text: str, context: Surroundings) -> bool:
    """Return whether the rest is a request, and no further name and no reason ("it is too expensive")."""
    if rest.command is not None or rest.limits is not None:
        return True
    is_reason = rest.intent is Intent.EXPLAIN and not rest.is_question
    cues = read_message(text, context, is_command=False).cues
    return bool(cues & _REQUESTS or Cue.ASSENT in cues) and not is_reason
