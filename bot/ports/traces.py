"""Where a turn's time goes, for whoever operates Parley: spans within spans. Never what a person or a model said."""

from collections.abc import Mapping
from contextlib import AbstractContextManager, nullcontext
from typing import Protocol

Attributes = Mapping[str, str | int | float | bool]


class Span(Protocol):
    """One piece of work under way."""

    def note(self, attributes: Attributes) -> None:
        """Add what is known of it by now: names, codes, sizes, times; no one's words."""
        ...


class Tracer(Protocol):
    """Takes note of how long work takes. Never raises, never waits."""

    def span(self, name: str, attributes: Attributes) -> AbstractContextManager[Span]:
        """Take the time of what is inside, as a part of the span it runs in; an exception is noted by its class."""
        ...


class NoSpan:
    """Takes note of nothing."""

    def note(self, attributes: Attributes) -> None:
        """Do nothing."""


_NOTHING = nullcontext(NoSpan())


class NoTracer:
    """Takes note of nothing, where nobody looks."""

    def span(self, name: str, attributes: Attributes) -> AbstractContextManager[Span]:  # noqa: ARG002 - as every Tracer
        """Do nothing."""
        return _NOTHING
