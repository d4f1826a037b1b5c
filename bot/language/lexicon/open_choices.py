"""Recognise a trade in a share that nobody names: "should I buy something?", 要不要买点什么.

What stands for any share is never the share that is talked of.
"""

import re
from collections.abc import Set as AbstractSet
from functools import cache
from typing import Final

from bot.language.lexicon.cues import Cue
from bot.language.phrase_files import LANGUAGE_FOLDERS, read_phrases

_LISTS: Final = ("verbs", "before", "objects", "after")
_NOT_THOUGHT_OF: Final = frozenset(
    {Cue.PAST, Cue.NEGATED_TRADE, Cue.WAIT, Cue.CONDITION, Cue.THIRD_PARTY, Cue.WHY, Cue.AVOID}
)
_SIZE: Final = r"\$? ?\d[\d,.]* ?k?"


@cache
def open_choice_pattern() -> re.Pattern[str]:
    """Return the pattern of a verb, an object and what may stand around it (`data/*/open_choices.toml`)."""
    words = read_phrases("open_choices", {"open_choices": _LISTS}, folders=LANGUAGE_FOLDERS)["open_choices"]
    one = {name: "|".join(map(_word, sorted(phrases, key=len, reverse=True))) for name, phrases in words.items()}
    # Possessive, and bounded: the time is linear, whatever the text.
    return re.compile(
        rf"(?:{one['verbs']})\s*+(?:(?:{one['before']}|{_SIZE})\s*+){{0,3}}?(?:{one['objects']})"
        rf"(?:[\s.,!?。！？，]|{one['after']}|{_SIZE})*+$"
    )


def leaves_share_open(text: str, cues: AbstractSet[Cue]) -> bool:
    """Return whether a message that names no share thinks of a trade, and leaves open in which one.

    Args:
        text: Normalised, in lower case, without its dates.
        cues: Those that the message's phrases show.
    """
    return not _NOT_THOUGHT_OF & cues and open_choice_pattern().search(text) is not None


def _word(phrase: str) -> str:
    return rf"(?<![a-z]){re.escape(phrase)}(?![a-z])" if phrase[0].isascii() else re.escape(phrase)
