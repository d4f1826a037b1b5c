"""Read which limits "/limits remove 2" and "/limits clear" remove."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from bot.domain.text.tokens import key
from bot.language.limits.words import LimitAction, limit_phrases

_MAX_DIGITS: Final = 4


@dataclass(frozen=True, slots=True)
class LimitRemoval:
    """Which limits are to be removed."""

    number: int | None  # in the list, from 1; None: all of one's own


def read_limit_removal(arguments: Sequence[str]) -> LimitRemoval | None:
    """Return what the words behind "/limits" remove; None: they remove nothing."""
    if limit_phrases().actions.get(key(" ".join(arguments))) is LimitAction.CLEAR:
        return LimitRemoval(None)
    *action, number = arguments or ("",)
    is_removal = limit_phrases().actions.get(key(" ".join(action))) is LimitAction.REMOVE
    digits = number.lstrip("#")
    return LimitRemoval(int(digits)) if is_removal and digits.isdecimal() and len(digits) <= _MAX_DIGITS else None
