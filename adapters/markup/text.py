"""Cleans untrusted text for display, and measures and truncates it in UTF-16 units."""

import re
from typing import Final

ZERO_WIDTH_SPACE: Final = "\u200b"  # separates characters that together would be markup; removed from untrusted text
_LINE_BREAKS: Final = re.compile("\r\n|[\r\x0b\x0c\x85\u2028\u2029]")
_DIRECTION: Final = "\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069"  # marks that change the order in which text is shown
_REMOVED: Final = re.compile(f"[\x00-\x08\x0e-\x1f\x7f-\x9f{_DIRECTION}{ZERO_WIDTH_SPACE}\ufeff]")
_TAB: Final = "    "


def clean_text(text: str) -> str:
    """Return `text` without control characters, direction marks or zero-width spaces, with LF line breaks."""
    return _join_surrogates(_REMOVED.sub("", _LINE_BREAKS.sub("\n", text).replace("\t", _TAB)))


def clean_line(text: str) -> str:
    """Return `text` as `clean_text` does, with each run of white space replaced by one space."""
    return " ".join(clean_text(text).split())


def utf16_length(text: str) -> int:
    """Return the length of `text` in UTF-16 units: no platform counts more."""
    return len(text.encode("utf-16-le", "surrogatepass")) // 2


def cut_utf16(text: str, limit: int) -> str:
    """Return the longest beginning of `text` within `limit` UTF-16 units."""
    return text.encode("utf-16-le", "surrogatepass")[: 2 * limit].decode("utf-16-le", "ignore")  # half a character goes


def truncate_line(text: str, limit: int) -> str:
    """Return `text` on one line, cut to `limit` UTF-16 units; "…" marks a cut."""
    line = clean_line(text)
    if utf16_length(line) <= limit:
        return line
    return f"{cut_utf16(line, limit - 1).rstrip()}…"


def _join_surrogates(text: str) -> str:
    """Join surrogate pairs and replace lone surrogates, so that the text can be encoded as UTF-8."""
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
