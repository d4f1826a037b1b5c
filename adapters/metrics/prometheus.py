"""This process's metrics, for Prometheus. Names, labels and meanings are listed in docs/operations.md."""

from collections.abc import Callable, Collection, Iterator
from typing import Final

from prometheus_client import (
    CollectorRegistry,
    Counter,
    Gauge,
    GCCollector,
    Histogram,
    PlatformCollector,
    ProcessCollector,
)

from bot.domain.conversation.states import Intent
from bot.domain.market.price_checks import PriceDoubt
from bot.domain.models.requests import ModelCall
from bot.errors import ParleyError
from bot.ports.meter import Arrival, Meter, RecallOutcome

PLATFORMS: Final = frozenset({"console", "slack", "discord"})
OTHER: Final = "other"

_INTENTS: Final = frozenset(Intent)
_ARRIVALS: Final = frozenset(Arrival)
_DOUBTS: Final = frozenset(PriceDoubt)
_OUTCOMES: Final = frozenset({"ok", "cached", "CancelledError"})  # of a model's request, besides ParleyErrors

# Seconds. Platforms repeat a delivery that is not acknowledged within 3 s; a model takes from seconds to minutes.
_ACKNOWLEDGEMENT_BUCKETS: Final = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.0, 3.0, 5.0)
_ANSWER_BUCKETS: Final = (0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0, 60.0, 120.0, 300.0, 900.0)
_MODEL_BUCKETS: Final = (0.25, 0.5, 1.0, 2.0, 3.0, 5.0, 8.0, 12.0, 20.0, 28.0)
_ALERT_BUCKETS: Final = (1.0, 5.0, 15.0, 30.0, 60.0, 120.0, 300.0, 900.0, 3600.0)
_RECALL_BUCKETS: Final = (0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.0, 3.0)
_DELIVERY_BUCKETS: Final = (0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0, 60.0, 120.0, 300.0, 900.0)


