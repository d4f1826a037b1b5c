from collections.abc import Callable, Iterable
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
