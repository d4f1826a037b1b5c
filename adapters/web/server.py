"""The HTTP server of a process, and its routes `/healthz` (it runs) and `/readyz` (it can do its work)."""

import asyncio
import errno
from collections.abc import Awaitable, Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AsyncExitStack, contextmanager
from itertools import chain
from typing import Final, Self

from aiohttp import web

from adapters.shared.single_flight import SingleFlightCache
from bot.errors import ParleyError, PortInUseError, SettingsError

_MAX_BODY: Final = 1024 * 1024  # bytes; a request with more is answered with 413
_GRACE_SECONDS: Final = 5.0
OK: Final = "ok"
_NO_STORE: Final = {"Cache-Control": "no-store"}
ReadinessCheck = Callable[[], Awaitable[None]]  # raises if the thing checked is not ready


class WebServer:
    """Serves `routes` within `async with server:`.

    On exit no more requests are accepted, and those under way have 5 s. Successful requests are not logged: their
    URLs may hold secret codes.
    """

    def __init__(self, host: str, port: int, routes: Sequence[web.RouteDef]) -> None:
        self.host = host
        self.port = port  # 0: any free one; set to the port in use on entry
        self._routes = tuple(routes)
        self._running = AsyncExitStack()

    async def __aenter__(self) -> Self:
        """Start serving. Raises: PortInUseError, SettingsError."""
        app = web.Application(client_max_size=_MAX_BODY)
        app.add_routes(self._routes)
        runner = web.AppRunner(app, access_log=None, shutdown_timeout=_GRACE_SECONDS / 2)  # aiohttp waits twice
        async with AsyncExitStack() as starting:
            starting.push_async_callback(runner.cleanup)
            await runner.setup()
            site = web.TCPSite(runner, self.host, self.port)
            with self._translate_bind_errors():
                await site.start()
            self.port = site.port
            self._running = starting.pop_all()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self._running.aclose()

    @contextmanager
    def _translate_bind_errors(self) -> Iterator[None]:
        try:
            yield
        except OSError as error:
            if error.errno == errno.EADDRINUSE:
                raise PortInUseError(host=self.host, port=self.port) from error
            raise SettingsError(host=self.host, port=self.port, problem=error.strerror or str(error)) from error


def health_routes(
    checks: Mapping[str, ReadinessCheck],
    *,
    platforms: Sequence[Mapping[str, ReadinessCheck]] = (),
    seconds: float = 2.0,
    cache_seconds: float = 1.0,
) -> tuple[web.RouteDef, web.RouteDef]:
    """Return the routes `/healthz` and `/readyz`.

    Args:
        checks: The checks by the name that is shown, all of which have to pass.
        platforms: The checks of each platform: one platform that can be served is enough, since others fail alone.
        seconds: Time limit of each check; all run concurrently.
        cache_seconds: How long results are shown again, so that probes cannot overload the stores.
    """
    every_check = dict(chain(checks.items(), *(each.items() for each in platforms)))
    cached_results: SingleFlightCache[None, dict[str, str]] = SingleFlightCache(
        lambda _: _run_checks(every_check, seconds=seconds), seconds=cache_seconds, most=1
    )

    async def alive(_request: web.Request) -> web.Response:
        return web.Response(text=OK, headers=_NO_STORE)

    async def ready(_request: web.Request) -> web.Response:
        results = await cached_results.get(None)
        is_ready = _all_passed(checks, results) and (
            not platforms or any(_all_passed(each, results) for each in platforms)
        )
        body = {"ready": is_ready, "checks": results}
        return web.json_response(body, status=200 if is_ready else 503, headers=_NO_STORE)

    return web.get("/healthz", alive), web.get("/readyz", ready)


def _all_passed(names: Iterable[str], results: Mapping[str, str]) -> bool:
    return all(results[name] == OK for name in names)


async def _run_checks(checks: Mapping[str, ReadinessCheck], *, seconds: float) -> dict[str, str]:
    results = await asyncio.gather(*(_run_check(check, seconds=seconds) for check in checks.values()))
    return dict(zip(checks, results, strict=True))


async def _run_check(check: ReadinessCheck, *, seconds: float) -> str:
    try:
        async with asyncio.timeout(seconds) as limit:
            await check()
    except Exception as error:  # noqa: BLE001  # the other checks are shown in any case
        return f"no answer within {seconds:g} s" if limit.expired() else _public_description(error)
    return OK


def _public_description(error: Exception) -> str:
    """Return a description that may be public: never the exception's own text, which may hold a password."""
    if isinstance(error, ParleyError):
        return (type(error).__doc__ or type(error).__name__).split("\n", 1)[0]
    return type(error).__name__
