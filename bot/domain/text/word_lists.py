"""Read lists of words and phrases from TOML files, and refuse a file that is missing or has a mistake in it."""

import tomllib
from collections.abc import Callable, Collection, Mapping, Sequence
from importlib.resources.abc import Traversable

WordLists = Mapping[str, tuple[str, ...]]  # by the name of the list


def read_word_lists(
    file: Traversable, *, tables: Mapping[str, Collection[str]], normal: Callable[[str], str]
) -> Mapping[str, WordLists]:
    """Return the lists of a file, by table and name.

    Args:
        file: A TOML file of tables; every value in a table is a list of words or phrases.
        tables: The tables that the file may have, and the lists that may be in each.
        normal: Returns a text in the form in which texts are compared with the entries. An entry that this function
            changes would never be found.

    Raises: ValueError: the file is missing or no TOML, a list is unknown or empty, or an entry is no text, empty,
        repeated in its list or not in normal form. The message names the file, the list and the entry.
    """
    try:
        content = tomllib.loads(file.read_text(encoding="utf-8"))
    except FileNotFoundError as error:
        msg = f"{file} is missing"
        raise ValueError(msg) from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        msg = f"{file}: {error}"
        raise ValueError(msg) from error
    return {
        table: {
            name: _entries(f"{file}: [{table}] {name}", entries, normal)
            for name, entries in _known(f"{file}: [{table}]", lists, tables.get(table, ())).items()
        }
        for table, lists in content.items()
    }


def require_lists(
    lists: Mapping[str, WordLists], tables: Mapping[str, Collection[str]], *, source: str
) -> Mapping[str, WordLists]:
    """Return `lists`, if they have every list of `tables`.

    Raises: ValueError: a list is missing or empty. The message names `source`, the file or files they were read from.
    """
    for table, names in tables.items():
        if missing := [name for name in names if not lists.get(table, {}).get(name)]:
            msg = f"{source}: [{table}] has no list {', '.join(sorted(missing))}"
            raise ValueError(msg)
    return lists


def _known(place: str, lists: object, names: Collection[str]) -> Mapping[str, object]:
    if not isinstance(lists, dict):
        msg = f"{place} is no table"
        raise ValueError(msg)  # noqa: TRY004 - what is wrong is the file
    if strays := lists.keys() - set(names):
        msg = f"{place} has lists that are unknown: {', '.join(sorted(strays))}"
        raise ValueError(msg)
    return lists


def _entries(place: str, entries: object, normal: Callable[[str], str]) -> tuple[str, ...]:
    if not isinstance(entries, list) or not entries or not all(isinstance(entry, str) for entry in entries):
        msg = f"{place} is no list of texts, or an empty one"
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
