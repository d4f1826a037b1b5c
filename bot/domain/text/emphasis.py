"""Signs within a block's text: bold figures that were looked up, and marks on what was not.

They are characters for private use, which are removed from all text of others; so bold cannot be faked. Platforms show
bold in their own markup, plain text has it between double asterisks.
"""

import re
from collections.abc import Iterator
from typing import Final

from bot.domain.text.loose_figures import placeholder_of_shown

UNCHECKED: Final = "\ue012"  # after a figure or number word that no reference stands for
GAP: Final = "\ue013"  # in place of a reference to a fact that does not exist

_MASK: Final = "\ue00f"
_BEGIN: Final = "\ue010"
_END: Final = "\ue011"
_BOLD: Final = re.compile(f"{_BEGIN}([^{_BEGIN}{_END}]*){_END}")
_STRAY: Final = re.compile(f"[{_BEGIN}{_END}]")
_PRIVATE: Final = re.compile("[\ue000-\uf8ff]")


def emphasise(text: str) -> str:
    """Return `text` as bold."""
    return f"{_BEGIN}{_STRAY.sub('', text)}{_END}"


def strip_private_signs(text: str) -> str:
    """Return a text of others without characters for private use."""
    return _PRIVATE.sub("", text)


def split_emphasis(text: str) -> Iterator[tuple[str, bool]]:
    """Yield the non-empty parts of a block's text, each with whether it is bold; half a pair of signs is dropped."""
    end = 0
    for found in _BOLD.finditer(text):
        yield from _part(text[end : found.start()], is_bold=False)
        yield from _part(found[1], is_bold=True)
        end = found.end()
    yield from _part(text[end:], is_bold=False)


def has_emphasis(text: str) -> bool:
    """Return whether something in a block's text is bold."""
    return _BOLD.search(text) is not None


def emphasis_as_text(text: str) -> str:
    """Return a block's text with bold between double asterisks, as in Markdown."""
    return "".join(f"**{part}**" if is_bold else part for part, is_bold in split_emphasis(text))


def without_emphasis(text: str) -> str:
    """Return a block's text without bold."""
    return _STRAY.sub("", text)


def without_open_emphasis(text: str) -> str:
    """Return a text that was cut without bold at its end that the cut has left open."""
    begin = text.rfind(_BEGIN)
    return text[:begin] if begin > text.rfind(_END) else text


def mask_emphasis(text: str) -> str:
    """Return a block's text of the same length with a placeholder of a reference at both ends of what is bold."""

    def masked(found: re.Match[str]) -> str:
        sign = placeholder_of_shown(found[1])
        return f"{sign}{_MASK * len(found[1])}{sign}"

    return _BOLD.sub(masked, text)


def _part(text: str, *, is_bold: bool) -> Iterator[tuple[str, bool]]:
    text = _STRAY.sub("", text)
    if text:
        yield text, is_bold
