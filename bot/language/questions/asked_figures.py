"""Recognise a message that asks for single figures of a share and says nothing else: "what's the P/E?", 苹果现价."""

from collections.abc import Sequence
from datetime import date
from functools import cache
from typing import Final

from bot.domain.conversation.understanding import AskedFigure
from bot.domain.text.tokens import PhraseTable
from bot.language.lexicon.chunker import Chunk
from bot.language.phrase_files import LANGUAGE_FOLDERS, index_phrases, read_phrases

_FIGURES: Final = frozenset(AskedFigure)
_CHANGES: Final = frozenset({AskedFigure.PRICE, AskedFigure.CHANGE_DAY, AskedFigure.CHANGE_7, AskedFigure.CHANGE_SPAN})
_MAX_TOKENS: Final = 24
_POINTER: Final = "pointer"  # shows that the figure of a certain share is meant, not what the word means
_ASKS_PRICE: Final = "asks_price"  # for the price, if no figure is named: "how much is IBM?"
_FILLER: Final = "filler"


@cache
def figure_phrases() -> PhraseTable[str]:
    """Return the phrases that questions for figures consist of (`data/*/figures.toml`)."""
    tables = {"figures": (*AskedFigure, _ASKS_PRICE, _POINTER, _FILLER)}
    return PhraseTable(index_phrases(read_phrases("figures", tables, folders=LANGUAGE_FOLDERS)["figures"]))


def find_asked_figures(
    chunks: Sequence[Chunk], undated_text: str, dates: Sequence[date], *, has_focus: bool
) -> tuple[AskedFigure, ...]:
    """Return the figures that a whole message asks for, in order; empty: it says anything else, or of no share.

    Args:
        chunks: Of the message.
        undated_text: The message, its dates blanked out: a question may name a day, or the days of a change.
        dates: The day, or the first and last one; empty: none.
        has_focus: The conversation is about a share, whose figure "the P/E" is.
    """
    if any(chunk.unknown or chunk.unsupported for chunk in chunks):
        return ()
    tokens = [token for chunk in chunks if chunk.instrument is None for token in chunk.tokens]
    words = [token.text for token in tokens]
    if len(words) > _MAX_TOKENS:
        return ()
    found: list[str] = []
    at = 0
    while at < len(words):
        match = figure_phrases().longest_match(words, at)
        if match is None and words[at].isalnum() and undated_text[tokens[at].start].strip():
            return ()
        found += [match[0]] if match else []
        at += match[1] if match else 1  # a sign
    figures = tuple(dict.fromkeys(AskedFigure(kind) for kind in found if kind in _FIGURES))
    is_named = any(chunk.instrument is not None for chunk in chunks)
    if not figures and is_named and _ASKS_PRICE in found and len(dates) <= 1:
        return (AskedFigure.PRICE,)
    is_bare = _FILLER not in found  # "P/E?"
    means_share = is_named or (has_focus and (_POINTER in found or is_bare))
    return _of_dates(figures, dates) if means_share and (found or is_named) else ()  # "last month?" says too little


def _of_dates(figures: tuple[AskedFigure, ...], dates: Sequence[date]) -> tuple[AskedFigure, ...]:
    """Return the figures of a day or of a span of days; without either, no change is asked for: "how is it doing?"."""
    is_change = not set(figures) - _CHANGES
    if len(dates) > 1:
        return (AskedFigure.CHANGE_SPAN,) if is_change else figures
    if AskedFigure.CHANGE_SPAN not in figures:
        return figures
    return (AskedFigure.CHANGE_DAY,) if dates and is_change else ()
