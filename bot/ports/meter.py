"""Port for the metrics shown to operators: volumes, durations and errors."""

from enum import StrEnum

from bot.domain.models.requests import ModelCall


class Arrival(StrEnum):
    """The kinds of input from a platform."""

    MESSAGE = "message"
    PRESS = "press"
    COMMAND = "command"


class RecallOutcome(StrEnum):
    """How a search for what was said before ended."""

    FOUND = "found"
    NOTHING = "nothing"
    WITHOUT_VECTORS = "without_vectors"  # the embedder failed: whatever was found was found by text alone
    LATEST = "latest"  # the search failed: what was said last was taken
    ERROR = "error"  # the answer goes on without


class Meter:
    """Counts events and measures durations; what is not overridden is discarded. Never raises, never blocks.

    Platforms, intents and kinds have their usual names ("slack", "ANALYZE"); unknown names are counted as "other", so
    that no input from outside can create a new time series.
    """

    def accepted(self, platform: str, kind: str) -> None:
        """Count a newly stored input; `kind` is an `Arrival`."""

    def duplicate(self, platform: str) -> None:
        """Count a repeated delivery of an input that was already stored."""

    def message_dropped(self, platform: str) -> None:
        """Count a message above its author's limits that is not answered, because an earlier answer says so."""

    def acknowledged(self, platform: str, seconds: float) -> None:
        """Record that a delivery was acknowledged `seconds` after it was received."""

    def answered(self, platform: str, intent: str, seconds: float) -> None:
        """Record that a reply was stored `seconds` after its message or press was accepted."""

    def delivered(self, platform: str, seconds: float) -> None:
        """Record that a reply was shown `seconds` after it was stored."""

    def delivery_failed(self, platform: str, kind: str) -> None:
        """Count a failed attempt to show a reply; `kind` is the error's class name: "DeliveryError"."""

    def rate_limited(self, platform: str, seconds: float) -> None:
        """Record that a platform demanded a wait of `seconds` before the next request."""

    def model_called(self, call: ModelCall) -> None:
        """Record a finished request to a language model: answered, answered from the cache, or failed."""

    def recalled(self, outcome: RecallOutcome, seconds: float) -> None:
        """Record how long a search for what was said before took, its embedding included."""

    def alert_told(self, seconds: float) -> None:
        """Record that a price alert was told `seconds` after the live price that reached it."""

    def price_doubted(self, kind: str) -> None:
        """Count a price that is not believed; `kind` is a `PriceDoubt`."""

    def error(self, kind: str) -> None:
        """Count any other error; `kind` is its class name: "StoreUnavailableError"."""


class NoMeter(Meter):
    """Discards everything."""
