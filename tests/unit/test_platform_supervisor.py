"""Platforms that fail start again alone, after growing pauses; what is up is said when it is."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from itertools import pairwise

import pytest

from bot.bootstrap.platform_runtime import ServedPlatform
from bot.bootstrap.platform_supervisor import announce_connections, keep_receiving
from bot.errors import AppTokenRefusedError, ParleyError, SettingsError

pytestmark = pytest.mark.virtual_time

DAY = 24 * 3_600.0
PLACE = "http://x/readyz"


def now() -> float:
    return asyncio.get_running_loop().time()


def platform(
    receive: Callable[[], Awaitable[None]] | None = None, *, name: str = "discord", is_connected: bool = False
) -> ServedPlatform:
    served = ServedPlatform(name, connected=asyncio.Event(), receive_events=receive)
    if is_connected:
        served.connected.set()
    return served


class FailingReceiver:
    """Raises its errors in turn, again and again."""

    def __init__(self, *errors: Exception) -> None:
        self.errors = errors
        self.began: list[float] = []

    async def __call__(self) -> None:
        self.began.append(now())
        await asyncio.sleep(0)
        raise self.errors[(len(self.began) - 1) % len(self.errors)]


async def run_for(seconds: float, *work: Awaitable[None]) -> None:
    tasks = [asyncio.ensure_future(each) for each in work]
    await asyncio.sleep(seconds)
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)


async def test_setting_is_wrong_from_the_start_and_nothing_else_is_served_then_it_ends() -> None:
    receiver = FailingReceiver(SettingsError(faults="the token"))

    with pytest.raises(SettingsError, match="the token"):
        await keep_receiving(platform(receiver), is_alone=True)

    assert len(receiver.began) == 1


async def test_token_is_revoked_later_then_it_is_tried_again_and_the_process_goes_on() -> None:
    receiver = FailingReceiver(SettingsError(faults="the token"))

    await run_for(3_600.0, keep_receiving(platform(receiver, is_connected=True), is_alone=True))

    assert 8 < len(receiver.began) < 20


async def test_whatever_ends_it_then_pauses_grow_and_are_bounded(caplog: pytest.LogCaptureFixture) -> None:
    receiver = FailingReceiver(SettingsError(faults="the token"), OSError("no name"), KeyError("d"))

    await run_for(DAY, keep_receiving(platform(receiver), is_alone=False))

    pauses = [later - earlier for earlier, later in pairwise(receiver.began)]
    assert pauses[0] == pytest.approx(5.0, rel=0.2)
    assert max(pauses) == pytest.approx(900.0, rel=0.2)
    assert len(receiver.began) < 130  # of the 1,000 sessions that Discord allows a day
    assert "discord is not served; it begins again in" in caplog.text


@pytest.mark.parametrize(
    "error", [SettingsError(faults="the token"), AppTokenRefusedError(why="missing_scope", advice="the scope")]
)
async def test_only_the_operator_can_mend_it_then_it_is_said_once_and_tried_rarely(
    caplog: pytest.LogCaptureFixture, error: ParleyError
) -> None:
    receiver = FailingReceiver(error)

    await run_for(DAY, keep_receiving(platform(receiver, name="slack"), is_alone=False))

    told = [each.getMessage() for each in caplog.records if each.levelno >= logging.WARNING]
    assert len(told) == 1
    assert str(error) in told[0]
    assert 90 < len(receiver.began) < 130


async def test_it_lasted_for_long_then_pauses_begin_anew() -> None:
    began: list[float] = []

    async def lasting() -> None:
        began.append(now())
        await asyncio.sleep(3_600.0)
        raise OSError

    await run_for(DAY, keep_receiving(platform(lasting), is_alone=True))

    assert all(later - earlier < 3_600.0 + 10.0 for earlier, later in pairwise(began))
    assert len(began) >= 23


async def test_one_platform_fails_all_the_time_then_the_other_receives_undisturbed() -> None:
    heard: list[float] = []

    async def hearing() -> None:
        while True:
            await asyncio.sleep(60.0)
            heard.append(now())

    failing = platform(FailingReceiver(KeyError("d")), name="slack")
    await run_for(3_601.0, keep_receiving(platform(hearing), is_alone=False), keep_receiving(failing, is_alone=False))

    assert len(heard) == 60


async def test_platform_that_connects_to_us_then_there_is_nothing_to_keep() -> None:
    await keep_receiving(ServedPlatform("slack"), is_alone=True)


async def said(caplog: pytest.LogCaptureFixture, platforms: Sequence[ServedPlatform], *, seconds: float) -> list[str]:
    caplog.set_level(logging.WARNING)
    await run_for(seconds, announce_connections(platforms, place=PLACE))
    return [record.message for record in caplog.records]


async def test_gateway_is_ready_then_it_is_up_and_not_before(caplog: pytest.LogCaptureFixture) -> None:
    discord = platform()
    assert await said(caplog, [discord], seconds=15.0) == []

    asyncio.get_running_loop().call_later(3.0, discord.connected.set)
    assert await said(caplog, [discord], seconds=5.0) == [f"parley is up: discord; {PLACE}"]


async def test_one_of_two_is_not_connected_then_it_is_named_and_told_again_when_it_is(
    caplog: pytest.LogCaptureFixture,
) -> None:
    discord, slack = platform(), platform(name="slack", is_connected=True)
    asyncio.get_running_loop().call_later(100.0, discord.connected.set)

    assert await said(caplog, [slack, discord], seconds=200.0) == [
        f"parley is up: slack; not connected yet: discord; {PLACE}",
        f"parley is up: slack, discord; {PLACE}",
    ]


async def test_nothing_is_connected_then_it_is_not_said_to_be_up(caplog: pytest.LogCaptureFixture) -> None:
    assert await said(caplog, [platform()], seconds=60.0) == [f"still connecting to discord; {PLACE}"]


async def test_no_platform_is_set_up_then_it_says_so(caplog: pytest.LogCaptureFixture) -> None:
    (line,) = await said(caplog, [], seconds=1.0)
    assert line.startswith("parley is up: no platform (no tokens are set")


async def test_connected_with_a_token_that_is_refused_then_said_beside_it(caplog: pytest.LogCaptureFixture) -> None:
    async def refused() -> None:
        raise SettingsError(faults="the token")

    async def silent() -> None:
        await asyncio.sleep(DAY)

    slack = ServedPlatform("slack", connected=asyncio.Event(), checks={"slack token": refused, "slack lists": silent})
    slack.connected.set()
    await run_for(60, announce_connections([slack], place=PLACE))

    logged = [record.getMessage() for record in caplog.records]
    assert any(each.startswith("slack token: ") and "the token" in each for each in logged)
    assert "slack lists: no answer" in logged
    assert any(each.startswith("parley is up: slack") for each in logged)
