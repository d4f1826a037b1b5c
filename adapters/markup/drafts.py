"""An answer that is still being written, as far as it has come: drawn like one, and always short enough."""

from typing import Final

from adapters.markup.markdown_parser import read
from adapters.markup.pieces import MarkupDialect, pieces
from adapters.markup.split import gap
from adapters.markup.text import measure

_LEFT_OUT: Final = "…\n"
_READ: Final = 4  # times the limit: more of the end can never be shown, however short its marks


def latest(text: str, *, dialect: MarkupDialect, limit: int) -> str:
    """Return the end of `text`, a model's unfinished Markdown, in the platform's marks: at most `limit` UTF-16 units.

    What does not fit is left out at the front, where "…" stands for it; empty: there is nothing to be seen yet.
    """
    end = text[-limit * _READ :]
    room = limit - measure(_LEFT_OUT)
    drawn = list(pieces(read(end), dialect=dialect, limit=room // 3))  # small: what stands in one piece goes together
    kept = ""
    while drawn and measure(kept) + measure(shown := f"{gap(drawn[-1])}{drawn[-1].text}") <= room:
        kept = f"{shown}{kept}"
        drawn.pop()
    kept = kept.lstrip("\n")
    return f"{_LEFT_OUT}{kept}" if kept and (drawn or len(end) < len(text)) else kept
