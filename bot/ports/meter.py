"""What operators count: how much comes in, how long it takes, what goes wrong."""

from enum import StrEnum
from typing import Protocol

from bot.domain.models.requests import ModelCall


class Arrival(StrEnum):
    """How something came in from a platform."""

    MESSAGE = "message"
    PRESS = "press"
    COMMAND = "command"


class Meter(Protocol):
    """Takes note of what happens. Never raises, never waits.

    Platforms, intents and kinds are named as elsewhere ("slack", "ANALYZE"); a name that is none of ours counts among
    "other", so that nothing a stranger sends makes a new series.
    """

    def accepted(self, platform: str, kind: str) -> None:
        """Something new was stored; `kind` is an Arrival."""
        ...

    def duplicate(self, platform: str) -> None:
        """A platform delivered again what was stored already."""
        ...

    def acknowledged(self, platform: str, seconds: float) -> None:
        """A delivery was acknowledged `seconds` after it was received."""
        ...

    def answered(self, platform: str, intent: str, seconds: float) -> None:
        """A reply was stored `seconds` after its message or press was accepted."""
        ...

    def delivered(self, platform: str, seconds: float) -> None:
        """A reply was shown `seconds` after it was stored."""
        ...

    def delivery_failed(self, platform: str, kind: str) -> None:
        """An attempt to show a reply failed; `kind` is the error's class: "DeliveryError"."""
        ...

    def rate_limited(self, platform: str, seconds: float) -> None:
        """A platform told us to wait `seconds` before the next request."""
        ...

    def model_called(self, call: ModelCall) -> None:
        """A request to a language model has ended: with an answer, a cached one, or an error."""
        ...

    def error(self, kind: str) -> None:
        """Something else went wrong; `kind` is the error's class: "StoreUnavailableError"."""
        ...


class NoMeter:
    """Takes note of nothing, where nobody looks."""

    def accepted(self, platform: str, kind: str) -> None:
        """Do nothing."""

    def duplicate(self, platform: str) -> None:
        """Do nothing."""

    def acknowledged(self, platform: str, seconds: float) -> None:
        """Do nothing."""

    def answered(self, platform: str, intent: str, seconds: float) -> None:
        """Do nothing."""

    def delivered(self, platform: str, seconds: float) -> None:
        """Do nothing."""

    def delivery_failed(self, platform: str, kind: str) -> None:
        """Do nothing."""

    def rate_limited(self, platform: str, seconds: float) -> None:
        """Do nothing."""

    def model_called(self, call: ModelCall) -> None:
        """Do nothing."""

    def error(self, kind: str) -> None:
        """Do nothing."""
