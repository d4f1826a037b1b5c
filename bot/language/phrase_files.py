"""Read phrases in both languages from the TOML files in `data`: one file per language and topic.

`data/common` holds what belongs to no language: signs and tickers.
"""

import re
from collections.abc import Collection, Iterable, Mapping
from importlib.resources import files
from itertools import chain
from typing import Final

from bot.domain.text.normalise import normalise
from bot.domain.text.tokens import Phrase, spellings
from bot.domain.text.word_lists import WordLists, read_word_lists, require_lists

LANGUAGE_FOLDERS: Final = ("en", "zh")
ALL_FOLDERS: Final = ("common", *LANGUAGE_FOLDERS)


def read_phrases(
    topic: str,
    tables: Mapping[str, Collection[str]],
    *,
    folders: Collection[str] = ALL_FOLDERS,
    needs_every_list: bool = True,
) -> Mapping[str, WordLists]:
    """Return the lists of a topic by table and name, in the files' order, each with its phrases of all languages.

    Args:
        topic: The name of the files, without ".toml".
        tables: The tables of these files, and the names of the lists in each.
        folders: The folders of `data` that have a file of this topic.
        needs_every_list: Whether every list has to be in at least one of the files. If not, a list that no file has is
            empty, and only every table has to be there.

    Raises: ValueError: a file is missing or has a mistake (see `read_word_lists`), no file has a list, or a phrase is
        in the same list in two files. The message names the file or topic, the list and the phrase.
    """
    contents = [_read_file(folder, topic, tables) for folder in folders]
    joined = {
        table: _joined([lists.get(table, {}) for lists in contents], place=f"{topic}.toml: [{table}]")
        for table in tables
    }
    source = f"{topic}.toml in {', '.join(folders)}"
    if needs_every_list:
        return require_lists(joined, tables, source=source)
    if absent := [table for table in tables if not joined[table]]:
        msg = f"{source}: there is no table [{absent[0]}]"
        raise ValueError(msg)
    return {
        table: {**joined[table], **{name: () for name in names if name not in joined[table]}}
        for table, names in tables.items()
    }


def either(phrases: Iterable[str]) -> str:
    """Return a pattern for one of the phrases, longest first, within words too; for none, one that matches nothing."""
    return "|".join(re.escape(each) for each in sorted(phrases, key=len, reverse=True)) or r"(?!)"


def index_phrases(lists: WordLists) -> Mapping[Phrase, str]:
    """Return the name of its list for every spelling of every phrase.

    Raises: ValueError: a phrase is in two lists.
    """
    found: dict[Phrase, str] = {}
    for name, phrases in lists.items():
        for spelling in chain.from_iterable(map(spellings, phrases)):
            if found.setdefault(spelling, name) != name:
                msg = f'"{" ".join(spelling)}" is both in {found[spelling]} and in {name}'
                raise ValueError(msg)
    return found


def _read_file(folder: str, topic: str, tables: Mapping[str, Collection[str]]) -> Mapping[str, WordLists]:
    file = files(__package__) / "data" / folder / f"{topic}.toml"
    return read_word_lists(file, tables=tables, normal=_normal)


def _normal(phrase: str) -> str:
    return normalise(phrase).lower()


def _joined(parts: Collection[WordLists], *, place: str) -> WordLists:
    found: dict[str, tuple[str, ...]] = dict.fromkeys(chain.from_iterable(parts), ())
    for part in parts:
        for name, phrases in part.items():
            if twice := set(phrases) & set(found[name]):
                msg = f'{place} {name}: "{min(twice)}" is in two files'
                raise ValueError(msg)
            found[name] += phrases
    return found
