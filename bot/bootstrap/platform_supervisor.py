"""Keeps platforms connected: each starts again by itself, and none ends the process or another one."""

import asyncio
import logging
from collections.abc import Mapping, Sequence
from datetime import timedelta
from typing import Final, Literal

from bot.bootstrap.platform_runtime import ServedPlatform
from bot.errors import ParleyError, SettingsError, TokenRefusedError
from workers.periodic import backoff_seconds

_FIRST_PAUSE, _LONGEST_PAUSE = timedelta(seconds=5), timedelta(minutes=15)
_STEADY_SECONDS: Final = 600.0  # what lasted this long begins the pauses anew
_OPERATORS_ERRORS: Final = (SettingsError, TokenRefusedError)  # only whoever runs Parley can mend them: told once
_CHECK_SECONDS: Final = 10.0
_CONNECTING_SECONDS: Final = 20.0  # after which it is said what is not connected yet

_log = logging.getLogger(__name__)


async def keep_receiving(platform: ServedPlatform, *, is_alone: bool) -> None:
    """Receive a platform's events until cancelled; begin again, after growing pauses, whenever that ends.

    Raises: SettingsError: a setting is wrong from the start, and no other platform is served.
    """
    if platform.receive_events is None:
        return
    watch = asyncio.create_task(platform.connected.wait())  # whether it ever was connected
    clock, failures, told = asyncio.get_running_loop().time, 0, ""
    try:
        while True:
            began = clock()
            error = await _receive_until_end(platform)
            if isinstance(error, SettingsError) and is_alone and not watch.done():
                raise error
            if clock() - began > _STEADY_SECONDS:
                failures, told = 0, ""
            problem = _describe_end(error)
            pause = backoff_seconds(failures, interval=_FIRST_PAUSE, max_interval=_LONGEST_PAUSE)
            level = logging.INFO if isinstance(error, _OPERATORS_ERRORS) and problem == told else logging.ERROR
            _log.log(level, "%s is not served; it begins again in %.0f s: %s", platform.name, pause, problem)
            failures, told = failures + 1, problem
            await asyncio.sleep(pause)
    finally:
        watch.cancel()


async def _receive_until_end(platform: ServedPlatform) -> Exception | None:
    """Receive a platform's events; return the error that ended it. One that was not foreseen is logged as a bug."""
    try:
        if platform.receive_events is not None:
            await platform.receive_events()
    except ParleyError as error:
        return error
    except Exception as error:  # noqa: BLE001  # a bug, too, must not end the other platforms
        _log.exception("%s failed", platform.name)
        return error
    return None


def _describe_end(error: Exception | None) -> str:
    if error is None:
        return "it ended"
    return str(error) if isinstance(error, ParleyError) else type(error).__name__


async def announce_connections(platforms: Sequence[ServedPlatform], *, place: str) -> None:
    """Log once that Parley is up: when every platform is connected, or which ones are after 20 s.

    `place`: the end of the line: the market, and where readiness is shown.
    """
    waits = {each.name: asyncio.create_task(each.connected.wait()) for each in platforms}
    try:
        if waits:
            _, pending = await asyncio.wait(waits.values(), timeout=_CONNECTING_SECONDS)
            while pending:
                _log.warning("%s; %s", _describe(waits), place)
                _, pending = await asyncio.wait(pending, return_when=asyncio.FIRST_COMPLETED)
        await _log_faults(platforms)
        names = ", ".join(waits) or "no platform (no tokens are set, see .env.example)"
        _log.warning("parley is up: %s; %s", names, place)
    finally:
        for wait in waits.values():
            wait.cancel()


async def _log_faults(platforms: Sequence[ServedPlatform]) -> None:
    """Log what is wrong with connected platforms, such as a token with which nothing can be answered."""
    for name, check in [item for each in platforms for item in each.checks.items()]:
        try:
            async with asyncio.timeout(_CHECK_SECONDS):
                await check()
        except (ParleyError, TimeoutError) as error:
            _log.error("%s: %s", name, str(error) or "no answer")


def _describe(waits: Mapping[str, "asyncio.Task[Literal[True]]"]) -> str:
    connected = ", ".join(name for name, wait in waits.items() if wait.done())
    missing = ", ".join(name for name, wait in waits.items() if not wait.done())
    return f"parley is up: {connected}; not connected yet: {missing}" if connected else f"still connecting to {missing}"
