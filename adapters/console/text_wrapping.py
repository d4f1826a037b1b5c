"""Wraps running text: lines break between words and between Chinese characters, never inside a figure."""

import re
from collections.abc import Iterator
from typing import Final

from rich.cells import cell_len, chop_cells
from rich.console import Console, JustifyMethod, OverflowMethod
from rich.containers import Lines
from rich.text import Text

_WIDE: Final = (
    "\u2e80-\u2fff\u3040-\u9fff\uac00-\ud7a3\uf900-\ufaff"  # scripts whose lines may break between any two characters
)
_OPENING: Final = "（“‘《〈「『【"
_CLOSING: Final = "，。、；：？！）”’》〉」』】％…"
_WORD: Final = rf"[^\s{_WIDE}{_OPENING}{_CLOSING}]+"
_UNBREAKABLE: Final = re.compile(
    rf"[{_OPENING}]*(?:[{_WIDE}]|{_WORD}(?:’(?=[A-Za-z]){_WORD})*|)"  # "Ann’s" is one word
    rf"(?:[{_CLOSING}]+[-,.;:?!)\]/]*)?\s*"  # a comma stays with the quotation mark before it
)


class WrappedText(Text):
    """A `rich.Text` with these rules; rich itself breaks a run of Chinese characters and figures anywhere."""

    def wrap(  # noqa: PLR0913  rich's signature
        self,
        console: Console,  # noqa: ARG002  rich's signature
        width: int,
        *,
        justify: JustifyMethod | None = None,  # noqa: ARG002  rich's signature
        overflow: OverflowMethod | None = None,  # noqa: ARG002  rich's signature
        tab_size: int = 8,  # noqa: ARG002  rich's signature
        no_wrap: bool | None = None,  # noqa: ARG002  rich's signature
    ) -> Lines:
        """Return the lines, none wider than `width` columns."""
        wrapped = Lines()
        for line in self.split("\n", allow_blank=True):
            for part in line.divide(line_breaks(line.plain, width=width)):
                part.rstrip()
                wrapped.append(part)
        return wrapped


def line_breaks(line: str, *, width: int) -> list[int]:
    """Return the offsets at which to break `line`, so that each part is at most `width` columns wide."""
    offsets, used = [], 0
    for start, piece in _unbreakable_pieces(line, width):
        if used and used + cell_len(piece.rstrip()) > width:
            offsets.append(start)
            used = 0
        used += cell_len(piece)
    return offsets


def _unbreakable_pieces(line: str, width: int) -> Iterator[tuple[int, str]]:
    """Yield each piece that must stay together, with its offset; a piece wider than a line is cut."""
    for match in _UNBREAKABLE.finditer(line):
        start = match.start()
        for piece in chop_cells(match[0], width) if cell_len(match[0].rstrip()) > width else [match[0]]:
            yield start, piece
            start += len(piece)
