"""Tell whether a message quotes, forwards or reports somebody else's words, or code: "FWD from Jane: sell all GOOG"."""

import re
from collections.abc import Iterable
from functools import cache
from typing import Final

from bot.domain.conversation.problems import Problem
from bot.domain.conversation.surroundings import Surroundings
from bot.language.lexicon.cues import Cue
from bot.language.limits.clauses import limit_items
from bot.language.limits.reading import read_limits
from bot.language.message_reading import read_message
from bot.language.phrase_files import LANGUAGE_FOLDERS, read_phrases

_LISTS: Final = ("header", "report", "saying", "authority")
_QUOTED_LINE: Final = re.compile(r"^\s*>(?!\s*=?\s*[\d$])|^\s*from: \S|`", re.MULTILINE)  # or code; not "> 500"
_ACTS: Final = frozenset({Cue.BUY, Cue.SELL, Cue.EXIT, Cue.SHORT, Cue.CONFIRM, Cue.CANCEL})
_CHANGES: Final = frozenset({Cue.CHANGE, Cue.RESIZE, Cue.SWITCH})


@cache
def quotation_patterns() -> tuple[re.Pattern[str], re.Pattern[str]]:
    """Return the patterns of what is quoted, and of what is reported (`data/*/quoted_orders.toml`)."""
    lists = read_phrases("quoted_orders", {"quoted_orders": _LISTS}, folders=LANGUAGE_FOLDERS)["quoted_orders"]
    quoted = rf"{_either(lists['header'])}|(?<!我)(?<!\bi )(?:{_either(lists['saying'])}) ?[:,]? ?(?:[:\"“]|\n)"
    latin, han = ([word for word in lists["report"] if word.isascii() is is_latin] for is_latin in (True, False))
    objects = "(?:me|us|everyone|everybody|the team|the desk)"
    reported = (
        rf"(?:{_either(latin)}) {objects} (?:to|that|we should|i should)\b|(?:{_either(han)})(?!看|想|查|算|知道)"
        rf"|(?:{_either(lists['authority'])}|[老小阿][\u4e00-\u9fff]) ?(?:{_either(lists['saying'])})(?![a-z])"
    )
    return re.compile(quoted), re.compile(reported)


def _either(words: Iterable[str]) -> str:
    ordered = sorted(words, key=len, reverse=True)
    return "|".join(rf"(?<![a-z]){re.escape(word)}(?![a-z])" if word.isascii() else re.escape(word) for word in ordered)


def find_quotation(text: str, body: str, context: Surroundings) -> Problem | None:
    """Return what of somebody else's words is not acted on: an order, a verdict or a size, or else a limit.

    Args:
        text: As typed, with its line breaks.
        body: The same, normalised.
        context: What is known before the message is read.
    """
    lowered = text.lower().replace("：", ":")
    quoted, reported = quotation_patterns()
    is_quoted = quoted.search(lowered) is not None or _QUOTED_LINE.search(lowered) is not None
    if not is_quoted and reported.search(lowered) is None:
        return None
    reading = read_message(body, context, is_command=False)
    if reading.is_question and not is_quoted:
        return None
    if reading.cues & _ACTS or {Cue.WANT, Cue.SIZE} <= reading.cues:
        return Problem.ORDER_QUOTED
    is_limit = Cue.LIMIT in reading.cues or read_limits(body, limit_items(body, reading.chunks)) is not None
    if is_limit:
        return Problem.LIMIT_QUOTED
    is_change = Cue.SIZE in reading.cues and bool(reading.cues & _CHANGES)
    return Problem.ORDER_QUOTED if is_change else None
