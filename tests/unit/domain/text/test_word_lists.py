"""The lists of words beside the modules of the domain."""

from pathlib import Path

import pytest

import bot.domain
from bot.domain.text.normalise import normalise
from bot.domain.text.tokens import read_word_lists

FILES = sorted(Path(bot.domain.__path__[0]).rglob("*.toml"))


@pytest.mark.parametrize("file", FILES, ids=[each.name for each in FILES])
def test_entries_stand_once_and_as_they_are_compared(file: Path) -> None:
    package = ".".join(file.relative_to(Path(bot.domain.__path__[0]).parents[1]).parts[:-1])
    for table, lists in read_word_lists(package, file.name).items():
        for name, entries in lists.items():
            assert len(set(entries)) == len(entries) > 0, (table, name)
            if table != "case_sensitive" and file.name != "host_endings.toml":
                assert [normalise(each).casefold() for each in entries] == entries, (table, name)
