"""Finds the shares that words name."""

from collections.abc import Iterable
from itertools import chain

from bot.domain.conversation.requests.named_shares import NamedShares
from bot.domain.market.instruments import InstrumentTable
from bot.language.lexicon.chunker import Chunker
from bot.language.lexicon.named_instruments import NamedInstruments, find_names
from bot.language.lexicon.unsupported_markets import blank_out_codes, find_codes


def named_shares(names: Iterable[str], instruments: InstrumentTable, *, is_share: bool = True) -> NamedShares:
    """Return the shares that words name which are known to name shares, each in order and once.

    Args:
        names: Normalised: "goog", "micorsoft", "$brk.b", "苹果".
        instruments: All that can be named.
        is_share: Whether each of these words names a share, known or not.
    """
    found = tuple(_named(name, instruments, is_share=is_share) for name in names)

    def all_of(kind: str) -> tuple[str, ...]:
        return tuple(dict.fromkeys(chain.from_iterable(getattr(each, kind) for each in found)))

    return NamedShares(
        symbols=all_of("symbols"),
        unknown=all_of("unknown"),
        unsupported=all_of("unsupported"),
        misspelt=tuple(dict.fromkeys(chain.from_iterable(each.misspelt for each in found))),
    )


def _named(name: str, instruments: InstrumentTable, *, is_share: bool) -> NamedInstruments:
    codes, rest = find_codes(name)
    chunks = tuple(Chunker(blank_out_codes(rest, codes), instruments).chunks())
    found = find_names(chunks, codes, arguments=(), instruments=instruments)
    return found if found.has_any or not is_share else NamedInstruments(unknown=(name.lstrip("$"),))