class PrometheusMeter(Meter):
    """Implements `bot.ports.Meter` with its own registry, to which other libraries add nothing.

    `purposes`: of model requests, those that get a label of their own.
    """

    def __init__(self, *, purposes: Collection[str]) -> None:
        self.registry = CollectorRegistry()
        self._purposes = frozenset(purposes)
        for collector in (ProcessCollector, PlatformCollector, GCCollector):
            collector(registry=self.registry)
        self._accepted = self._counter("accepted", "New messages, presses and commands stored.", "platform", "kind")
        self._duplicates = self._counter("duplicates", "Deliveries of what was stored already.", "platform")
        self._failures = self._counter("delivery_failures", "Failed attempts to show a reply.", "platform", "kind")
        self._rate_limits = self._counter("rate_limited", "Requests that a platform told us to delay.", "platform")
        self._rate_limit_seconds = self._counter(
            "rate_limited_seconds", "Delays that a platform asked for.", "platform"
        )
        self._dropped = self._counter("dropped_messages", "Messages above their author's limits.", "platform")
        self._errors = self._counter("errors", "What else went wrong.", "kind")
        self._doubted = self._counter("doubted_prices", "Prices of a share and session that are not believed.", "kind")
        self._connected = Gauge(
            "parley_platform_connected",
            "Whether this process can receive from a platform (1) or not (0).",
            ["platform"],
            registry=self.registry,
        )
        self._acknowledgement = self._histogram(
            "acknowledgement",
            "From the receipt of a delivery to its acknowledgement.",
            _ACKNOWLEDGEMENT_BUCKETS,
            "platform",
        )
        self._answer = self._histogram(
            "answer",
            "From the acceptance of a message or press to its stored reply.",
            _ANSWER_BUCKETS,
            "platform",
            "intent",
        )
        self._delivery = self._histogram(
            "delivery", "From the storing of a reply to its showing on the platform.", _DELIVERY_BUCKETS, "platform"
        )
        self._model = self._histogram(
            "model", "Requests to language models, from the question to its end.", _MODEL_BUCKETS, "purpose", "outcome"
        )
        self._recall = self._histogram(
            "recall",
            "Searches for what was said before, with the embedding of the question.",
            _RECALL_BUCKETS,
            "outcome",
        )
        self._alerts = self._histogram(
            "alert", "From the live price that reached a price alert to its telling.", _ALERT_BUCKETS
        )
        self._model_tokens = self._counter("model_tokens", "What models read and wrote.", "purpose", "kind")
        self._tokens_saved = self._counter(
            "model_tokens_saved", "What models did not read of conversations.", "purpose"
        )
        self._model_cost = self._counter("model_cost_usd", "What models cost, where prices are set.", "purpose")

    def _counter(self, name: str, meaning: str, *labels: str) -> Counter:
        return Counter(f"parley_{name}", meaning, labels, registry=self.registry)

    def _histogram(self, name: str, meaning: str, buckets: tuple[float, ...], *labels: str) -> Histogram:
        return Histogram(f"parley_{name}_seconds", meaning, labels, registry=self.registry, buckets=buckets)

    def watch_connection(self, platform: str, is_connected: Callable[[], bool]) -> None:
        """Show whether a platform is connected, as `is_connected` returns it at each scrape."""
        self._connected.labels(_platform_label(platform)).set_function(lambda: float(is_connected()))

    def accepted(self, platform: str, kind: str) -> None:
        self._accepted.labels(_platform_label(platform), _known_or_other(_ARRIVALS, kind)).inc()

    def duplicate(self, platform: str) -> None:
        self._duplicates.labels(_platform_label(platform)).inc()

    def message_dropped(self, platform: str) -> None:
        self._dropped.labels(_platform_label(platform)).inc()

    def acknowledged(self, platform: str, seconds: float) -> None:
        self._acknowledgement.labels(_platform_label(platform)).observe(seconds)

    def answered(self, platform: str, intent: str, seconds: float) -> None:
        self._answer.labels(_platform_label(platform), _known_or_other(_INTENTS, intent)).observe(seconds)

    def delivered(self, platform: str, seconds: float) -> None:
        self._delivery.labels(_platform_label(platform)).observe(seconds)

    def delivery_failed(self, platform: str, kind: str) -> None:
        self._failures.labels(_platform_label(platform), _error_label(kind)).inc()

    def rate_limited(self, platform: str, seconds: float) -> None:
        self._rate_limits.labels(_platform_label(platform)).inc()
        self._rate_limit_seconds.labels(_platform_label(platform)).inc(max(seconds, 0.0))

    def model_called(self, call: ModelCall) -> None:
        purpose = _known_or_other(self._purposes, call.purpose)
        end = "cached" if call.is_cached else call.outcome
        self._model.labels(purpose, end if end in _OUTCOMES else _error_label(end)).observe(call.latency)
        self._model_tokens.labels(purpose, "prompt").inc(call.tokens.prompt)
        self._model_tokens.labels(purpose, "completion").inc(call.tokens.completion)
        self._tokens_saved.labels(purpose).inc(max(call.history.saved, 0))
        self._model_cost.labels(purpose).inc(float(call.cost))

    def recalled(self, outcome: RecallOutcome, seconds: float) -> None:
        self._recall.labels(outcome.value).observe(seconds)

    def alert_told(self, seconds: float) -> None:
        self._alerts.observe(seconds)

    def price_doubted(self, kind: str) -> None:
        self._doubted.labels(_known_or_other(_DOUBTS, kind)).inc()

    def error(self, kind: str) -> None:
        self._errors.labels(_error_label(kind)).inc()


def _platform_label(name: str) -> str:
    return _known_or_other(PLATFORMS, name)


def _known_or_other(known: Collection[str], name: str) -> str:
    return str(name) if name in known else OTHER


def _error_label(kind: str) -> str:
    return _known_or_other({cls.__name__ for cls in _with_subclasses(ParleyError)}, kind)


def _with_subclasses(cls: type[ParleyError]) -> Iterator[type[ParleyError]]:
    yield cls
    for child in cls.__subclasses__():
        yield from _with_subclasses(child)
