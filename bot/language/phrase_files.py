"""Phrases in both languages, from the TOML files in `data`: one file per language and topic.

`data/common` holds what belongs to no language: signs and tickers.
"""

from collections.abc import Collection, Iterator, Mapping
from importlib.resources import files
from typing import Final

from bot.domain.text.normalise import normalise
from bot.domain.text.tokens import spellings
from bot.domain.text.word_lists import WordLists, read_word_lists

_FOLDERS: Final = ("common", "en", "zh")


def read_phrases(topic: str, **tables: Collection[str]) -> Mapping[str, WordLists]:
    """Return the lists of a topic by table and name, each with its phrases of all languages.

    Args:
        topic: The name of the files, without ".toml"; a language may have none.
        tables: The tables of these files, and the names of the lists in each.

    Raises: ValueError: a file has a mistake (see `read_word_lists`) or an unknown list, a phrase is in the files of two
        languages, or a list has no phrase at all. The message names the file or topic, and the list.
    """
    parts = tuple(_read_file(folder, topic) for folder in _FOLDERS)
    for folder, part in zip(_FOLDERS, parts, strict=True):
        for table, lists in part.items():
            for name in lists.keys() - set(tables.get(table, ())):
                msg = f"data/{folder}/{topic}.toml: [{table}] {name} is unknown"
                raise ValueError(msg)
    return {
        table: {name: tuple(_joined(parts, topic, table, name)) for name in names} for table, names in tables.items()
    }


def index_phrases(lists: WordLists) -> Mapping[tuple[str, ...], str]:
    """Return the name of its list for every spelling of every phrase.

    Raises: ValueError: a phrase is in two lists.
    """
    found: dict[tuple[str, ...], str] = {}
    for name, phrases in lists.items():
        for phrase in phrases:
            for spelling in spellings(phrase):
                if found.setdefault(spelling, name) != name:
                    msg = f'"{phrase}" is both in {found[spelling]} and in {name}'
                    raise ValueError(msg)
    return found


def _read_file(folder: str, topic: str) -> Mapping[str, WordLists]:
    file = files(__package__) / "data" / folder / f"{topic}.toml"
    return read_word_lists(file, normal=_normal) if file.is_file() else {}


def _normal(phrase: str) -> str:
    return normalise(phrase).lower()


def _joined(parts: Collection[Mapping[str, WordLists]], topic: str, table: str, name: str) -> Iterator[str]:
    seen: set[str] = set()
    for part in parts:
        for phrase in part.get(table, {}).get(name, ()):
            if phrase in seen:
                msg = f'{topic}.toml: [{table}] {name}: "{phrase}" is in the files of two languages'
                raise ValueError(msg)
            seen.add(phrase)
            yield phrase
    if not seen:
        msg = f"{topic}.toml: [{table}] {name} has no phrase in any language"
        raise ValueError(msg)
