"""Words and phrases in TOML files beside the modules that use them."""

import re
import tomllib
from collections.abc import Iterable, Mapping
from importlib.resources import files

WordLists = Mapping[str, Mapping[str, list[str]]]  # by table and name


def read_word_lists(package: str, name: str) -> WordLists:
    """Return the lists of a package's file `name`. Raises: FileNotFoundError, tomllib.TOMLDecodeError."""
    return tomllib.loads(files(package).joinpath(name).read_text(encoding="utf-8"))


def one_of(words: Iterable[str]) -> str:
    """Return a pattern of any of some words, the longest first."""
    return "|".join(map(re.escape, sorted(words, key=len, reverse=True)))
