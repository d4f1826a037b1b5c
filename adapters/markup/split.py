"""Splits text at a platform's limit: at a line break, else after a sentence, else a word, never inside a character."""

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Final

from wcwidth import grapheme_boundary_before

from adapters.markup.text import TextRuns, plain_text_of, slice_runs, utf16_length

_SENTENCE_END: Final = re.compile(r"[.!?…]['\")\]”’]*(?=\s)|[。！？；]['\")\]”’」』）]*|;(?=\s)")
_WORD_END: Final = re.compile(r"\s+|(?<=[\u2e80-\u9fff\uac00-\ud7a3，、：])")
_MIN_SHARE: Final = 0.4  # of the limit: rather than cut before this, cut at a lesser boundary further on


@dataclass(frozen=True, slots=True)
class Piece:
    """Rendered text that starts on a new line and stays in one message."""

    text: str
    is_apart: bool = False  # a blank line precedes it
    heading: str = ""  # under which it stands, rendered; repeated where the text begins a message


def split_runs(
    runs: TextRuns, *, limit: int, render: Callable[[TextRuns], str], keep_spaces: bool = False
) -> list[TextRuns]:
    """Return `runs` in parts of at most `limit` UTF-16 units each when rendered, cut at the best boundaries.

    Args:
        runs: The text; white space alone gives no part.
        limit: Units of one rendered part; must be large compared to a single rendered character.
        render: Renders runs in the platform's markup.
        keep_spaces: Whether to keep indentation after a cut, as in code.
    """
    parts: list[TextRuns] = []
    rest = runs
    while plain_text_of(rest).strip():
        head, rest = _split_first(rest, limit, render, keep_spaces=keep_spaces)
        if plain_text_of(head).strip():
            parts.append(head)
    return parts


def pack_pieces(pieces: Iterable[Piece], *, limit: int) -> list[str]:
    """Return the pieces joined to as few texts of at most `limit` UTF-16 units as their order allows."""
    texts: list[str] = []
    for piece in pieces:
        joined = f"{texts[-1]}{separator_before(piece)}{piece.text}" if texts else ""
        if texts and utf16_length(joined) <= limit:
            texts[-1] = joined
        else:
            texts.append(piece.text)
    return texts


def merge_pieces(pieces: Iterable[Piece], *, limit: int) -> Iterator[Piece]:
    """Yield the pieces; those without a blank line between them are joined, up to `limit` UTF-16 units."""
    last: Piece | None = None
    for piece in pieces:
        joined = replace(last, text=f"{last.text}{separator_before(piece)}{piece.text}") if last else piece
        if last is not None and (piece.is_apart or utf16_length(joined.text) > limit):
            yield last
            joined = piece
        last = joined
    if last is not None:
        yield last


def with_heading(piece: Piece, *, limit: int) -> str:
    """Return the text of a piece that begins a message: below its heading, if both fit into `limit` UTF-16 units."""
    text = f"{piece.heading}\n{piece.text}"
    return text if piece.heading and utf16_length(text) <= limit else piece.text


def separator_before(piece: Piece) -> str:
    """Return the line breaks between the preceding text and this piece."""
    return "\n\n" if piece.is_apart else "\n"


def cut_position(text: str, at_most: int) -> int:
    """Return where to cut `text`, from 1 to `at_most`: preferably at a line, then a sentence, word, character."""
    at_least = max(1, int(at_most * _MIN_SHARE))
    window = text[: at_most + 1]
    line = window.rfind("\n", at_least, at_most + 1)
    if line > 0:
        return line
    for pattern in (_SENTENCE_END, _WORD_END):
        ends = [match.end() for match in pattern.finditer(window, at_least) if match.end() <= at_most]
        if ends:
            return _whole_character(text, ends[-1])
    return _whole_character(text, at_most)


def _split_first(
    runs: TextRuns, limit: int, render: Callable[[TextRuns], str], *, keep_spaces: bool
) -> tuple[TextRuns, TextRuns]:
    window = slice_runs(runs, 0, limit)
    length = len(plain_text_of(window))
    is_all = length == len(plain_text_of(runs))
    size = min(length, max(1, length * limit // max(1, utf16_length(render(window)))))
    if is_all and size == length:
        return runs, ()
    text = plain_text_of(runs)
    while True:
        at = cut_position(text, size)
        head = slice_runs(runs, 0, at)
        if at == 1 or utf16_length(render(head)) <= limit:
            break
        size = max(1, min(at, size * 3 // 4))
    return head, slice_runs(runs, at + _leading_space(text[at:], keep_spaces=keep_spaces))


def _leading_space(rest: str, *, keep_spaces: bool) -> int:
    if keep_spaces:
        return 1 if rest.startswith("\n") else 0
    return len(rest) - len(rest.lstrip())


def _whole_character(text: str, at: int) -> int:
    """Return `at`, or the start of the grapheme cluster (one character to a reader) that contains it."""
    if at >= len(text):
        return at
    return grapheme_boundary_before(text, at + 1) or at  # 0: a cluster longer than a message is cut
