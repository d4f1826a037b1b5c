"""Spans of a turn and of requests to models arrive at a collector; none of them holds anybody's words."""

import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from uuid import uuid4

import pytest
from aiohttp import web
from aiohttp.test_utils import TestServer
from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest
from opentelemetry.proto.trace.v1.trace_pb2 import Span, Status

from adapters.traces.otlp import TracedModel, open_tracer
from bot.agents.model_client import AgentRequest, ModelClient
from bot.agents.registry import PROSE
from bot.bootstrap.conversation import ConversationCore
from bot.domain.ids import TenantId
from bot.domain.models.requests import Caller
from bot.model_errors import ModelTimeoutError
from bot.ports.traces import NoTracer
from bot.prompts import Prompt
from tests.fakes.core import Talk
from tests.fakes.model import FakeModel, Script, options

SECRETS = ("analyze", "GOOG", "hush", "the answer")


class SpanCollector:
    """An OTLP collector over HTTP."""

    def __init__(self) -> None:
        self.requests: list[ExportTraceServiceRequest] = []
        self.status = 200

    async def take(self, request: web.Request) -> web.Response:
        assert request.content_type == "application/x-protobuf"
        self.requests.append(ExportTraceServiceRequest.FromString(await request.read()))
        return web.Response(status=self.status)

    @property
    def spans(self) -> dict[str, Span]:
        groups = (scope for each in self.requests for resource in each.resource_spans for scope in resource.scope_spans)
        return {span.name: span for group in groups for span in group.spans}


@asynccontextmanager
async def collecting() -> AsyncIterator[tuple[SpanCollector, str]]:
    collector = SpanCollector()
    app = web.Application()
    app.router.add_post("/v1/traces", collector.take)
    async with TestServer(app) as server:
        yield collector, str(server.make_url("/"))


def facts(span: Span) -> dict[str, str]:
    return {each.key: str(each.value.ListFields()[0][1]) for each in span.attributes}


async def asked(script: Script, endpoint: str) -> None:
    async with open_tracer(endpoint) as tracer:
        client = ModelClient(TracedModel(FakeModel(script), tracer), options)
        caller = Caller(tenant_id=TenantId(uuid4()))
        agent_request = AgentRequest(agent=PROSE, prompt=Prompt("hush", "prose@1"), messages=(), caller=caller)
        await client.ask_text(agent_request)


async def test_each_step_of_a_turn_is_a_span_within_the_turns() -> None:
    async with collecting() as (collector, endpoint):
        async with open_tracer(endpoint, version="1.2") as tracer:
            talk = Talk()
            talk.core = ConversationCore(replace(talk.ports, tracer=tracer))
            talk.manager = talk.core.manager(talk.handlers)
            await talk.say("ann", "analyze GOOG")
        spans = collector.spans

    assert spans.keys() == {"turn", "turn.route", "turn.recall", "turn.respond", "turn.persist"}
    turn = spans.pop("turn")
    assert not turn.parent_span_id
    assert {each.parent_span_id for each in spans.values()} == {turn.span_id}
    assert {each.trace_id for each in spans.values()} == {turn.trace_id}
    assert facts(turn)["parley.platform"] == "console"
    assert facts(spans["turn.route"])["parley.target"] == "ANALYZE"
    assert all(each.end_time_unix_nano >= each.start_time_unix_nano for each in spans.values())
    resource = collector.requests[0].resource_spans[0].resource
    assert {each.key: each.value.string_value for each in resource.attributes}["service.name"] == "parley"
    sent = b"".join(request.SerializeToString() for request in collector.requests).decode(errors="replace")
    assert not [secret for secret in (*SECRETS, "Ann") if secret in sent]


async def test_a_request_to_a_model_is_a_span_without_its_words() -> None:
    async with collecting() as (collector, endpoint):
        await asked(lambda _: "the answer", endpoint)
        (span,) = collector.spans.values()

    said = facts(span)
    assert span.name == "chat fake-main"
    assert said["gen_ai.usage.input_tokens"] == "100"
    assert said["gen_ai.usage.output_tokens"] == "10"
    assert (said["parley.purpose"], said["parley.prompt"]) == ("prose", "prose@1")
    sent = collector.requests[0].SerializeToString().decode(errors="replace")
    assert not [secret for secret in SECRETS if secret in sent]


async def test_a_request_that_fails_is_marked_by_the_class_of_its_error_alone() -> None:
    async with collecting() as (collector, endpoint):
        with pytest.raises(ModelTimeoutError):
            await asked(lambda _: ModelTimeoutError(partial="hush"), endpoint)
        (span,) = collector.spans.values()

    assert span.status.code == Status.STATUS_CODE_ERROR
    assert not span.status.message
    assert facts(span)["error.type"] == "ModelTimeoutError"
    assert not span.events
    assert "hush" not in collector.requests[0].SerializeToString().decode(errors="replace")


async def test_when_the_collector_refuses_then_nothing_else_suffers(caplog: pytest.LogCaptureFixture) -> None:
    async with collecting() as (collector, endpoint):
        collector.status = 400
        await asked(lambda _: "the answer", endpoint)
    assert collector.requests
    assert "hush" not in caplog.text


async def test_without_a_collector_nothing_is_traced() -> None:
    async with open_tracer(None) as tracer:
        assert isinstance(tracer, NoTracer)
        with tracer.span("turn", {}) as span:
            span.note({"a": 1})


def test_without_a_collector_nothing_is_imported() -> None:
    program = (
        "import asyncio, sys\n"
        "from adapters.traces.otlp import open_tracer\n"
        "async def main():\n"
        "    async with open_tracer(None): pass\n"
        "asyncio.run(main())\n"
        "print([name for name in sys.modules if name.startswith('opentelemetry')])\n"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)  # noqa: S603 - ours
    assert done.stdout.strip() == "[]"
