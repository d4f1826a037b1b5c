"""Finds the shares that words name."""

from collections.abc import Iterable

from bot.domain.conversation.requests.named_shares import MisspeltName, NamedShares
from bot.domain.market.instruments import InstrumentTable
from bot.reading.names.finder import Chunk, Chunker
from bot.reading.names.words import find_codes


def named_shares(names: Iterable[str], instruments: InstrumentTable) -> NamedShares:
    """Return the shares that normalised words name, each in order and once; other words are a share nobody knows."""
    found = [_named(name, instruments) for name in names]
    return NamedShares(
        symbols=_once(symbol for each in found for symbol in each.symbols),
        unknown=_once(name for each in found for name in each.unknown),
        unsupported=_once(name for each in found for name in each.unsupported),
        misspelt=tuple(dict.fromkeys(name for each in found for name in each.misspelt)),
    )


def with_symbols(text: str, instruments: InstrumentTable) -> tuple[str, tuple[str, ...]]:
    """Return a normalised text with the symbol in the place of each share's name, and these symbols in order.

    Episodes are found by the symbols of the shares that they name, also where these were called by their names.
    """
    called, at, symbols = "", 0, list[str]()
    for chunk in Chunker(text, instruments).chunks():
        if chunk.instrument is not None and not chunk.is_misspelt:
            before, after = text[at : chunk.start], text[chunk.tokens[-1].end :]
            called += before + ("" if not before or before[-1].isascii() else " ") + chunk.instrument.symbol
            called += " " if after[:1] and not after[0].isascii() else ""
            at = chunk.tokens[-1].end
            symbols.append(chunk.instrument.symbol)
    return called + text[at:], tuple(dict.fromkeys(symbols))


def shares_in(text: str, instruments: InstrumentTable) -> NamedShares:
    """Return the shares that a normalised text names, of which other words say more."""
    codes, rest = find_codes(text)
    chunks = tuple(Chunker(rest, instruments).chunks())
    unsupported = [(chunk.start, chunk.unsupported) for chunk in chunks if chunk.unsupported]
    return NamedShares(
        symbols=_once(chunk.instrument.symbol for chunk in chunks if chunk.instrument),
        unknown=_once(chunk.unknown for chunk in chunks if chunk.unknown),
        unsupported=_once(name for _, name in sorted([*unsupported, *codes])),
        misspelt=tuple(dict.fromkeys(map(_misspelt, (each for each in chunks if each.is_misspelt)))),
    )


def _named(name: str, instruments: InstrumentTable) -> NamedShares:
    found = shares_in(name, instruments)
    is_found = found.symbols or found.unknown or found.unsupported
    return found if is_found else NamedShares(unknown=(name.lstrip("$"),))


def _misspelt(chunk: Chunk) -> MisspeltName:
    typed = "".join(token.raw for token in chunk.tokens)
    return MisspeltName(typed=typed, symbol=chunk.instrument.symbol if chunk.instrument else "")


def _once(names: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(names))
