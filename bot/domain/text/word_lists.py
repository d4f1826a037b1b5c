"""Read lists of words and phrases from TOML files, and refuse a file that has a mistake in it."""

import tomllib
from collections.abc import Callable, Mapping, Sequence
from importlib.resources.abc import Traversable

WordLists = Mapping[str, tuple[str, ...]]  # by the name of the list


def read_word_lists(file: Traversable, *, normal: Callable[[str], str]) -> Mapping[str, WordLists]:
    """Return the lists of a file, by table and name.

    Args:
        file: A TOML file of tables; every value in a table is a list of words or phrases.
        normal: Returns a text in the form in which texts are compared with the entries. An entry that this function
            changes would never be found.

    Raises: ValueError: the file is no TOML, a value is no list, or an entry is empty, repeated in its list or not in
        normal form. The message names the file, the list and the entry.
    """
    try:
        tables = tomllib.loads(file.read_text(encoding="utf-8"))
    except tomllib.TOMLDecodeError as error:
        msg = f"{file}: {error}"
        raise ValueError(msg) from error
    return {table: _lists(f"{file}: [{table}]", lists, normal) for table, lists in tables.items()}


def _lists(place: str, lists: object, normal: Callable[[str], str]) -> WordLists:
    if not isinstance(lists, dict):
        msg = f"{place} is no table"
        raise ValueError(msg)  # noqa: TRY004 - what is wrong is the file
    return {name: _entries(f"{place} {name}", entries, normal) for name, entries in lists.items()}


def _entries(place: str, entries: object, normal: Callable[[str], str]) -> tuple[str, ...]:
    if not isinstance(entries, list) or not all(isinstance(entry, str) for entry in entries):
        msg = f"{place} is no list of texts"
        raise ValueError(msg)
    if (mistake := _mistake(entries, normal)) is not None:
        msg = f"{place}: {mistake}"
        raise ValueError(msg)
    return tuple(entries)


def _mistake(entries: Sequence[str], normal: Callable[[str], str]) -> str | None:
    seen: set[str] = set()
    for entry in entries:
        if not entry.strip():
            return "an entry is empty"
        if entry in seen:
            return f'"{entry}" is there twice'
        if (written := normal(entry)) != entry:
            return f'"{entry}" has to be written "{written}"'
        seen.add(entry)
    return None
