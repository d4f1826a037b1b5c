"""Find what follows a first clause that only objects: "too expensive, make it half", 太贵了，买一半吧."""

import re
from collections.abc import Iterator, Sequence
from typing import Final

from bot.language.lexicon.chunker import Chunk
from bot.language.lexicon.cues import Cue
from bot.reading.quantities.quantity import find_quantities

_BREAK: Final = re.compile(r"[,.;:!…，。；：！]+\s*|\s+-+\s+")
_MAX_ASIDE: Final = 40  # characters
# What makes a clause an objection, or a hesitation.
_OBJECTS: Final = frozenset({Cue.OBJECTION, Cue.RESIZE, Cue.STATEMENT, Cue.ASPECT, Cue.CLAIM, Cue.REFUSAL, Cue.WAIT})
# What a clause says that has to be answered itself.
_SAYS_MORE: Final = frozenset(
    {
        *(Cue.BUY, Cue.SELL, Cue.EXIT, Cue.SHORT, Cue.QUESTION, Cue.WHY, Cue.WHAT_IF, Cue.SHOULD, Cue.CONFIRM),
        *(Cue.CANCEL, Cue.DECLINE, Cue.CONDITION, Cue.REVIEW, Cue.WATCH, Cue.ORDER_TYPE, Cue.NEGATED_TRADE),
    }
)


def without_objections(text: str, chunks: Sequence[Chunk]) -> Iterator[str]:
    """Yield the text with each first clause blanked out that says no more than a doubt, the longest rest first.

    Args:
        text: Normalised, without a mention of the bot.
        chunks: Those of `text`.
    """
    for match in _BREAK.finditer(text):
        before = [chunk for chunk in chunks if chunk.start < match.start()]
        if match.start() > _MAX_ASIDE or not _is_aside(text[: match.start()], before):
            return
        yield " " * match.end() + text[match.end() :]


def _is_aside(text: str, chunks: Sequence[Chunk]) -> bool:
    cues = frozenset(cue for chunk in chunks for cue in chunk.cues)
    names_something = any(chunk.names_something for chunk in chunks) or any(find_quantities(text.lower()))
    return bool(cues & _OBJECTS) and not cues & _SAYS_MORE and not names_something
