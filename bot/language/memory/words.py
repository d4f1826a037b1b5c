"""The words of requests to core memory, as patterns: `data/*/memory.toml` explains the lists."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Final

from bot.domain.memory.core_memory import MemoryScope, MemorySection
from bot.language.phrase_files import LANGUAGE_FOLDERS, read_phrases

_REQUESTS: Final = (
    *("lead", "asks", "store", "store_marked", "team", "channel", "person", "later", "previous", "afterwards"),
    *("forget", "erase", "kept", "said", "whole", "cancels", "remind", "task", "manner", "recalls", "past", "show"),
    *("resolution", "show_about", "asked", "asked_section", "undo", "unquoted"),
)
_SECTIONS: Final = (  # in the order in which they are looked for
    *("language", "risk_appetite", "horizon", "hard", "holdings", "current_intent", "preferences", "persona"),
)
_SUBJECTS: Final = ("team", "ours", "mine")
_TABLES: Final = {"requests": _REQUESTS, "sections": _SECTIONS, "subjects": _SUBJECTS}
_SCOPES: Final = {"team": MemoryScope.TEAM, "channel": MemoryScope.CHANNEL, "person": MemoryScope.PERSON}


@dataclass(frozen=True, slots=True)
class MemoryWords:
    """Patterns of the lists, for text in small letters."""

    requests: Mapping[str, str]  # each list as an alternative of its phrases, longest first
    sections: Mapping[str, re.Pattern[str]]
    subjects: Mapping[str, re.Pattern[str]]
    addressees: Mapping[MemoryScope, re.Pattern[str]]


def says_anything(text: str) -> bool:
    """Return whether a statement has a word or a figure in it, and not only signs."""
    return any(map(str.isalnum, text))


@cache
def memory_words() -> MemoryWords:
    """Return the words of requests to core memory."""
    lists = read_phrases("memory", _TABLES, folders=LANGUAGE_FOLDERS)
    requests = {name: _either(phrases) for name, phrases in lists["requests"].items()}
    return MemoryWords(
        requests=requests,
        sections={name: re.compile(_either(lists["sections"][name])) for name in _SECTIONS},
        subjects={name: re.compile(_either(lists["subjects"][name])) for name in _SUBJECTS},
        addressees={scope: re.compile(requests[name]) for name, scope in _SCOPES.items()},
    )


def _either(phrases: Iterable[str]) -> str:
    ordered = sorted(phrases, key=len, reverse=True)
    return "(?:" + "|".join(_whole(phrase) for phrase in ordered) + ")"


def _whole(phrase: str) -> str:
    """Return a pattern for a phrase as whole words; apostrophes may be left out; Chinese is found anywhere."""
    pattern = re.escape(phrase).replace(r"\ ", r"\s+").replace("'", "'?")
    return rf"(?<![a-z'-]){pattern}(?![a-z'-])" if phrase.isascii() else pattern


SECTION_LISTS: Final[Mapping[str, MemorySection]] = {
    "language": MemorySection.LANGUAGE,
    "risk_appetite": MemorySection.RISK_APPETITE,
    "horizon": MemorySection.HORIZON,
    "hard": MemorySection.PREFERENCES,
    "holdings": MemorySection.HOLDINGS,
    "current_intent": MemorySection.CURRENT_INTENT,
    "preferences": MemorySection.PREFERENCES,
}
