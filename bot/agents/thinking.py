"""Removes the thoughts that some models write before their answer. They are never shown."""

import re
from typing import Final

_TAG: Final = re.compile(r"<(/?)think(?:ing)?>", re.IGNORECASE)


def strip_thinking(text: str) -> str:
    """Return `text` without the parts between <think> and </think>, or after a <think> that is never closed.

    Each tag is visited once, so the time is linear in the text's length.
    """
    kept: list[str] = []
    begin, is_thinking = 0, False
    for tag in _TAG.finditer(text):
        closes = bool(tag[1])
        if is_thinking and closes:
            begin, is_thinking = tag.end(), False
        elif not is_thinking and not closes:
            kept.append(text[begin : tag.start()])
            is_thinking = True
    return "".join(kept if is_thinking else [*kept, text[begin:]])
