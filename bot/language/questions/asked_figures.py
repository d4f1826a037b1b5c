"""Recognise a message that asks for single figures of a share and says nothing else: "what's the P/E?", 苹果现价."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from functools import cache
from typing import Final

from bot.domain.conversation.understanding import AskedFigure, JudgedFigure, Judgement
from bot.domain.text.tokens import PhraseTable
from bot.language.lexicon.chunker import Chunk
from bot.language.phrase_files import LANGUAGE_FOLDERS, index_phrases, read_phrases
from bot.language.quantities.quantity import find_quantities

_FIGURES: Final = frozenset(AskedFigure)
_CHANGES: Final = frozenset({AskedFigure.PRICE, AskedFigure.CHANGE_DAY, AskedFigure.CHANGE_7, AskedFigure.CHANGE_SPAN})
_MAX_TOKENS: Final = 24
_POINTER: Final = "pointer"  # shows that the figure of a certain share is meant, not what the word means
_ASKS_PRICE: Final = "asks_price"  # for the price, if no figure is named: "how much is IBM?"
_FILLER: Final = "filler"


_UNKNOWN: Final = "unknown"  # figures of a share that Parley does not have
_JUDGED: Final = {
    Judgement.OVERBOUGHT: AskedFigure.RSI,
    Judgement.OVERSOLD: AskedFigure.RSI,
    Judgement.CHEAP: AskedFigure.PE_RATIO,
    Judgement.EXPENSIVE: AskedFigure.PE_RATIO,
}
_SIDES: Final = frozenset({Judgement.ABOVE, Judgement.BELOW})
_AVERAGES: Final = frozenset({AskedFigure.SMA50, AskedFigure.SMA200})
_ONE_NUMBER: Final = frozenset(AskedFigure) - {AskedFigure.RANGE, AskedFigure.STOP, AskedFigure.CHANGE_SPAN}
_NUMBER: Final = "number"


@dataclass(frozen=True, slots=True)
class NamedFigures:
    """Figures that a message names."""

    unknown: tuple[str, ...] = ()  # as typed, in lower case: Parley does not have them
    known: tuple[AskedFigure, ...] = ()


@dataclass(frozen=True, slots=True)
class _Words:
    """The kinds of phrases that a question consists of, in order, and what it says beside them."""

    kinds: tuple[str, ...]
    unknown: tuple[str, ...]  # figures as typed
    is_named: bool
    has_focus: bool

    @property
    def means_share(self) -> bool:
        """Whether the figure of a share is meant, and not what a word means."""
        is_bare = _FILLER not in self.kinds  # "P/E?"
        return self.is_named or (self.has_focus and (_POINTER in self.kinds or is_bare))

    @property
    def figures(self) -> tuple[AskedFigure, ...]:
        """The figures that are named."""
        return tuple(dict.fromkeys(AskedFigure(kind) for kind in self.kinds if kind in _FIGURES))


@cache
def figure_phrases() -> PhraseTable[str]:
    """Return the phrases that questions for figures consist of (`data/*/figures.toml`)."""
    tables = {"figures": (*AskedFigure, *Judgement, _UNKNOWN, _ASKS_PRICE, _POINTER, _FILLER)}
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
    words = _read_words(chunks, undated_text, has_focus=has_focus)
    if words is None or {_UNKNOWN, _NUMBER, *Judgement} & set(words.kinds):
        return ()
    if not words.figures and words.is_named and _ASKS_PRICE in words.kinds and len(dates) <= 1:
        return (AskedFigure.PRICE,)
    is_told = words.means_share and (words.kinds or words.is_named)  # "last month?" says too little
    return _of_dates(words.figures, dates) if is_told else ()


def find_judged_figure(chunks: Sequence[Chunk], undated_text: str, *, has_focus: bool) -> JudgedFigure | None:
    """Return whether a whole message asks if a share is overbought, cheap, above a number, …; None: it does not."""
    words = _read_words(chunks, undated_text, has_focus=has_focus)
    judgements = [Judgement(kind) for kind in words.kinds if kind in set(Judgement)] if words is not None else []
    if words is None or len(judgements) != 1 or not words.means_share or _UNKNOWN in words.kinds:
        return None
    judgement = judgements[0]
    figure = words.figures[0] if len(words.figures) == 1 else _JUDGED.get(judgement, AskedFigure.PRICE)
    numbers = [] if _NUMBER not in words.kinds else [each.value for each in find_quantities(undated_text)]
    if judgement not in _SIDES:
        is_plain = figure is _JUDGED[judgement] and not numbers and len(words.figures) <= 1
        return JudgedFigure(figure, judgement) if is_plain else None
    number = numbers[-1] if numbers else None
    is_whole = len(words.figures) <= 1 and figure in _ONE_NUMBER
    return (
        JudgedFigure(figure, judgement, number)
        if is_whole and (number is not None) is not (figure in _AVERAGES)
        else None
    )


def find_unknown_figures(chunks: Sequence[Chunk], undated_text: str, *, has_focus: bool) -> NamedFigures | None:
    """Return the figures that a whole message asks for, if some of them are not known; else None."""
    words = _read_words(chunks, undated_text, has_focus=has_focus)
    if words is None or not words.unknown or not words.means_share or {*Judgement} & set(words.kinds):
        return None
    return NamedFigures(words.unknown, tuple(each for each in words.figures if each is not AskedFigure.CHANGE_SPAN))


def _read_words(chunks: Sequence[Chunk], undated_text: str, *, has_focus: bool) -> _Words | None:
    """Return the phrases that a message consists of; None: it has other words, or names what is no known share."""
    if any(chunk.unknown or chunk.unsupported for chunk in chunks):
        return None
    tokens = [token for chunk in chunks if chunk.instrument is None for token in chunk.tokens]
    words = [token.text for token in tokens]
    if len(words) > _MAX_TOKENS:
        return None
    kinds: list[str] = []
    unknown: list[str] = []
    at = 0
    while at < len(words):
        match = figure_phrases().longest_match(words, at)
        is_number = match is None and words[at].replace(".", "").isdecimal()
        if match is None and not is_number and words[at].isalnum() and undated_text[tokens[at].start].strip():
            return None
        kinds += [match[0]] if match else [_NUMBER] if is_number and undated_text[tokens[at].start].strip() else []
        size = match[1] if match else 1  # else a sign, a number or a part of a date
        if match is not None and match[0] == _UNKNOWN:
            unknown.append(_joined(words[at : at + size]))
        at += size
    is_named = any(chunk.instrument is not None for chunk in chunks)
    return _Words(tuple(kinds), tuple(dict.fromkeys(unknown)), is_named=is_named, has_focus=has_focus)


def find_named_figures(words: Sequence[str]) -> NamedFigures:
    """Return the figures that a message names, whatever else it says; no change of a price but that of the day."""
    known: list[AskedFigure] = []
    unknown: list[str] = []
    at = 0
    while at < len(words):
        match = figure_phrases().longest_match(words, at)
        kind, size = match or (_FILLER, 1)
        if kind == _UNKNOWN:
            unknown.append(_joined(words[at : at + size]))
        elif kind in _FIGURES - _CHANGES or kind == AskedFigure.CHANGE_DAY:
            known.append(AskedFigure(kind))
        at += size
    return NamedFigures(tuple(dict.fromkeys(unknown)), tuple(dict.fromkeys(known)))


def _joined(words: Sequence[str]) -> str:
    return (" " if words[0].isascii() else "").join(words)


def _of_dates(figures: tuple[AskedFigure, ...], dates: Sequence[date]) -> tuple[AskedFigure, ...]:
    """Return the figures of a day or of a span of days; without either, no change is asked for: "how is it doing?"."""
    is_change = not set(figures) - _CHANGES
    if len(dates) > 1:
        return (AskedFigure.CHANGE_SPAN,) if is_change else figures
    if AskedFigure.CHANGE_SPAN not in figures:
        return figures
    return (AskedFigure.CHANGE_DAY,) if dates and is_change else ()
