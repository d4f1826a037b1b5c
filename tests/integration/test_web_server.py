"""The HTTP server over loopback: what it takes in, what it refuses, how it ends."""

import asyncio
import io
import logging
import socket
from collections.abc import AsyncIterator

import aiohttp
import pytest
from aiohttp import web

from adapters.metrics.prometheus import PrometheusMeter
from adapters.web.metrics import metrics_route
from adapters.web.server import WebServer, health_routes
from bot.errors import PortInUseError, SettingsError
from db.background.operator_figures import PostgresGauges
from db.pool import Database
from tests.fakes.loop_time import LoopTime

HOST = "127.0.0.1"
MIB = 1024 * 1024
GRACE = 5.0  # seconds


async def size(request: web.Request) -> web.Response:
    return web.Response(text=str(len(await request.read())))


async def crash(_request: web.Request) -> web.Response:
    msg = "hunter2"
    raise RuntimeError(msg)


ROUTES = (web.post("/size", size), web.get("/crash", crash), *health_routes({}))


@pytest.fixture
async def client() -> AsyncIterator[aiohttp.ClientSession]:
    async with aiohttp.ClientSession() as session:
        yield session


def url(server: WebServer, path: str) -> str:
    return f"http://{HOST}:{server.port}{path}"


async def until_refused(client: aiohttp.ClientSession, server: WebServer) -> None:
    while True:
        try:
            async with client.get(url(server, "/nothing")):
                await asyncio.sleep(0.005)
        except aiohttp.ClientConnectorError:
            return


class TestServing:
    async def test_routes_are_served_until_the_end(self, client: aiohttp.ClientSession) -> None:
        server = WebServer(HOST, 0, ROUTES)
        async with server:
            assert server.port > 0
            async with client.get(url(server, "/healthz")) as response:
                assert (response.status, await response.text()) == (200, "ok")
            async with client.get(url(server, "/readyz")) as response:
                assert await response.json() == {"ready": True, "checks": {}}
            async with client.get(url(server, "/nothing")) as response:
                assert response.status == 404
            async with client.post(url(server, "/healthz")) as response:
                assert response.status == 405

        with pytest.raises(aiohttp.ClientConnectorError):
            await client.get(url(server, "/healthz"))

    async def test_a_handler_fails_then_its_caller_learns_nothing_and_the_server_goes_on(
        self, client: aiohttp.ClientSession, caplog: pytest.LogCaptureFixture
    ) -> None:
        async with WebServer(HOST, 0, ROUTES) as server:
            async with client.get(url(server, "/crash")) as response:
                assert response.status == 500
                assert "hunter2" not in await response.text()
            async with client.get(url(server, "/healthz")) as response:
                assert response.status == 200
        assert [record.levelname for record in caplog.records] == ["ERROR"]

    async def test_requests_are_not_logged(
        self, client: aiohttp.ClientSession, caplog: pytest.LogCaptureFixture
    ) -> None:
        caplog.set_level(logging.INFO)
        async with WebServer(HOST, 0, ROUTES) as server, client.get(url(server, "/healthz?code=hunter2")) as response:
            assert response.status == 200

        assert "hunter2" not in caplog.text

    @pytest.mark.parametrize(("length", "status"), [(MIB, 200), (MIB + 1, 413)])
    async def test_a_body_may_have_one_mebibyte(self, client: aiohttp.ClientSession, length: int, status: int) -> None:
        async def in_pieces() -> AsyncIterator[bytes]:
            yield b"x" * (length - 1)
            yield b"x"

        async with WebServer(HOST, 0, ROUTES) as server:
            async with client.post(url(server, "/size"), data=io.BytesIO(b"x" * length)) as response:
                assert response.status == status
            async with client.post(url(server, "/size"), data=in_pieces()) as response:
                assert response.status == status


class TestEnding:
    async def test_a_request_is_under_way_then_it_is_answered_and_none_is_taken_in(
        self, client: aiohttp.ClientSession
    ) -> None:
        begun, go_on = asyncio.Event(), asyncio.Event()

        async def slow(_request: web.Request) -> web.Response:
            begun.set()
            await go_on.wait()
            return web.Response(text="done")

        server = WebServer(HOST, 0, [web.get("/slow", slow)])
        await server.__aenter__()
        request = asyncio.create_task(client.get(url(server, "/slow")))
        await begun.wait()
        ending = asyncio.create_task(server.__aexit__())
        await until_refused(client, server)

        assert not ending.done()
        go_on.set()
        async with await request as response:
            assert await response.text() == "done"
        await ending

    async def test_a_request_does_not_end_then_it_is_cut_off_after_the_grace(
        self, client: aiohttp.ClientSession
    ) -> None:
        begun = asyncio.Event()

        async def stuck(_request: web.Request) -> web.Response:
            begun.set()
            await asyncio.Event().wait()
            return web.Response()

        server = WebServer(HOST, 0, [web.get("/stuck", stuck)])
        await server.__aenter__()
        request = asyncio.create_task(client.get(url(server, "/stuck")))
        await begun.wait()
        ending = asyncio.create_task(server.__aexit__())
        await until_refused(client, server)
        clock = LoopTime()
        clock.advance(GRACE / 4)
        await until_refused(client, server)
        assert not ending.done()
        while not ending.done():
            clock.advance(GRACE / 2)
            await asyncio.sleep(0.005)
        await ending
        with pytest.raises(aiohttp.ClientConnectionError):
            await request

    async def test_it_has_ended_then_its_port_is_free_at_once(self) -> None:
        async with WebServer(HOST, 0, ROUTES) as first:
            pass
        async with WebServer(HOST, first.port, ROUTES) as second:
            assert second.port == first.port


class TestPort:
    async def test_it_is_taken_then_the_error_says_which_and_what_to_do(self) -> None:
        async with WebServer(HOST, 0, ROUTES) as first:
            second = WebServer(HOST, first.port, ROUTES)
            with pytest.raises(PortInUseError, match=f"port={first.port}") as caught:
                await second.__aenter__()

        assert "choose another port" in str(caught.value)

    async def test_the_address_is_not_ours_then_a_setting_is_wrong(self) -> None:
        with pytest.raises(SettingsError, match=r"192\.0\.2\.1") as caught:
            await WebServer("192.0.2.1", 0, ROUTES).__aenter__()

        assert not isinstance(caught.value, PortInUseError)

    async def test_the_server_could_not_begin_then_nothing_listens(self) -> None:
        with socket.create_server((HOST, 0)) as taken:
            port = taken.getsockname()[1]
            with pytest.raises(PortInUseError):
                await WebServer(HOST, port, ROUTES).__aenter__()
        async with WebServer(HOST, port, ROUTES) as server:
            assert server.port == port


async def test_metrics_of_a_process_and_its_database_are_scraped(
    client: aiohttp.ClientSession, database_url: str
) -> None:
    meter = PrometheusMeter(purposes=["decision"])
    meter.duplicate("slack")
    async with Database(database_url) as database:
        route = metrics_route(meter.registry, PostgresGauges(database).read_backlog)
        async with WebServer(HOST, 0, [route]) as server, client.get(url(server, "/metrics")) as response:
            lines = (await response.text()).splitlines()

    assert 'parley_duplicates_total{platform="slack"} 1.0' in lines
    assert "parley_backlog_up 1.0" in lines
    assert "parley_unanswered_turns 0.0" in lines
