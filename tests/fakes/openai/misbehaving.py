"""Carries out each planned fault."""

import asyncio
import gzip
import json
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from itertools import count
from typing import Final

from aiohttp import web

from .faults import ModelServerFault
from .model import Json, ModelOutput, ReceivedRequest
from .wire import completion, ending, error, event, pieces

_PAGE: Final = "<html><body><h1>It works</h1></body></html>"
_BLOCK: Final = "a" * 65_536


@dataclass(frozen=True, slots=True)
class Exchange:
    """One request that is to be answered badly."""

    request: web.Request
    received: ReceivedRequest
    fault: ModelServerFault
    said: ModelOutput

    @property
    def body(self) -> Json:
        return self.received.body

    @property
    def is_stream(self) -> bool:
        return bool(self.body.get("stream"))


async def wait(exchange: Exchange, seconds: float | None = None) -> None:
    """Wait (None: until the client leaves), and note when it leaves. Raises: ConnectionResetError: it has left."""
    loop = asyncio.get_running_loop()
    until = None if seconds is None else loop.time() + seconds
    while until is None or loop.time() < until:
        if exchange.request.transport is None or exchange.request.transport.is_closing():
            exchange.received.gone.set()
            raise ConnectionResetError
        await asyncio.sleep(0.005)


async def begun(exchange: Exchange) -> web.StreamResponse:
    kind = "text/event-stream" if exchange.is_stream else "application/json"
    response = web.StreamResponse(headers={"Content-Type": kind})
    response.enable_chunked_encoding()
    await response.prepare(exchange.request)
    return response


async def written(response: web.StreamResponse, parts: list[bytes]) -> None:
    for part in parts:
        await response.write(part)


def first_half(exchange: Exchange) -> list[bytes]:
    """Return the first half of the answer: events of a stream, or bytes of a body."""
    if exchange.is_stream:
        parts = [event(piece) for piece in pieces(exchange.body, exchange.said)]
        return parts[: (len(parts) + 1) // 2]
    whole = json.dumps(completion(exchange.body, exchange.said)).encode()
    return [whole[: len(whole) // 2]]


def whole(exchange: Exchange) -> list[bytes]:
    """All of a stream but its [DONE], or all of a body in bytes."""
    body, said = exchange.body, exchange.said
    if exchange.is_stream:
        return [event(piece) for piece in (*pieces(body, said), *ending(body, said))]
    return [bytes([byte]) for byte in json.dumps(completion(body, said)).encode()]


async def hang(exchange: Exchange) -> web.StreamResponse:
    await wait(exchange)
    raise AssertionError


async def drip(exchange: Exchange) -> web.StreamResponse:
    response = await begun(exchange)
    for part in whole(exchange):
        await response.write(part)
        await wait(exchange, exchange.fault.seconds)  # a test may change them meanwhile
    return response


async def stall(exchange: Exchange) -> web.StreamResponse:
    await written(await begun(exchange), first_half(exchange))
    await wait(exchange)
    raise AssertionError


async def left_open(exchange: Exchange) -> web.StreamResponse:
    await written(await begun(exchange), whole(exchange))
    await wait(exchange)
    raise AssertionError


async def reset(exchange: Exchange) -> web.StreamResponse:
    if exchange.request.transport is not None:
        exchange.request.transport.close()
    raise ConnectionResetError


async def cut(exchange: Exchange) -> web.StreamResponse:
    await written(await begun(exchange), first_half(exchange))
    return await reset(exchange)


async def unfinished(exchange: Exchange) -> web.StreamResponse:
    response = await begun(exchange)
    await written(response, first_half(exchange))
    return response


async def no_done(exchange: Exchange) -> web.StreamResponse:
    response = await begun(exchange)
    await written(response, whole(exchange))
    return response


async def stream_error(exchange: Exchange) -> web.StreamResponse:
    response = await unfinished(exchange)
    await response.write(event(error("The server had an error.", code=None, kind="server_error")))
    return response


async def bad_json(exchange: Exchange) -> web.StreamResponse:
    response = await begun(exchange)
    await response.write(b'data: {"choices": [\n\n' if exchange.is_stream else b'{"choices": [')
    return response


async def endless(exchange: Exchange) -> web.StreamResponse:
    response = await begun(exchange)
    await response.write(b'{"choices": [{"message": {"content": "')
    for _ in count():
        more = next(
            p for p in pieces(exchange.body, ModelOutput(text=_BLOCK)) if p["choices"][0]["delta"].get("content")
        )
        more["choices"][0]["delta"]["content"] = _BLOCK
        await response.write(event(more) if exchange.is_stream else _BLOCK.encode())
        await asyncio.sleep(0)
    raise AssertionError


async def compressed(exchange: Exchange) -> web.StreamResponse:
    packed = gzip.compress(json.dumps(completion(exchange.body, ModelOutput(text=_BLOCK * 300))).encode())
    headers = {"Content-Encoding": "gzip", "Content-Type": "application/json"}
    return web.Response(body=packed, headers=headers)


WAYS: Final[dict[str, Callable[[Exchange], Awaitable[web.StreamResponse]]]] = {
    "hang": hang,
    "drip": drip,
    "stall": stall,
    "left_open": left_open,
    "reset": reset,
    "cut": cut,
    "unfinished": unfinished,
    "no_done": no_done,
    "stream_error": stream_error,
    "bad_json": bad_json,
    "endless": endless,
    "compressed": compressed,
}


def refused(fault: ModelServerFault, *, key: str) -> web.Response | None:
    """Return the answer of a fault that is one of status and text; None: it is none of these."""
    if fault.kind in {"html", "bad_gateway"}:
        return web.Response(text=_PAGE, content_type="text/html", status=200 if fault.kind == "html" else 502)
    if fault.kind == "redirect":
        return web.Response(status=307, headers={"Location": fault.to})
    retry = {} if fault.seconds < 0 else {"Retry-After": f"{fault.seconds:g}"}
    table = {
        "rate_limited": (429, error("Rate limit reached", code="rate_limit_exceeded", kind="requests")),
        "quota": (429, error("You exceeded your current quota", code="insufficient_quota", kind="insufficient_quota")),
        "server_error": (500, error("The server had an error", code=None, kind="server_error")),
        "unavailable": (503, error("The engine is overloaded", code=None, kind="server_error")),
        "unauthorized": (401, error(f"Incorrect API key provided: {key}", code="invalid_api_key")),
        "forbidden": (403, error(f"Project of {key} has no access", code="forbidden")),
        "model_missing": (404, error("The model does not exist", code="model_not_found", param="model")),
        "prompt_too_long": (
            400,
            error("This model's maximum context length is 8192 tokens", code="context_length_exceeded"),
        ),
        "bad_request": (400, error("Something is wrong with your request", code="invalid_value")),
    }
    if fault.kind not in table:
        return None
    status, body = table[fault.kind]
    return web.json_response(body, status=status, headers=retry if fault.kind == "rate_limited" else None)


def altered(fault: ModelServerFault, said: ModelOutput) -> ModelOutput:
    """Return the replacement for `said`, if the fault changes the content."""
    text = said.text or ""
    if fault.kind == "bad_content":
        return replace(said, text="I would rather not say it in JSON.")
    if fault.kind in {"length", "content_filter"}:
        return replace(said, text=text[: len(text) // 2], finish=fault.kind)
    if fault.kind == "refusal":
        return ModelOutput(refusal="I cannot help with that.")
    return ModelOutput(text=None) if fault.kind == "null_content" else said
