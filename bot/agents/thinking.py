"""What some models think aloud before they answer: it is no part of the answer, and is never shown."""

import re
from typing import Final

_TAG: Final = re.compile(r"<(/?)think(?:ing)?>", re.IGNORECASE)


def strip_thinking(text: str) -> str:
    """Return `text` without what stands between <think> and </think>, or behind a <think> that was never closed.

    Each tag is looked at once, whatever the text: the time grows with its length only.
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
