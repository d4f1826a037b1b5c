"""Requests about what failed."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ShowFailures:
    """Show why orders failed and cards cannot be confirmed."""

    symbols: tuple[str, ...] = ()  # of these shares; empty: of any
