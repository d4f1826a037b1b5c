"""Erasure of a person: what is asked for, and how their name, id and words are found in what others keep."""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from functools import cached_property
from hashlib import blake2b
from typing import Any, Final
from uuid import UUID

from bot.domain.ids import TenantId, TurnId

ERASED: Final = "[erased]"  # stands where a person's words or name stood, in every language
REFERENCE_PREFIX: Final = "person:"  # of what stands in ledgers in place of an erased person's id


class Erased(StrEnum):
    """What is counted."""

    MESSAGES = "messages"  # of the person, with what was answered to them
    TALK = "talk"  # said to others in Parley's threads
    MEMORIES = "memories"  # facts of core memory
    EPISODES = "episodes"
    SUMMARIES = "summaries"
    QUOTES = "quotes"  # of the person, or their name, in what was answered to others or said by them
    FILES = "files"  # of knowledge bases of the person's own
    CARDS = "cards"  # pending decisions that were cancelled
    LEDGER = "ledger"  # entries that stay, with a reference


@dataclass(frozen=True, slots=True, kw_only=True)
class ErasureRequest:
    """A request to erase one person in one workspace."""

    id: UUID
    asked_turn: TurnId
    is_own: bool  # the person has asked for it themselves
    person_id: str | None  # the platform's user id; None: erased
    names: tuple[str, ...] = ()  # by which the person is known
    asked_at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class Erasure:
    """A stored request, and how far it has come."""

    request: ErasureRequest
    tenant_id: TenantId
    reference: str  # stands in ledgers from then on
    confirmed_turn: TurnId | None = None
    confirmed_at: datetime | None = None  # what is said later stays
    finished_at: datetime | None = None
    counts: Mapping[str, int] = field(default_factory=dict)


def is_erased_person(person_id: str) -> bool:
    """Return whether this is the reference of an erased person, and no platform's user id."""
    return person_id.startswith(REFERENCE_PREFIX)


_LETTER: Final = r"[^\W\u3400-\u9fff]"  # or a digit, of no Chinese word
_TOKEN: Final = re.compile(rf"[\u3400-\u9fff]|{_LETTER}+(?:['.,]{_LETTER}+)*")
_QUOTED: Final = re.compile(r'“([^”]{1,400})”|"([^"]{1,400})"|「([^」]{1,400})」')
_RUN: Final = 4  # tokens in a row that are taken for a quotation
_WHOLE: Final = 3  # tokens of a text that is taken for a quotation as a whole
_CHINESE_RUN: Final = 7  # a character is a token
_MAX_TEXT: Final = 20_000  # characters of one text
_SHORTEST_NAME: Final = 2  # characters
_STRUCTURE: Final = frozenset({"type"})  # keys of stored documents whose values are names of ours
# Display names that are names of ours, or that a platform has put there: nobody is meant by them.
_NOBODY: Final = frozenset({"parley", "", "?", ERASED.lower(), "someone", "unknown"})


Run = tuple[str, ...]  # words in a row


def fragments(text: str, *, salt: bytes, excluded: Collection[Run] = frozenset()) -> frozenset[int]:
    """Return signed 64-bit digests of the runs of a text that a person has written, without those that quote nobody."""
    return frozenset(_digest(run, salt) for run in runs_of(text) if run not in excluded)


def runs_of(text: str) -> frozenset[Run]:
    """Return every few words in a row of a text; a shorter text as a whole, which only quotation marks give away."""
    tokens = _tokens(text)
    runs = frozenset(_runs(tokens))
    return runs if runs or not tokens else frozenset({("“", *tokens)})


def _tokens(text: str) -> Run:
    return tuple(_TOKEN.findall(text[:_MAX_TEXT].lower()))


def _runs(tokens: Sequence[str]) -> Iterator[Run]:
    for start in range(len(tokens)):
        length = _CHINESE_RUN if "\u3400" <= tokens[start][0] <= "\u9fff" else _RUN
        if start + length <= len(tokens):
            yield tuple(tokens[start : start + length])


def _digest(run: Iterable[str], salt: bytes) -> int:
    return int.from_bytes(blake2b("\0".join(run).encode(), digest_size=8, key=salt).digest(), "big", signed=True)


@dataclass(frozen=True)
class PersonWords:
    """What gives a person away: their id, their names, and what they have written."""

    person_id: str
    names: frozenset[str]
    fragments: frozenset[int]
    salt: bytes

    def names_person(self, text: str) -> bool:
        """Return whether a text holds the person's id or a name of theirs."""
        return self._mention.search(text) is not None

    def quotes_person(self, text: str) -> bool:
        """Return whether a text repeats several words in a row that the person has written."""
        if not self.fragments:
            return False
        quoted = (("“", *_tokens("".join(groups))) for groups in _QUOTED.findall(text[:_MAX_TEXT]))
        tokens = _tokens(text)
        whole = (("“", *tokens),) if len(tokens) >= _WHOLE else ()
        runs = (*_runs(tokens), *quoted, *whole)
        return any(_digest(run, self.salt) in self.fragments for run in runs)

    def gives_away(self, text: str) -> bool:
        """Return whether a text of ours names or quotes the person."""
        return self.names_person(text) or self.quotes_person(text)

    def document_gives_away(self, document: Any) -> bool:  # noqa: ANN401 - JSON
        """Return whether any text in a stored document names or quotes the person."""
        return any(self.gives_away(text) for text in texts_of(document))

    def without_name(self, text: str) -> str:
        """Return what another person wrote, without this one's name and id."""
        return self._mention.sub(ERASED, text)

    def redacted(self, document: Any) -> Any:  # noqa: ANN401 - JSON
        """Return a document in which each text that names or quotes the person is replaced as a whole."""
        if isinstance(document, str):
            return ERASED if self.gives_away(document) else document
        if isinstance(document, Mapping):
            return {k: v if k in _STRUCTURE else self.redacted(v) for k, v in document.items()}
        if isinstance(document, Sequence):
            return [self.redacted(each) for each in document]
        return document

    @cached_property
    def _mention(self) -> re.Pattern[str]:
        """The id anywhere as a word of its own; a name as written, so that "will" is not Will."""
        names = [each for each in self.names if len(each) >= _SHORTEST_NAME and each.lower() not in _NOBODY]
        words = sorted({self.person_id, *names}, key=len, reverse=True)
        # A name is a word of its own at an end that is no Chinese character.
        either = "|".join(
            rf"(?:(?<!{_LETTER})|(?!{_LETTER})){re.escape(each)}(?:(?!{_LETTER})|(?<!{_LETTER}))" for each in words
        )
        return re.compile(rf"<@[!&]?{re.escape(self.person_id)}(?:\|[^>]*)?>|@?(?:{either})")


def texts_of(document: Any) -> Iterator[str]:  # noqa: ANN401 - JSON
    """Yield the texts in a stored document, in order."""
    if isinstance(document, str):
        yield document
    elif isinstance(document, Mapping):
        for key, value in document.items():
            if key not in _STRUCTURE:
                yield from texts_of(value)
    elif isinstance(document, Collection):
        for each in document:
            yield from texts_of(each)
