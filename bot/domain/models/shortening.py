"""Shortens texts to a number of tokens."""

from typing import Final

from bot.domain.models.token_estimate import estimate_tokens

_ELLIPSIS: Final = " … "


def shorten(text: str, *, limit_tokens: int) -> str:
    """Return `text`, without its middle if it is longer than `limit_tokens`.

    Two thirds of what is kept are from its beginning, one from its end. Empty if nothing fits.
    """
    if limit_tokens <= 0:
        return ""
    shortened, keep = text, len(text)
    while (tokens := estimate_tokens(shortened)) > limit_tokens:
        keep = min(keep - 1, keep * limit_tokens // tokens)
        tail = (keep - len(_ELLIPSIS)) // 3
        if tail <= 0:
            return ""
        shortened = f"{text[: keep - len(_ELLIPSIS) - tail].rstrip()}{_ELLIPSIS}{text[len(text) - tail :].lstrip()}"
    return shortened
