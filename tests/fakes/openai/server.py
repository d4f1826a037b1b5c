"""The fake model server on one loopback port."""

import asyncio
import socket
from collections.abc import Set as AbstractSet
from typing import Final, Self

from aiohttp import web

from .faults import ModelServerFault, ModelServerFaults, rejection_of
from .misbehaving import WAYS, Exchange, altered, refused
from .model import Json, ModelOutput, ReceivedRequest, Script, plain_answer
from .wire import completion, ending, error, event, pieces

HOST: Final = "127.0.0.1"
MODELS: Final = ("gpt-4.1", "gpt-4.1-mini")
_LARGEST: Final = 64 * 1024 * 1024  # bytes of a request


class FakeOpenAI:
    """A model's server: `async with FakeOpenAI(script) as server`, then point the client at `server.url`.

    Args:
        script: What the model says to a request.
        key: The one key that is taken; None: any, or none at all.
        models: What can be asked.
        unsupported: Parameters that are refused with 400, and "json_schema" or "json_object" of forms.
        has_models_page: Whether GET /models is there.
        port: 0: any that is free.
        latency: Seconds before each answer begins.
    """

    def __init__(  # noqa: PLR0913 - a server has this many sides
        self,
        script: Script = plain_answer,
        *,
        key: str | None = None,
        models: tuple[str, ...] | None = MODELS,
        unsupported: AbstractSet[str] = frozenset(),
        has_models_page: bool = True,
        port: int = 0,
        latency: float = 0,
    ) -> None:
        self.script = script
        self.key = key
        self.models = models
        self.unsupported = unsupported
        self.has_models_page = has_models_page
        self.latency = latency
        self.faults = ModelServerFaults()
        self.received: list[ReceivedRequest] = []
        self.url = ""
        self._port = port
        self._runner: web.AppRunner | None = None

    async def __aenter__(self) -> Self:
        await self.start()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.stop()

    async def start(self) -> None:
        """Listen; at the same port as before, if it was stopped."""
        listening = socket.create_server((HOST, self._port))
        self._port = listening.getsockname()[1]
        self.url = f"http://{HOST}:{self._port}/v1"
        app = web.Application(client_max_size=_LARGEST)
        app.router.add_post("/v1/chat/completions", self._chat)
        app.router.add_get("/v1/models", self._list)
        self._runner = web.AppRunner(app, access_log=None, shutdown_timeout=0.05)
        await self._runner.setup()
        await web.SockSite(self._runner, listening).start()

    async def stop(self) -> None:
        """Close every connection; further ones are refused."""
        if self._runner is not None:
            await self._runner.cleanup()
            self._runner = None

    @property
    def asked(self) -> list[ReceivedRequest]:
        """The requests for an answer, oldest first."""
        return [each for each in self.received if each.path.endswith("/chat/completions")]

    async def _list(self, request: web.Request) -> web.StreamResponse:
        received = ReceivedRequest(request.path, dict(request.headers), {})
        self.received.append(received)
        fault = self.faults.take()
        if answer := self._denied(request, fault):
            return answer
        if fault is not None and fault.kind in WAYS:
            return await self._misbehave(Exchange(request, received, fault, ModelOutput(text="")))
        if not self.has_models_page:
            return web.Response(status=404, text="404 page not found")
        listed = [{"id": each, "object": "model", "created": 1, "owned_by": "us"} for each in self.models or ()]
        return web.json_response({"object": "list", "data": listed})

    async def _chat(self, request: web.Request) -> web.StreamResponse:
        received = ReceivedRequest(request.path, dict(request.headers), await request.json())
        self.received.append(received)
        await asyncio.sleep(self.latency)
        fault = self.faults.take()
        if answer := self._denied(request, fault) or self._not_taken(received.body):
            return answer
        said = self.script(received.body)
        said = ModelOutput(text=said) if isinstance(said, str) else said
        if fault is not None and fault.kind in WAYS:
            return await self._misbehave(Exchange(request, received, fault, said))
        if fault is not None and fault.kind == "no_choices":
            return web.json_response({**completion(received.body, said), "choices": []})
        said = said if fault is None else altered(fault, said)
        if received.body.get("stream"):
            return await self._stream(request, received.body, said)
        return web.json_response(completion(received.body, said))

    def _denied(self, request: web.Request, fault: ModelServerFault | None) -> web.Response | None:
        key = request.headers.get("Authorization", "").removeprefix("Bearer ")
        if self.key is not None and key != self.key:
            fault = ModelServerFault(kind="unauthorized")
        return refused(fault, key=key) if fault is not None else None

    def _not_taken(self, body: Json) -> web.Response | None:
        if self.models is not None and body.get("model") not in self.models:
            said = f"The model `{body.get('model')}` does not exist"
            return web.json_response(error(said, code="model_not_found", param="model"), status=404)
        what = rejection_of(body, self.unsupported)
        return web.json_response(what, status=400) if what is not None else None

    async def _stream(self, request: web.Request, body: Json, said: ModelOutput) -> web.StreamResponse:
        response = web.StreamResponse(headers={"Content-Type": "text/event-stream"})
        await response.prepare(request)
        for piece in (*pieces(body, said), *ending(body, said)):
            await response.write(event(piece))
            await asyncio.sleep(0)
        await response.write(event("[DONE]"))
        return response

    async def _misbehave(self, exchange: Exchange) -> web.StreamResponse:
        try:
            return await WAYS[exchange.fault.kind](exchange)
        except ConnectionError:  # the client has left, or has been left
            return web.Response()
