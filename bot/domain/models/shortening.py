"""Shortens texts to a number of tokens."""

import re
from typing import Final

from bot.domain.models.token_estimate import estimate_tokens

_ELLIPSIS: Final = " … "
_LATIN: Final = re.compile("[!-~]")
_LATIN_BEGIN: Final = re.compile("^[!-~]+")
_LATIN_END: Final = re.compile("[!-~]+$")


def shorten(text: str, *, limit_tokens: int) -> str:
    """Return `text`, without its middle if it is longer than `limit_tokens`.

    Two thirds of what is kept are from its beginning, one from its end. Empty if nothing fits. No word in
    Latin letters and no figure is cut: the rest of "$137 billion" would be another figure.
    """
    if limit_tokens <= 0:
        return ""
    shortened, keep = text, len(text)
    while (tokens := estimate_tokens(shortened)) > limit_tokens:
        keep = min(keep - 1, keep * limit_tokens // tokens)
        tail = (keep - len(_ELLIPSIS)) // 3
        if tail <= 0:
            return ""
        head, end = keep - len(_ELLIPSIS) - tail, len(text) - tail
        begin, rest = _whole_head(text, head), _whole_tail(text, end)
        if not begin and not rest:  # one long word
            begin, rest = text[:head], text[end:]
        shortened = f"{begin}{_ELLIPSIS}{rest}"
    return shortened


def _whole_head(text: str, end: int) -> str:
    is_cut = _joined(text, end)
    return (_LATIN_END.sub("", text[:end]) if is_cut else text[:end]).rstrip()


def _whole_tail(text: str, start: int) -> str:
    is_cut = _joined(text, start)
    return (_LATIN_BEGIN.sub("", text[start:]) if is_cut else text[start:]).lstrip()


def _joined(text: str, at: int) -> bool:
    return len(_LATIN.findall(text[at - 1 : at + 1])) == len("ab")
