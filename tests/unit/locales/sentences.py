import re
from collections.abc import Callable, Iterable, Iterator
from importlib.resources import files
from typing import TypeVar

from bot.domain.text.locale import Language, Locale

T = TypeVar("T")


def unsayable(things: Iterable[T], render: Callable[[Locale, T], str]) -> list[str]:
    """Return what has no sentence in a language, or one that is empty or misses a variable: "zh high_pe: why"."""
    found = []
    for thing in things:
        for language in Language:
            try:
                problem = "" if render(Locale(language), thing) else "empty"
            except (KeyError, ValueError) as e:
                problem = str(e)
            if problem:
                found.append(f"{language} {thing}: {problem}")
    return found


def written(prefix: str, *names: str) -> set[str]:
    """Return the codes of the sentences of a prefix in some files."""
    source = "".join(files("bot.locales").joinpath("en", name).read_text(encoding="utf-8") for name in names)
    return {code.replace("-", "_") for code in re.findall(rf"^{prefix}-([\w-]+) =", source, flags=re.MULTILINE)}


def with_subclasses(cls: type[T]) -> Iterator[type[T]]:
    """Yield an error and its kinds that are defined beside it, not in tests."""
    yield cls
    for child in cls.__subclasses__():
        if child.__module__.startswith("bot."):
            yield from with_subclasses(child)
