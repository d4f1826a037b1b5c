"""The HTTP server of a process, for the routes of all its parts."""

import errno
from collections.abc import Iterator, Sequence
from contextlib import AsyncExitStack, contextmanager
from typing import Final, Self

from aiohttp import web

from bot.errors import PortInUseError, SettingsError

_MAX_BODY: Final = 1024 * 1024  # bytes; a request with more is answered with 413
_GRACE_SECONDS: Final = 5.0


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
