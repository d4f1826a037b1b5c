"""Finds the shares that words name."""

from collections.abc import Iterable
from itertools import chain

from bot.domain.conversation.requests.named_shares import NamedShares
from bot.domain.market.instruments import InstrumentTable
from bot.language.lexicon.chunker import Chunker
from bot.language.lexicon.named_instruments import NamedInstruments, find_names
from bot.language.lexicon.unsupported_markets import blank_out_codes, find_codes


def named_shares(names: Iterable[str], instruments: InstrumentTable) -> NamedShares:
    """Return the shares that words name which are known to name shares, each in order and once.

    Args:
        names: Normalised: "goog", "micorsoft", "$brk.b", "苹果".
        instruments: All that can be named.
    """
    found = tuple(_named(name, instruments) for name in names)

    def all_of(kind: str) -> tuple[str, ...]:
        return tuple(dict.fromkeys(chain.from_iterable(getattr(each, kind) for each in found)))

    return NamedShares(
        symbols=all_of("symbols"),
        unknown=all_of("unknown"),
        unsupported=all_of("unsupported"),
        misspelt=tuple(dict.fromkeys(chain.from_iterable(each.misspelt for each in found))),
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


def _named(name: str, instruments: InstrumentTable) -> NamedInstruments:
    codes, rest = find_codes(name)
    chunks = tuple(Chunker(blank_out_codes(rest, codes), instruments).chunks())
    found = find_names(chunks, codes, arguments=(), instruments=instruments)
    if found.has_any:
        return found
    return NamedInstruments(unknown=(name.lstrip("$").upper() if name.isascii() else name,))
