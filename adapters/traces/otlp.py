"""Spans sent to a collector by OTLP over HTTP: of each turn, each of its steps and each request to a model."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from typing import TYPE_CHECKING, Final

from bot.ports.traces import Attributes, NoTracer, Span, Tracer

if TYPE_CHECKING:  # where no collector is configured, nothing of it is imported
    from opentelemetry import trace

_SERVICE_NAME: Final = "parley"
_PATH: Final = "/v1/traces"
_EXPORT_SECONDS: Final = 5.0  # of one attempt to send, and of the last one at the end


class OtelSpan:
    """Fulfils `Span`."""

    def __init__(self, span: "trace.Span") -> None:
        self._span = span

    def note(self, attributes: Attributes) -> None:
        """Add attributes."""
        self._span.set_attributes(dict(attributes))


class OtelTracer:
    """Fulfils `Tracer`. Spans are kept in memory and sent from a thread; what cannot be sent is dropped."""

    def __init__(self, tracer: "trace.Tracer") -> None:
        self._tracer = tracer

    @contextmanager
    def span(self, name: str, attributes: Attributes) -> Iterator[Span]:
        """Take the time of what is inside. An exception's message may hold somebody's words: its class is noted."""
        from opentelemetry.trace import StatusCode  # noqa: PLC0415 - imported already, when the tracer was made

        with self._tracer.start_as_current_span(
            name, attributes=dict(attributes), record_exception=False, set_status_on_exception=False
        ) as span:
            try:
                yield OtelSpan(span)
            except BaseException as error:
                span.set_attribute("error.type", type(error).__name__)
                span.set_status(StatusCode.ERROR)
                raise


@asynccontextmanager
async def open_tracer(endpoint: str | None, *, version: str = "") -> AsyncIterator[Tracer]:
    """Lend a tracer that sends to the collector at `endpoint`; without one, nothing is imported, kept or sent.

    Args:
        endpoint: The collector's base address: "http://localhost:4318"; None: there is none.
        version: Ours, as the collector is told.
    """
    if not endpoint:
        yield NoTracer()
        return
    from opentelemetry.exporter.otlp.proto.http.trace_exporter import (  # noqa: PLC0415 - costs 0.4 s and some memory
        OTLPSpanExporter,
    )
    from opentelemetry.sdk.resources import Resource  # noqa: PLC0415 - see above
    from opentelemetry.sdk.trace import TracerProvider  # noqa: PLC0415 - see above
    from opentelemetry.sdk.trace.export import BatchSpanProcessor  # noqa: PLC0415 - see above

    exporter = OTLPSpanExporter(endpoint=endpoint.rstrip("/") + _PATH, timeout=_EXPORT_SECONDS)
    resource = Resource.create({"service.name": _SERVICE_NAME, "service.version": version})
    provider = TracerProvider(resource=resource, shutdown_on_exit=False)
    provider.add_span_processor(BatchSpanProcessor(exporter))
    try:
        yield OtelTracer(provider.get_tracer(_SERVICE_NAME))
    finally:
        await asyncio.to_thread(provider.shutdown)
