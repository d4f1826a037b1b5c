"""Tell whether a message quotes, forwards or reports somebody else's words: "FWD from Jane: sell all GOOG", 转发…."""

import re
from collections.abc import Iterable
from functools import cache
from typing import Final

from bot.language.lexicon.cues import Cue
from bot.language.message_reading import ReadingContext, read_message
from bot.language.phrase_files import LANGUAGE_FOLDERS, read_phrases

_LISTS: Final = ("header", "report", "saying")
_QUOTED_LINE: Final = re.compile(r"^\s*>(?!\s*=?\s*[\d$])|^\s*from: \S", re.MULTILINE)  # not "> 500"
_ACTS: Final = frozenset({Cue.BUY, Cue.SELL, Cue.EXIT, Cue.SHORT, Cue.CONFIRM, Cue.CANCEL})


@cache
def quotation_patterns() -> tuple[re.Pattern[str], re.Pattern[str]]:
    """Return the patterns of what is quoted, and of what is reported (`data/*/quoted_orders.toml`)."""
    lists = read_phrases("quoted_orders", {"quoted_orders": _LISTS}, folders=LANGUAGE_FOLDERS)["quoted_orders"]
    quoted = rf"{_either(lists['header'])}|(?:{_either(lists['saying'])}) ?[:,]? ?(?:[:\"“]|\n)"
    latin, han = ([word for word in lists["report"] if word.isascii() is is_latin] for is_latin in (True, False))
    objects = "(?:me|us|everyone|everybody|the team|the desk)"
    reported = (
        rf"(?:{_either(latin)}) {objects} (?:to|that|we should|i should)\b|(?:{_either(han)})(?!看|想|查|算|知道)"
    )
    return re.compile(quoted), re.compile(reported)


def _either(words: Iterable[str]) -> str:
    ordered = sorted(words, key=len, reverse=True)
    return "|".join(rf"(?<![a-z]){re.escape(word)}(?![a-z])" if word.isascii() else re.escape(word) for word in ordered)


def quotes_order(text: str, body: str, context: ReadingContext) -> bool:
    """Return whether a trade, a confirmation or a cancellation is somebody else's words.

    Args:
        text: As typed, with its line breaks.
        body: The same, normalised.
        context: What is known before the message is read.
    """
    lowered = text.lower().replace("：", ":")
    quoted, reported = quotation_patterns()
    is_quoted = quoted.search(lowered) is not None or _QUOTED_LINE.search(lowered) is not None
    if not is_quoted and reported.search(lowered) is None:
        return False
    reading = read_message(body, context, is_command=False)
    is_act = bool(reading.cues & _ACTS) or {Cue.WANT, Cue.SIZE} <= reading.cues
    return is_act and (is_quoted or not reading.is_question)
