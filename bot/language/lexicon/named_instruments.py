"""Collect the instruments that a message names: known ones, unknown ones, and those of markets we do not cover."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from bot.domain.conversation.requests.named_shares import MisspeltName
from bot.domain.market.instruments import InstrumentTable
from bot.domain.text.tokens import key
from bot.language.lexicon.chunker import Chunk
from bot.language.lexicon.cue_phrases import cue_phrases
from bot.language.lexicon.ticker_words import ticker_words
from bot.language.lexicon.unsupported_markets import unsupported_names

_TICKER = re.compile(r"[A-Za-z][A-Za-z]{0,5}(?:[.-][A-Za-z])?")


@dataclass(frozen=True, slots=True)
class NamedInstruments:
    """The instruments that a message names, each kind in order of mention and without repetition."""

    symbols: tuple[str, ...] = ()
    unknown: tuple[str, ...] = ()  # in no table
    unsupported: tuple[str, ...] = ()  # of markets that we do not cover
    misspelt: tuple[MisspeltName, ...] = ()  # their symbols are in `symbols` too

    @property
    def has_any(self) -> bool:
        """Whether any instrument is named."""
        return bool(self.symbols or self.unknown or self.unsupported)


def find_names(
    chunks: Sequence[Chunk], codes: Sequence[tuple[int, str]], *, arguments: Iterable[str], instruments: InstrumentTable
) -> NamedInstruments:
    """Return the instruments that a message names.

    Args:
        chunks: The whole message.
        codes: The offset and text of each code of a market that we do not cover.
        arguments: What follows a command; its first words are tickers by their place.
        instruments: All instruments we know.
    """
    leading = _leading_tickers(arguments, instruments)
    symbols = [symbol for symbol, is_known in leading if is_known]
    symbols += [chunk.instrument.symbol for chunk in chunks if chunk.instrument]
    unknown = [symbol for symbol, is_known in leading if not is_known]
    unknown += [chunk.unknown for chunk in chunks if chunk.unknown]
    misspelt = [
        MisspeltName(typed="".join(token.raw for token in chunk.tokens), symbol=chunk.instrument.symbol)
        for chunk in chunks
        if chunk.instrument and chunk.is_misspelt
    ]
    unsupported = [(chunk.start, chunk.unsupported) for chunk in chunks if chunk.unsupported]
    return NamedInstruments(
        symbols=tuple(dict.fromkeys(symbols)),
        unknown=tuple(dict.fromkeys(unknown)),
        unsupported=tuple(dict.fromkeys(name for _, name in sorted([*unsupported, *codes]))),
        misspelt=tuple(dict.fromkeys(misspelt)),
    )


def _leading_tickers(arguments: Iterable[str], instruments: InstrumentTable) -> list[tuple[str, bool]]:
    """Return the symbols that a command's arguments begin with, and whether each is known.

    They end with the first argument that is no ticker: "/decide NOW AI at most $3,000". A word that is usually no
    ticker has to be in capitals: "/review all" and "/decide on AAPL" name neither ALL nor ON.
    """
    tickers: list[tuple[str, bool]] = []
    for argument in arguments:
        word = argument.strip(",;").lstrip("$")
        is_plain = _is_plain_word(word) and not (word.isupper() and instruments.get(word))
        instrument = None if is_plain else instruments.find_instrument(word)
        if instrument is not None:
            tickers.append((instrument.symbol, True))
        elif is_plain or not _TICKER.fullmatch(word) or key(word) in unsupported_names():
            break
        else:
            tickers.append((word.upper(), False))
    return tickers


def _is_plain_word(word: str) -> bool:
    lower = word.lower()
    return lower in ticker_words().never or key(lower) in cue_phrases()
