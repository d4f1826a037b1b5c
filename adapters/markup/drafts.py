"""Renders the end of an answer that a model is still writing, within a platform's limit."""

from typing import Final

from adapters.markup.markdown_parser import parse_markdown
from adapters.markup.pieces import MarkupDialect, render_pieces
from adapters.markup.split import separator_before
from adapters.markup.text import utf16_length

_ELLIPSIS: Final = "…\n"
_PARSED_FACTOR: Final = 4  # times the limit is parsed: more of the end never fits, however short its rendering


def draft_tail(text: str, *, dialect: MarkupDialect, limit: int) -> str:
    """Return the end of `text`, a model's unfinished Markdown, in the platform's markup: at most `limit` UTF-16 units.

    Text that does not fit is cut at the front and replaced by "…"; empty: there is nothing to show yet.
    """
    end = text[-limit * _PARSED_FACTOR :]
    room = limit - utf16_length(_ELLIPSIS)
    pieces = list(
        render_pieces(parse_markdown(end), dialect=dialect, limit=room // 3)
    )  # small, since a piece is kept or dropped as a whole
    kept = ""
    while (
        pieces and utf16_length(kept) + utf16_length(last := f"{separator_before(pieces[-1])}{pieces[-1].text}") <= room
    ):
        kept = f"{last}{kept}"
        pieces.pop()
    kept = kept.lstrip("\n")
    return f"{_ELLIPSIS}{kept}" if kept and (pieces or len(end) < len(text)) else kept
