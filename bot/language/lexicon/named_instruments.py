"""Collect what a message names: known instruments, tickers nobody knows, and what trades where we do not."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from bot.domain.market.instruments import InstrumentTable
from bot.domain.text.tokens import key
from bot.language.lexicon.chunker import Chunk
from bot.language.lexicon.cue_phrases import cue_phrases
from bot.language.lexicon.ticker_words import ticker_words
from bot.language.lexicon.unsupported_markets import unsupported_names

_TICKER = re.compile(r"[A-Za-z][A-Za-z]{0,5}(?:[.-][A-Za-z])?")


@dataclass(frozen=True, slots=True)
class NamedInstruments:
    """Everything named, each kind in order of mention and without repetition."""

    symbols: tuple[str, ...] = ()
    unknown: tuple[str, ...] = ()
    uncovered: tuple[str, ...] = ()

    @property
    def has_any(self) -> bool:
        """Whether anything is named."""
        return bool(self.symbols or self.unknown or self.uncovered)


def find_names(
    chunks: Sequence[Chunk], codes: Sequence[tuple[int, str]], *, arguments: Iterable[str], instruments: InstrumentTable
) -> NamedInstruments:
    """Join what the scanner found, the foreign codes, and a command's `arguments`, whose place makes them tickers."""
    leading = _leading(arguments, instruments)
    symbols = [symbol for symbol, is_known in leading if is_known]
    symbols += [chunk.instrument.symbol for chunk in chunks if chunk.instrument]
    unknown = [symbol for symbol, is_known in leading if not is_known] + [
        chunk.unknown for chunk in chunks if chunk.unknown
    ]
    foreign = [(chunk.start, chunk.uncovered) for chunk in chunks if chunk.uncovered]
    return NamedInstruments(
        symbols=tuple(dict.fromkeys(symbols)),
        unknown=tuple(dict.fromkeys(unknown)),
        uncovered=tuple(dict.fromkeys(name for _, name in sorted([*foreign, *codes]))),
    )


def _leading(arguments: Iterable[str], instruments: InstrumentTable) -> list[tuple[str, bool]]:
    """Read a command's arguments as tickers until one is something else ("/decide NOW AI at most $3,000").

    A word that is usually no ticker has to be in capitals: "/review all" and "/decide on AAPL" name neither.
    """
    found: list[tuple[str, bool]] = []
    for argument in arguments:
        word = argument.strip(",;").lstrip("$")
        is_plain = _is_plain(word) and not (word.isupper() and instruments.get(word))
        known = None if is_plain else instruments.find(word)
        if known is not None:
            found.append((known.symbol, True))
        elif is_plain or not _TICKER.fullmatch(word) or key(word) in unsupported_names():
            break
        else:
            found.append((word.upper(), False))
    return found


def _is_plain(word: str) -> bool:
    lower = word.lower()
    return lower in ticker_words().never or key(lower) in cue_phrases()
