"""The shares that a request is about: a slot of many requests."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class MisspeltName:
    """A word that misspells the name of one instrument only: "googel"."""

    typed: str
    symbol: str


@dataclass(frozen=True, slots=True, kw_only=True)
class NamedShares:
    """The shares that a message names; all empty: none, so that those talked of may be meant."""

    symbols: tuple[str, ...] = ()  # known instruments, in order of mention, no duplicates
    unknown: tuple[str, ...] = ()  # written as tickers ("$ABCD", "/analyze FOOO") but not known
    unsupported: tuple[str, ...] = ()  # codes and names of unsupported markets: "0700.HK", "600519", "BTC", "比特币"
    misspelt: tuple[MisspeltName, ...] = ()  # "googel": a guess, whose symbol is among `symbols`
