"""Port for traces: nested spans that show where a turn spends its time. They never hold text of people or models."""

from collections.abc import Mapping
from contextlib import AbstractContextManager, nullcontext
from typing import Protocol

Attributes = Mapping[str, str | int | float | bool]


class Span(Protocol):
    """A timed operation in progress."""

    def note(self, attributes: Attributes) -> None:
        """Add attributes: names, codes, sizes and times, never text of people or models."""


class Tracer(Protocol):
    """Times operations. Never raises, never blocks."""

    def span(self, name: str, attributes: Attributes) -> AbstractContextManager[Span]:
        """Time the body of the `with` block as a child of the current span; an exception is recorded by its class."""


class NoSpan:
    """Implements `Span` by discarding everything."""

    def note(self, attributes: Attributes) -> None:
        """Do nothing."""


_NO_SPAN = nullcontext(NoSpan())


class NoTracer:
    """Implements `Tracer` by discarding everything."""

    def span(self, name: str, attributes: Attributes) -> AbstractContextManager[Span]:  # noqa: ARG002 - the port's signature
        """Do nothing."""
        return _NO_SPAN
