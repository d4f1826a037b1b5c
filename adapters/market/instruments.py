"""Reads the table of known instruments, with their names and aliases, from instruments.csv."""

import csv
from collections.abc import Collection
from functools import cache
from importlib.resources import files

from bot.domain.market.instruments import Instrument, InstrumentTable

_FILE = "instruments.csv"
_ALIAS_SEPARATOR = "|"


def load_instruments(symbols: Collection[str] | None = None) -> InstrumentTable:
    """Return all known instruments.

    `symbols`: the symbols covered by the market's data; a name shared by several instruments means a covered one first.
    None: all listed ones. The others remain known, so that Parley can explain that TSLA has no data here, or that FB
    was Facebook; see `InstrumentTable.covers`.
    """
    return _load_table(None if symbols is None else frozenset(symbols))


@cache  # indexing thousands of names takes a while, and the tables never change
def _load_table(symbols: frozenset[str] | None) -> InstrumentTable:
    text = (files(__package__) / _FILE).read_text(encoding="utf-8")
    rows = tuple(csv.DictReader(text.splitlines()))
    listed = frozenset(row["symbol"] for row in rows if not row["delisted"])
    return InstrumentTable(map(_instrument_from_row, rows), covered=listed if symbols is None else symbols)


def _instrument_from_row(row: dict[str, str]) -> Instrument:
    aliases = tuple(alias for alias in row["aliases"].split(_ALIAS_SEPARATOR) if alias)
    return Instrument(symbol=row["symbol"], name=row["name"], aliases=aliases)
