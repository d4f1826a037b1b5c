"""Read which limits "/limits remove 2" and "/limits clear" remove."""

from collections.abc import Sequence
from typing import Final

from bot.domain.conversation.requests.limits import RemoveLimits
from bot.domain.text.tokens import key
from bot.language.limits.words import LimitAction, limit_phrases

_MAX_DIGITS: Final = 4


def read_limit_removal(arguments: Sequence[str]) -> RemoveLimits | None:
    """Return what the words behind "/limits" remove; None: they remove nothing."""
    if limit_phrases().actions.get(key(" ".join(arguments))) is LimitAction.CLEAR:
        return RemoveLimits()
    *action, number = arguments or ("",)
    is_removal = limit_phrases().actions.get(key(" ".join(action))) is LimitAction.REMOVE
    digits = number.lstrip("#")
    return RemoveLimits(int(digits)) if is_removal and digits.isdecimal() and len(digits) <= _MAX_DIGITS else None
