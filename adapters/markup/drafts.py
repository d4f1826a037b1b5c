"""An answer that is still being written, as far as it has come: drawn like one, and always short enough."""

from typing import Final

from adapters.markup.markdown_parser import parse_markdown
from adapters.markup.pieces import MarkupDialect, render_pieces
from adapters.markup.split import separator_before
from adapters.markup.text import utf16_length

_LEFT_OUT: Final = "…\n"
_READ: Final = 4  # times the limit: more of the end can never be shown, however short its marks


def draft_tail(text: str, *, dialect: MarkupDialect, limit: int) -> str:
    """Return the end of `text`, a model's unfinished Markdown, in the platform's marks: at most `limit` UTF-16 units.

    What does not fit is left out at the front, where "…" stands for it; empty: there is nothing to be seen yet.
    """
    end = text[-limit * _READ :]
    room = limit - utf16_length(_LEFT_OUT)
    drawn = list(
        render_pieces(parse_markdown(end), dialect=dialect, limit=room // 3)
    )  # small: what stands in one piece goes together
    kept = ""
    while (
        drawn and utf16_length(kept) + utf16_length(shown := f"{separator_before(drawn[-1])}{drawn[-1].text}") <= room
    ):
        kept = f"{shown}{kept}"
        drawn.pop()
    kept = kept.lstrip("\n")
    return f"{_LEFT_OUT}{kept}" if kept and (drawn or len(end) < len(text)) else kept
