"""Removes control characters and invisible characters from text."""

import re
import unicodedata
from typing import Final

_EMOJI: Final = "[\u00a9\u00ae\u2190-\u2bff\u3030\u303d\u3297\u3299\U0001f000-\U0001faff]\ufe0f?"
_INVISIBLE: Final = (
    "[\x00-\x08\x0e-\x1f\x7f-\x84\x86-\x9f"  # control characters except white space
    "\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164"
    "\ufe00-\ufe0f\ufeff\uffa0\ufff9-\ufffb\U0001d173-\U0001d17a\U000e0000-\U000e0fff]"
)
_EMOJI_OR_INVISIBLE: Final = re.compile(f"({_EMOJI}(?:\u200d{_EMOJI})*)|{_INVISIBLE}")


def strip_zero_width(text: str) -> str:
    """Return `text` without control and zero-width characters, except those that join an emoji."""
    return _EMOJI_OR_INVISIBLE.sub(lambda match: match[1] or "", text)


def without_line_ends(text: str) -> str:
    """Return `text` on one line, whichever of Unicode's line ends it has, with one space for white space in a row."""
    return " ".join(text.split())


def single_line(text: str, *, limit: int) -> str:
    """Return `text` on one line, without control and invisible characters, cut to `limit` characters."""
    begun = text[: limit * 4]
    visible = begun if begun.isprintable() else "".join(map(_visible_character, begun))
    line = without_line_ends(visible)
    return line if len(line) <= limit else line[: limit - 1].rstrip() + "…"


def _visible_character(character: str) -> str:
    kind = unicodedata.category(character)
    if kind[0] == "Z" or character in "\t\n\r":
        return " "
    return "" if kind[0] == "C" else character  # control, format (text direction), surrogates, unassigned
