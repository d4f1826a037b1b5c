"""Suggests known names for one that is unknown, by likeness of spelling."""

from collections.abc import Iterable
from typing import Final

from rapidfuzz import fuzz, process

from bot.domain.market.instruments import Instrument, InstrumentTable

_MAX_LENGTH: Final = 40  # characters; longer words are no names, and comparing is quadratic
_MIN_LIKENESS: Final = 60.0  # percent: twice the letters in common, in order, over the letters of both


def similar_names(word: str, names: Iterable[str], *, limit: int) -> tuple[str, ...]:
    """Return up to `limit` of `names` that look most like `word`, the most similar first; equals in the order given."""
    found = process.extract(word[:_MAX_LENGTH], list(names), scorer=fuzz.ratio, limit=limit, score_cutoff=_MIN_LIKENESS)
    return tuple(name for name, _, _ in found)


def similar_instruments(table: InstrumentTable, word: str, *, limit: int = 3) -> tuple[Instrument, ...]:
    """Return up to `limit` instruments whose names look most like `word`, covered ones before others."""
    names = {name.lower(): name for row in table for name in row.names}
    similar = similar_names(word.lower(), names, limit=limit * 3)
    found = dict.fromkeys(instrument for name in similar if (instrument := table.find_instrument(names[name])))
    return tuple(sorted(found, key=lambda instrument: not table.covers(instrument.symbol))[:limit])
