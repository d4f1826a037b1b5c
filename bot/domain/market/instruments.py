"""Instruments we know: how people call them, and which one they mean."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from heapq import nsmallest

from bot.domain.text.tokens import Phrase, PhraseTable, key

_MAX_WORD = 40  # characters; longer words are no names


@dataclass(frozen=True, slots=True)
class Instrument:
    """A security listed in the United States."""

    symbol: str  # upper case, as listed: AAPL, BRK.B
    name: str  # the company's or fund's English name
    aliases: tuple[str, ...] = ()  # other names people use, English and Chinese: "google", "谷歌"

    @property
    def names(self) -> tuple[str, ...]:
        """All its names, the symbol first."""
        return (self.symbol, self.name, *self.aliases)


class InstrumentTable:
    """The instruments we know; a name of several means a covered one first, then the one whose ticker it is."""

    def __init__(self, instruments: Iterable[Instrument], *, covered: Collection[str] | None = None) -> None:
        """Index `instruments`; `covered` are the symbols with data, or None when all have data."""
        rows = tuple(instruments)
        self._by_symbol = {row.symbol: row for row in rows}
        self._covered = frozenset(self._by_symbol if covered is None else covered)
        by_name: dict[Phrase, Instrument] = {}
        for group in (True, False):
            members = [row for row in rows if self.covers(row.symbol) is group]
            called = [(row.symbol, row) for row in members] + [(name, row) for row in members for name in row.names]
            for name, row in called:
                by_name.setdefault(key(name), row)
        self._by_name = PhraseTable(by_name)

    def __iter__(self) -> Iterator[Instrument]:
        return iter(self._by_symbol.values())

    def __len__(self) -> int:
        return len(self._by_symbol)

    def covers(self, symbol: str) -> bool:
        """Whether the present market has data for this symbol."""
        return symbol.upper() in self._covered

    def get(self, symbol: str) -> Instrument | None:
        """Return the instrument with this ticker, in either case."""
        return self._by_symbol.get(symbol.upper())

    def find_instrument(self, name: str) -> Instrument | None:
        """Return what a whole name or ticker means, in either case."""
        return self._by_name.get(key(name))

    def match(self, words: Sequence[str], at: int) -> tuple[Instrument, int] | None:
        """Return the instrument with the longest name that begins at `words[at]`, and that name's tokens."""
        return self._by_name.longest_match(words, at)

    def suggest(self, typed: str, limit: int = 25) -> tuple[Instrument, ...]:
        """Return up to `limit` covered instruments of which one name begins with `typed`; symbols go before names."""
        begun = typed.strip().lower()[:_MAX_WORD]
        ranked = (
            (min(rank for rank, name in enumerate(row.names) if name.lower().startswith(begun)), row.symbol, row)
            for row in self
            if self.covers(row.symbol) and any(name.lower().startswith(begun) for name in row.names)
        )
        return tuple(row for *_, row in nsmallest(limit, ranked, key=lambda each: each[:2]))
