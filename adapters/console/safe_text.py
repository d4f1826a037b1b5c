"""Makes untrusted text safe to show on a terminal. `db.codec.storable_text` makes it safe to store."""

import re

_LINE_BREAKS = re.compile("\r\n|[\r\x0b\x0c\x85\u2028\u2029]")
_DIRECTION = "\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069"  # marks that change the order in which text is displayed
_REMOVED = re.compile(f"[\x00-\x08\x0e-\x1f\x7f-\x9f{_DIRECTION}]")
_ESCAPED_IN_JSON = re.compile(f"[\x7f-\x9f\u2028\u2029{_DIRECTION}\ud800-\udfff]")
_TAB = "    "


def sanitize(text: str) -> str:
    """Return `text` without control characters and direction marks: it can neither move the cursor nor reorder text."""
    return replace_lone_surrogates(_REMOVED.sub("", _LINE_BREAKS.sub("\n", text).replace("\t", _TAB)))


def sanitize_to_one_line(text: str) -> str:
    """Return `text` sanitized, with each run of white space replaced by one space."""
    return " ".join(sanitize(text).split())


def replace_lone_surrogates(text: str) -> str:
    """Return `text` with surrogate pairs joined and lone surrogates replaced by U+FFFD, so that UTF-8 can encode it."""
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")


def escape_in_json(dumped: str) -> str:
    r"""Return JSON with those characters escaped that control a terminal or end a line; lossless."""
    return _ESCAPED_IN_JSON.sub(lambda match: f"\\u{ord(match[0]):04x}", dumped)
