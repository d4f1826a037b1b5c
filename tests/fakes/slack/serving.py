"""Serves the app's own HTTP side on loopback."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from socket import create_server

from aiohttp import web


@asynccontextmanager
async def serving(app: web.Application) -> AsyncIterator[str]:
    """Run a web application until the block ends; yields "http://127.0.0.1:PORT"."""
    listening = create_server(("127.0.0.1", 0))
    runner = web.AppRunner(app, access_log=None, shutdown_timeout=0.1)
    await runner.setup()
    try:
        await web.SockSite(runner, listening).start()
        yield f"http://127.0.0.1:{listening.getsockname()[1]}"
    finally:
        await runner.cleanup()
