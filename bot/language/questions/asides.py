"""Find the question behind an aside: "Let me ask differently: how much cash is left?", 好的，那市盈率呢.

An aside names no share, no size and nothing to be done, so that nothing a person wants is lost without it.
"""

import re
from typing import Final

from bot.domain.conversation.surroundings import Surroundings
from bot.language.commands import ACCOUNT_COMMANDS
from bot.language.lexicon.cues import Cue
from bot.language.message_reading import MessageReading, read_message
from bot.language.understanding import Understanding

_CLAUSE_END: Final = re.compile(r"[.!?;:,](?=\s|$|[\u3400-\u9fff])|[。！？；：]|\s[-–—]+\s")
_WANTS_SOMETHING: Final = frozenset(
    {
        *(Cue.SYMBOL, Cue.UNSUPPORTED, Cue.SIZE, Cue.PAST_DATE, Cue.BUY, Cue.SELL, Cue.EXIT, Cue.SHORT),
        *(Cue.TRADE, Cue.EVERYTHING, Cue.CHANGE, Cue.RESIZE, Cue.SWITCH, Cue.CONFIRM, Cue.LIMIT, Cue.UNLIMITED),
        *(Cue.WATCH, Cue.OPTION, Cue.CONDITION, Cue.WHAT_IF, Cue.REVIEW, Cue.ANALYSE, Cue.WHY, Cue.OBJECTION),
        *(Cue.SHOULD, Cue.CHOICE),
    }
)
_VERDICTS: Final = frozenset({Cue.ASSENT, Cue.CANCEL, Cue.REFUSAL, Cue.DECLINE, Cue.WAIT})  # while something is pending


def text_behind_aside(body: str, context: Surroundings) -> str:
    """Return the last clause of a message if all before it is an aside; else an empty text.

    Args:
        body: The message, normalised.
        context: What was known before it was read.
    """
    ends = [match.end() for match in _CLAUSE_END.finditer(body) if body[match.end() :].strip()]
    if not ends:
        return ""
    aside, question = body[: ends[-1]], body[ends[-1] :]
    reading = read_message(aside, context, is_command=False)
    wanted = _WANTS_SOMETHING | (_VERDICTS if context.pending else frozenset())
    return "" if _says_something(reading, wanted) else question


def asks_for_facts(understood: Understanding) -> bool:
    """Return whether a message asks for facts alone, which nothing but an answer can follow."""
    is_known = understood.definition or understood.price_moves or understood.comparison
    return bool(is_known) or understood.command in ACCOUNT_COMMANDS


def _says_something(reading: MessageReading, wanted: frozenset[Cue]) -> bool:
    return bool(reading.cues & wanted) or reading.names.has_any or bool(reading.dates.dates)
