"""Recognise a message that does nothing but halve what was proposed: "make it half", 改成一半."""

import re
from collections.abc import Collection
from functools import cache
from typing import Final

from bot.domain.text.mentions import without_mention
from bot.domain.text.normalise import normalise
from bot.language.phrase_files import LANGUAGE_FOLDERS, read_phrases

_MAX_LENGTH: Final = 60  # characters; a longer message says something else too
_ENGLISH: Final = (
    *("polite", "halve", "change", "reduce", "object", "down", "to", "only", "half", "of", "extent", "in"),
    "alone",
)
_CHINESE: Final = ("polite", "take", "object", "change", "of", "half", "halve", "particles")


@cache
def halving_pattern() -> re.Pattern[str]:
    """Return the pattern of a whole message that only halves (`data/*/halving.toml`, which explains the lists)."""
    lists = read_phrases("halving", {"english": _ENGLISH, "chinese": _CHINESE}, folders=LANGUAGE_FOLDERS)
    en, zh = ({name: _either(words) for name, words in lists[table].items()} for table in ("english", "chinese"))
    english = (
        rf"{en['halve']} {en['object']}"
        rf"|{en['change']} {en['object']} (?:{en['down']} )?(?:{en['to']} )?(?:{en['only']} )?{en['half']}"
        rf"(?: (?:{en['of']} )?{en['extent']})?"
        rf"|{en['reduce']} {en['object']} {en['in']} {en['half']}"
        rf"|{en['alone']}"
    )
    chinese = rf"{zh['polite']}?{zh['take']}?{zh['object']}?(?:{zh['change']}{zh['of']}?{zh['half']}|{zh['halve']})"
    return re.compile(
        rf"(?:{en['polite']}[ ,]*)?(?:{english}|{chinese})(?:[ ,]*{en['polite']})?(?:{zh['particles']}|[ .!。！])*"
    )


def _either(words: Collection[str]) -> str:
    return f"(?:{'|'.join(map(re.escape, words))})"


def is_halving(text: str) -> bool:
    """Return whether `text`, as typed, asks to halve something and says nothing else; what it is, the caller knows."""
    plain = without_mention(normalise(text[: 4 * _MAX_LENGTH])).lower()
    return len(text) <= 4 * _MAX_LENGTH and len(plain) <= _MAX_LENGTH and halving_pattern().fullmatch(plain) is not None
