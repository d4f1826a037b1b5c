"""What a text looks like on a phone: lines of 42 columns, a Chinese character being two columns wide."""

from collections.abc import Iterator
from unicodedata import east_asian_width

COLUMNS = 42


def phone_lines(text: str) -> list[str]:
    """Return `text` as wrapped at spaces, or anywhere in Chinese; empty lines count."""
    return [line for paragraph in text.splitlines() for line in _wrapped(paragraph)]


def _wrapped(paragraph: str) -> Iterator[str]:
    line = ""
    for piece in _pieces(paragraph):
        if _width(line + piece.rstrip()) > COLUMNS:
            yield line
            line = ""
        line += piece
    yield line


def _pieces(paragraph: str) -> Iterator[str]:
    """Yield the parts between which a line may end."""
    piece = ""
    for character in paragraph:
        if _width(character) > 1 and piece:
            yield piece
            piece = ""
        piece += character
        if character == " " or _width(character) > 1:
            yield piece
            piece = ""
    yield piece


def _width(text: str) -> int:
    return sum(2 if east_asian_width(character) in {"W", "F"} else 1 for character in text)
