"""Embeddings of a server: their order, batches, retries, and the dimension that was asked for."""

import math
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import Any

import pytest
from aiohttp import web

from adapters.llm.openai_models import OpenAIEmbedder, embedding_options
from bot.errors import SettingsError
from bot.model_errors import (
    ModelError,
    ModelGarbledError,
    ModelRefusedKeyError,
    ModelTimeoutError,
    ModelUnreachableError,
)

Answer = Callable[[dict[str, Any]], web.StreamResponse]


class Server:
    """An embeddings server: a text's vector holds its length. The first answers may be others."""

    def __init__(self, *first: Answer, dimensions: int | None = None, takes_dimensions: bool = True) -> None:
        self.first = list(first)
        self.dimensions = dimensions  # None: those that are asked for
        self.takes_dimensions = takes_dimensions
        self.received: list[dict[str, Any]] = []
        self.url = ""

    async def answer(self, request: web.Request) -> web.StreamResponse:
        body = await request.json()
        self.received.append(body)
        if self.first:
            return self.first.pop(0)(body)
        if "dimensions" in body and not self.takes_dimensions:
            return error(400, "dimensions is not supported")
        size = self.dimensions or body["dimensions"]
        vectors = [[float(len(text)), *[1.0] * (size - 1)] for text in body["input"]]
        data = [{"object": "embedding", "index": n, "embedding": each} for n, each in enumerate(vectors)]
        return web.json_response({"object": "list", "model": body["model"], "data": data[::-1]})


def error(status: int, message: str) -> web.Response:
    return web.json_response({"error": {"message": message, "type": "invalid_request_error"}}, status=status)


def copied(answer: web.Response) -> Answer:
    """The same answer again: one object can be sent once."""
    return lambda _: web.Response(body=answer.body, status=answer.status, content_type=answer.content_type)


@asynccontextmanager
async def embedder_of(server: Server, *, dimensions: int = 3, seconds: float = 10) -> AsyncIterator[OpenAIEmbedder]:
    app = web.Application()
    app.router.add_post("/v1/embeddings", server.answer)
    runner = web.AppRunner(app)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    url = f"http://127.0.0.1:{runner.addresses[0][1]}/v1"
    options = replace(embedding_options("small", timeout=seconds, retries=2), backoff=0.01)
    embedder = OpenAIEmbedder(options, dimensions=dimensions, api_key="key", base_url=url)
    try:
        yield embedder
    finally:
        await embedder.aclose()
        await runner.cleanup()


async def test_vectors_come_in_the_order_of_the_texts_and_have_unit_length() -> None:
    server = Server()
    async with embedder_of(server) as embedder:
        found = await embedder.embed(["four", "", "a longer one"])

    assert [round(vector[0] / vector[1]) for vector in found] == [4, 1, 12]
    assert [math.hypot(*vector) for vector in found] == pytest.approx([1, 1, 1])
    (sent,) = server.received
    assert (sent["model"], sent["dimensions"], sent["input"]) == ("small", 3, ["four", " ", "a longer one"])
    assert embedder.model == "small-3"


async def test_many_or_long_texts_take_several_requests() -> None:
    server = Server()
    async with embedder_of(server) as embedder:
        found = await embedder.embed(["x"] * 250 + ["y" * 9_000] * 50)

    assert len(found) == 300
    assert [len(each["input"]) for each in server.received] == [200, 74, 25, 1]
    assert max(len(text) for each in server.received for text in each["input"]) == 8_000


async def test_no_text_then_no_request() -> None:
    server = Server()
    async with embedder_of(server) as embedder:
        assert await embedder.embed([]) == ()
    assert server.received == []


async def test_a_server_that_takes_no_dimension_is_asked_without_it_from_then_on() -> None:
    server = Server(dimensions=3, takes_dimensions=False)
    async with embedder_of(server) as embedder:
        for _ in range(2):
            await embedder.embed(["text"])

    assert ["dimensions" in each for each in server.received] == [True, False, False]


async def test_another_dimension_than_asked_for_is_refused_with_what_to_do() -> None:
    async with embedder_of(Server(dimensions=768)) as embedder:
        with pytest.raises(SettingsError, match=r"768 dimensions, not 3.*set it to 768"):
            await embedder.embed(["text"])


async def test_fails_for_a_moment_then_it_is_asked_again() -> None:
    server = Server(lambda _: error(503, "later"), lambda _: error(500, "again"))
    async with embedder_of(server) as embedder:
        assert len(await embedder.embed(["text"])) == 1
    assert len(server.received) == 3


@pytest.mark.parametrize(
    ("answers", "raised", "requests"),
    [
        ([error(503, "down")], ModelUnreachableError, 3),
        ([error(401, "who are you")], ModelRefusedKeyError, 1),
        ([web.Response(text="<html>", content_type="text/html")], ModelGarbledError, 1),
        ([web.json_response({"data": []})], ModelGarbledError, 1),
        ([web.json_response({"data": [{"index": 0, "embedding": [0.0, 0.0, 0.0]}]})], ModelGarbledError, 1),
        ([web.json_response({"data": [{"index": 0, "embedding": "AAAA"}]})], ModelGarbledError, 1),
    ],
)
async def test_no_answer_that_can_be_used_then_which_error(
    answers: list[web.Response], raised: type[ModelError], requests: int
) -> None:
    server = Server(*[copied(each) for each in answers * 3])
    async with embedder_of(server) as embedder:
        with pytest.raises(raised):
            await embedder.embed(["text"])
    assert len(server.received) == requests


async def test_a_server_that_hangs_ends_with_the_time_limit() -> None:
    server = Server(*[lambda _: error(503, "later")] * 3)
    async with embedder_of(server, seconds=0.2) as embedder:
        with pytest.raises((ModelTimeoutError, ModelUnreachableError)):
            await embedder.embed(["text"])
