"""Tables of words and phrases, in files beside this package."""

import re
import tomllib
from collections.abc import Collection, Iterable, Iterator, Mapping
from functools import cache
from importlib.resources import files
from typing import Final, TypeVar

from bot.domain.text.tokens import Phrase, PhraseTable, spellings, tokenise

Lists = Mapping[str, tuple[str, ...]]
Value = TypeVar("Value")

LIGHT: Final = frozenset({"a", "an", "the", "at", "to", "by", "on"})


@cache
def read_lists(name: str, table: str) -> Lists:
    """Return the lists of one table of `data/<name>.toml`. Raises: KeyError: there is none."""
    content = tomllib.loads(files("bot.reading").joinpath("data", f"{name}.toml").read_text(encoding="utf-8"))
    return {each: tuple(phrases) for each, phrases in content[table].items()}


def index_lists(lists: Lists, *, known: Collection[str]) -> dict[Phrase, str]:
    """Return the name of the list of each phrase.

    Raises: ValueError: a list has a name that is not `known`, or a phrase stands in two lists.
    """
    if strays := lists.keys() - set(known):
        msg = f"lists that are unknown: {', '.join(sorted(strays))}"
        raise ValueError(msg)
    found: dict[Phrase, str] = {}
    for name, phrases in lists.items():
        for phrase in phrases:
            for spelling in spellings(phrase):
                if found.setdefault(spelling, name) != name:
                    msg = f'"{phrase}" stands in {found[spelling]} and {name}'
                    raise ValueError(msg)
    return found


@cache
def phrase_table(name: str, table: str) -> PhraseTable[str]:
    """Return the phrases of one table of a file, each with the name of its list."""
    lists = read_lists(name, table)
    return PhraseTable(index_lists(lists, known=lists.keys()))


@cache
def phrase_list(name: str, table: str, list_name: str) -> PhraseTable[str]:
    """Return the phrases of one list of a file."""
    return PhraseTable({key: list_name for phrase in read_lists(name, table)[list_name] for key in spellings(phrase)})


def words_of(text: str) -> list[str]:
    """Return the words of a text, in lower case."""
    return [token.text for token in tokenise(text.lower())]


def starts_with(text: str, name: str, table: str, list_name: str) -> bool:
    """Return whether a text starts with a phrase of a list of a file."""
    return phrase_list(name, table, list_name).longest_match(words_of(text), 0) is not None


def ends_with(text: str, name: str, table: str, list_name: str, *, light: Collection[str] = LIGHT) -> bool:
    """Return whether a text ends with a phrase of a list of a file, but for `light` words behind it."""
    words = words_of(text)
    while words and words[-1] in light:
        words.pop()
    phrases = phrase_list(name, table, list_name)
    return any(at + size == len(words) for at in range(len(words)) for _, size in phrases.matches(words, at))


def find_phrases(text: str, phrases: PhraseTable[Value]) -> Iterator[tuple[Value, int, int]]:
    """Yield what the phrases that a text holds stand for, each with where its words begin and end."""
    tokens = tokenise(text)
    for value, first, behind in phrases.find_all([each.text for each in tokens]):
        yield value, tokens[first].start, tokens[behind - 1].end


def lists_in(text: str, name: str, table: str) -> frozenset[str]:
    """Return the names of the lists of a table of which a text holds a phrase, where the longest phrase counts."""
    return frozenset(each for each, *_ in phrase_table(name, table).find_all(words_of(text)))


def either(phrases: Iterable[str], *, stands_alone: bool = False) -> str:
    """Return a pattern for one of the phrases, longest first; one that `stands_alone` is no part of a Latin word."""
    ordered = sorted(phrases, key=len, reverse=True)
    return "|".join(map(_alone if stands_alone else re.escape, ordered))


def either_phrase(phrases: Iterable[str]) -> str:
    """Return a pattern for one of the phrases, longest first, that no Latin word goes on with.

    Its words may be parted by any sign or by none: "risk appetite", "risk_appetite", "timezone".
    """
    ordered = sorted(phrases, key=len, reverse=True)
    return "|".join(
        re.escape(each).replace(r"\ ", r"[\s_-]*") + (r"(?![a-z0-9'])" if each.isascii() else "") for each in ordered
    )


def _alone(phrase: str) -> str:
    before = "(?<![a-z])" if phrase[0].isascii() and phrase[0].isalpha() else ""
    behind = "(?![a-z])" if phrase[-1].isascii() and phrase[-1].isalpha() else ""
    return f"{before}{re.escape(phrase)}{behind}"
