"""Sends the spans of turns, their steps and requests to models to a collector, by OTLP over HTTP."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from bot.domain.models.requests import ModelAnswer, ModelRequest
from bot.ports import ChatModel, TextSink
from bot.ports.traces import Attributes, NoTracer, Span, Tracer

if TYPE_CHECKING:  # nothing of OpenTelemetry is imported where no collector is configured
    from opentelemetry import trace
_SERVICE_NAME: Final = "parley"
_PATH: Final = "/v1/traces"
_EXPORT_SECONDS: Final = 5.0  # time limit of one attempt to send, also of the last one at shutdown


class OtelSpan:
    """Implements `bot.ports.traces.Span`."""

    def __init__(self, span: "trace.Span") -> None:
        self._span = span

    def note(self, attributes: Attributes) -> None:
        self._span.set_attributes(dict(attributes))


class OtelTracer:
    """Implements `bot.ports.traces.Tracer`. Spans are buffered in memory and sent by a thread, or dropped."""

    def __init__(self, tracer: "trace.Tracer") -> None:
        self._tracer = tracer

    @contextmanager
    def span(self, name: str, attributes: Attributes) -> Iterator[Span]:
        """Measure the time of the body. Of an exception only the class is recorded: its message may be private."""
        from opentelemetry.trace import StatusCode  # noqa: PLC0415 - already imported when the tracer was created

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
    """Yield a tracer that sends to the collector at `endpoint`; without one, nothing is imported, kept or sent.

    `endpoint`: the collector's base URL: "http://localhost:4318"; None: there is none. `version`: Parley's version,
    sent with the spans.
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


@dataclass(frozen=True, slots=True)
class TracedModel:
    """Implements `bot.ports.ChatModel` by another one. Attributes follow OpenTelemetry's conventions for models."""

    model: ChatModel
    tracer: Tracer

    async def ask(self, request: ModelRequest, *, show: TextSink | None = None) -> ModelAnswer:
        options = request.options
        attributes: dict[str, str | int] = {
            "gen_ai.operation.name": "chat",
            "gen_ai.request.model": options.model,
            "gen_ai.request.max_tokens": options.max_tokens,
            "parley.purpose": request.purpose,
            "parley.prompt": request.prompt_version,
            "parley.role": options.role.value,
        }
        with self.tracer.span(f"chat {options.model}", attributes) as span:
            answer = await self.model.ask(request, show=show)
            span.note(
                {
                    "gen_ai.response.model": answer.model,
                    "gen_ai.usage.input_tokens": answer.tokens.prompt,
                    "gen_ai.usage.output_tokens": answer.tokens.completion,
                    "parley.attempts": answer.attempts,
                    "parley.cached": answer.is_cached,
                }
            )
            return answer
