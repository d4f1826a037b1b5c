"""Recognise requests to erase a person: "/forget me", "/forget @bob", "delete all my data", 删除我的所有数据."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from typing import Final

from bot.reading.word_tables import read_lists

_SIGNS: Final = r"[\s,，.:：!！。、]*"
_MAX_LENGTH: Final = 120  # characters
_MAX_NAME: Final = 100
_MENTION: Final = re.compile(r"^<@[!&]?(?P<id>[^|>]+)(?:\|(?P<name>[^>]*))?>$")


@dataclass(frozen=True, slots=True)
class ErasurePatterns:
    """Patterns of whole messages, and of what stands behind the command."""

    message: re.Pattern[str]
    me: re.Pattern[str]


@dataclass(frozen=True, slots=True)
class NamedPerson:
    """Whom "/forget" names: the person themselves, or another one by id or name; nobody if it names none."""

    is_own: bool = False
    name: str = ""


@cache
def erasure_patterns() -> ErasurePatterns:
    """Return the patterns of requests for erasure (`data/erasure.toml`)."""
    either = {name: _either(phrases) for name, phrases in read_lists("erasure", "requests").items()}
    lead, tail = rf"(?>{either['lead']}{_SIGNS})*", rf"(?>{_SIGNS}{either['tail']})*{_SIGNS}"
    deleted = rf"{either['verbs']}{_SIGNS}{either['own']}"
    return ErasurePatterns(
        message=re.compile(rf"{_SIGNS}{lead}(?:{deleted}|{either['whole']}){tail}[?？]?\s*", re.IGNORECASE),
        me=re.compile(rf"{lead}{either['me']}{tail}", re.IGNORECASE),
    )


def asks_for_erasure(text: str) -> bool:
    """Return whether a whole message asks to erase its author; a question about it, or a part of a message, does not.

    Args:
        text: Normalised, without a mention of the bot.
    """
    return len(text) <= _MAX_LENGTH and erasure_patterns().message.fullmatch(text.strip()) is not None


def read_forget_command(rest: str) -> NamedPerson:
    """Return whom the text behind "/forget" names."""
    rest = rest.strip()
    if (mention := _MENTION.match(rest)) is not None:
        return NamedPerson(name=mention["id"])
    if erasure_patterns().me.fullmatch(rest):
        return NamedPerson(is_own=True)
    return NamedPerson(name=rest.removeprefix("@").strip(" ,.。，")[:_MAX_NAME])


def _either(phrases: Iterable[str]) -> str:
    ordered = sorted(phrases, key=len, reverse=True)
    return "(?:" + "|".join(_whole(phrase) for phrase in ordered) + ")"


def _whole(phrase: str) -> str:
    pattern = re.escape(phrase).replace(r"\ ", r"\s+").replace("'", "['’]?")
    return rf"(?<![a-z'-]){pattern}(?![a-z'-])" if phrase.isascii() else pattern
