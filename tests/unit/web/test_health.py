"""The answers of `/healthz` and `/readyz`, without a socket."""

import asyncio
import json
from collections.abc import Mapping
from typing import cast

import pytest
from aiohttp import web
from aiohttp.test_utils import make_mocked_request
from aiohttp.typedefs import Handler

from adapters.web.server import ReadinessCheck, health_routes
from bot.errors import StoreUnavailableError, TokenRefusedError

pytestmark = pytest.mark.virtual_time

SECRET = "postgresql://parley:hunter2@db/parley"  # noqa: S105 - what must not be shown


async def get(route: web.RouteDef) -> web.Response:
    response = await cast("Handler", route.handler)(make_mocked_request("GET", route.path))
    assert isinstance(response, web.Response)
    return response


async def readiness(checks: Mapping[str, ReadinessCheck], *, seconds: float = 2.0) -> tuple[int, dict[str, object]]:
    response = await get(health_routes(checks, seconds=seconds)[1])
    assert response.content_type == "application/json"
    return response.status, json.loads(response.text or "")


async def well() -> None:
    pass


async def away() -> None:
    raise StoreUnavailableError(store="PostgreSQL", problem=SECRET)


async def broken() -> None:
    raise OSError(SECRET)


async def stuck() -> None:
    await asyncio.Event().wait()


class CountedCheck:
    """A check that takes a moment, and fails from the second time on."""

    def __init__(self) -> None:
        self.calls = 0

    async def __call__(self) -> None:
        self.calls += 1
        await asyncio.sleep(0.01)
        if self.calls > 1:
            raise StoreUnavailableError


class TestHealth:
    async def test_loop_runs_then_it_is_ok_whatever_the_checks_say(self) -> None:
        response = await get(health_routes({"database": away})[0])

        assert (response.status, response.text) == (200, "ok")


class TestReadiness:
    async def test_all_checks_go_well_then_ready(self) -> None:
        assert await readiness({"database": well, "slack": well}) == (
            200,
            {"ready": True, "checks": {"database": "ok", "slack": "ok"}},
        )

    async def test_one_check_fails_then_not_ready_and_all_are_shown_without_what_errors_say(self) -> None:
        assert await readiness({"database": away, "queue": broken, "slack": well}) == (
            503,
            {
                "ready": False,
                "checks": {
                    "database": "The database or the queue cannot be reached.",
                    "queue": "OSError",
                    "slack": "ok",
                },
            },
        )

    async def test_one_check_is_stuck_then_the_others_are_not(self) -> None:
        assert await readiness({"database": stuck, "slack": well}, seconds=0.05) == (
            503,
            {"ready": False, "checks": {"database": "no answer within 0.05 s", "slack": "ok"}},
        )

    async def test_a_check_times_out_by_itself_then_that_is_shown(self) -> None:
        async def impatient() -> None:
            raise TimeoutError(SECRET)

        assert await readiness({"slack": impatient}) == (503, {"ready": False, "checks": {"slack": "TimeoutError"}})

    async def test_several_are_stuck_then_they_are_waited_for_together(self) -> None:
        began = asyncio.get_running_loop().time()

        await readiness({str(number): stuck for number in range(20)}, seconds=2.0)

        assert asyncio.get_running_loop().time() == pytest.approx(began + 2)

    async def test_many_ask_at_once_then_the_check_is_made_once(self) -> None:
        check = CountedCheck()
        _, ready = health_routes({"database": check})

        responses = await asyncio.gather(*(get(ready) for _ in range(50)))

        assert check.calls == 1
        assert {response.status for response in responses} == {200}

    @pytest.mark.parametrize(("cache_seconds", "second", "calls"), [(3_600, 200, 1), (0, 503, 2)])
    async def test_result_is_old_then_the_check_is_made_again(
        self, cache_seconds: float, second: int, calls: int
    ) -> None:
        check = CountedCheck()
        _, ready = health_routes({"database": check}, cache_seconds=cache_seconds)

        assert ((await get(ready)).status, (await get(ready)).status) == (200, second)
        assert check.calls == calls


async def platform_readiness(*platforms: Mapping[str, ReadinessCheck]) -> tuple[int, dict[str, object]]:
    response = await get(health_routes({"database": well}, platforms=platforms)[1])
    return response.status, json.loads(response.text or "")


async def refused() -> None:
    raise TokenRefusedError


async def test_one_of_two_platforms_is_down_then_it_is_named_and_the_other_is_served() -> None:
    status, body = await platform_readiness({"slack": well, "slack token": well}, {"discord": refused})

    assert (status, body["ready"]) == (200, True)
    assert body["checks"] == {
        "database": "ok",
        "slack": "ok",
        "slack token": "ok",
        "discord": "The platform does not accept our token.",
    }


async def test_no_platform_can_be_served_then_not_ready() -> None:
    for platforms in ([{"discord": refused}], [{"slack": well, "slack token": refused}, {"discord": away}]):
        status, body = await platform_readiness(*platforms)
        assert (status, body["ready"]) == (503, False)


async def test_platform_connects_to_us_then_there_is_nothing_that_could_be_down() -> None:
    assert (await platform_readiness({}, {"discord": away}))[0] == 200
