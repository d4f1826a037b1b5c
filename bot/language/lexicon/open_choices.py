"""Recognise a trade in a share that nobody names: "should I buy something?", 要不要买点什么.

What stands for any share is never the share that is talked of.
"""

import re
from collections.abc import Set as AbstractSet
from functools import cache
from typing import Final

from bot.language.lexicon.cues import Cue
from bot.language.phrase_files import LANGUAGE_FOLDERS, read_phrases

_LISTS: Final = ("verbs", "before", "objects", "links", "after")
_NOT_THOUGHT_OF: Final = frozenset({Cue.WHY, Cue.AVOID, Cue.THIRD_PARTY, Cue.NEGATED_TRADE})
_NOT_ASKED: Final = frozenset({Cue.PAST, Cue.NOT, Cue.REFUSAL, Cue.WAIT, Cue.CONDITION})  # beside no "should I"
_SIZE: Final = r"\$? ?\d[\d,.]* ?k?"


@cache
def open_choice_pattern() -> re.Pattern[str]:
    """Return the pattern of a verb, an object and what may stand around it (`data/*/open_choices.toml`)."""
    words = read_phrases("open_choices", {"open_choices": _LISTS}, folders=LANGUAGE_FOLDERS)["open_choices"]
    one = {name: "|".join(map(_word, sorted(phrases, key=len, reverse=True))) for name, phrases in words.items()}
    # Possessive, and bounded: the time is linear, whatever the text.
    named_last = rf"(?:{one['verbs']})\s*+(?:(?:{one['before']}|{_SIZE})\s*+){{0,3}}?(?:{one['objects']})"
    named_first = rf"(?:{one['objects']}) (?:{one['links']}) (?:{one['verbs']})"
    return re.compile(rf"(?:{named_last}|{named_first})(?:[\s.,!?。！？，]|{one['after']}|{_SIZE})*+$")


def leaves_share_open(text: str, cues: AbstractSet[Cue]) -> bool:
    """Return whether a message that names no share thinks of a trade, and leaves open in which one.

    Args:
        text: Normalised, in lower case, without its dates.
        cues: Those that the message's phrases show.
    """
    is_thought_of = not _NOT_THOUGHT_OF & cues and (Cue.SHOULD in cues or not _NOT_ASKED & cues)
    return is_thought_of and open_choice_pattern().search(text) is not None


def _word(phrase: str) -> str:
    return rf"(?<![a-z]){re.escape(phrase)}(?![a-z])" if phrase[0].isascii() else re.escape(phrase)
