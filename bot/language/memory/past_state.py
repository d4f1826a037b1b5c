"""Recognise questions about what core memory held: "in March, what was my risk appetite?", 去年春天我的期限是多久."""

import re
from dataclasses import replace
from datetime import UTC, date, datetime, time
from functools import cache
from typing import Final

from bot.domain.memory.core_memory import MemorySection
from bot.domain.memory.memory_requests import MemoryAct, MemoryRequest
from bot.language.memory.requests import find_memory_request
from bot.language.phrase_files import LANGUAGE_FOLDERS, read_phrases
from bot.reading.times.time_expressions import find_time_expression

_PRESENT: Final = {"was": "is", "were": "are", "did": "do", "had": "have"}
_PAST: Final = re.compile(rf"\b(?:{'|'.join(_PRESENT)})\b")
_ENDS: Final = " ,，.。:：;；!?？"


@cache
def left_over_pattern() -> re.Pattern[str]:
    """Return the pattern of words that a time leaves behind (`data/*/past_state.toml`)."""
    words = read_phrases("past_state", {"past_state": ("left_over",)}, folders=LANGUAGE_FOLDERS)["past_state"]
    phrases = sorted(words["left_over"], key=len, reverse=True)
    either = "|".join(rf"\b{re.escape(each)}\b" if each.isascii() else re.escape(each) for each in phrases)
    ends = re.escape(_ENDS)
    return re.compile(rf"^(?:[{ends}]*(?:{either}))+|(?:(?:{either})[{ends}]*)+$")


def find_past_state(text: str, *, today: date) -> MemoryRequest | None:
    """Return that what core memory held at a time is to be shown; None: a message asks something else.

    Args:
        text: Normalised, without a mention of the bot.
        today: For relative times.
    """
    named = find_time_expression(text, now=datetime.combine(today, time(12), UTC), zone=UTC)
    if named is None:
        return None
    question = left_over_pattern().sub("", named.rest.strip(_ENDS)).strip(_ENDS)
    present = _PAST.sub(lambda match: _PRESENT[match[0]], question)
    asked = find_memory_request(f"{present}?")
    if asked is None or asked.act is not MemoryAct.SHOW or not asked.is_explicit:
        return None
    section = None if asked.section is MemorySection.NOTES else asked.section  # "my preferences": any statement
    return replace(asked, act=MemoryAct.AS_OF, text=text, section=section)
