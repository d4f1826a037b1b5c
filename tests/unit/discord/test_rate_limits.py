"""The buckets that stand in for discord.py's: waiting only while nothing remains, and no longer than allowed."""

import asyncio
from types import SimpleNamespace
from typing import Any, cast

import discord
import pytest

from adapters.discord.rest import LONGEST_WAIT_SECONDS, RateLimitBucket

LOST = "the connection is lost"
pytestmark = pytest.mark.virtual_time


async def spend(bucket: RateLimitBucket, *, limit: int, remaining: int, reset_after: float, takes: float = 0.0) -> None:
    """Make one request; `remaining` and `reset_after` are what its answer tells."""
    async with bucket:
        await asyncio.sleep(takes)
        headers = {
            "X-Ratelimit-Limit": str(limit),
            "X-Ratelimit-Remaining": str(remaining),
            "X-Ratelimit-Reset-After": str(reset_after),
        }
        bucket.update(cast("Any", SimpleNamespace(headers=headers)))


def now() -> float:
    return asyncio.get_running_loop().time()


async def test_requests_remain_then_no_waiting_however_far_the_reset() -> None:
    bucket, began = RateLimitBucket(LONGEST_WAIT_SECONDS), now()

    for left in range(49, -1, -1):
        await spend(bucket, limit=50, remaining=left, reset_after=300.0 - (now() - began))

    assert now() == began


async def test_nothing_remains_and_the_reset_is_far_then_it_is_refused_until_then() -> None:
    bucket, began = RateLimitBucket(LONGEST_WAIT_SECONDS), now()
    await spend(bucket, limit=1, remaining=0, reset_after=300.0)

    for waited in (0.0, 100.0, 293.0):
        await asyncio.sleep(began + waited - now())
        with pytest.raises(discord.RateLimited) as caught:
            await bucket.acquire()
        assert caught.value.retry_after == pytest.approx(300.0 - waited)
    await asyncio.sleep(2.0)  # less than the bound is left
    await spend(bucket, limit=1, remaining=0, reset_after=300.0)

    assert now() - began == pytest.approx(300.0)


async def test_last_request_of_a_window_is_not_held_back() -> None:
    bucket, began = RateLimitBucket(LONGEST_WAIT_SECONDS), now()

    await spend(bucket, limit=5, remaining=0, reset_after=5.0)

    assert now() == began


async def test_burst_is_spread_over_the_windows_and_all_of_it_goes_through() -> None:
    bucket, began, ended = RateLimitBucket(LONGEST_WAIT_SECONDS), now(), list[float]()
    left = 5

    async def request() -> None:
        nonlocal left
        async with bucket:
            await asyncio.sleep(0.1)
            window_ends = 5.0 - (now() - began) % 5.0
            left = left - 1 if left else 4
            headers = {
                "X-Ratelimit-Limit": "5",
                "X-Ratelimit-Remaining": str(left),
                "X-Ratelimit-Reset-After": str(window_ends),
            }
            bucket.update(cast("Any", SimpleNamespace(headers=headers)))
            ended.append(now() - began)

    await asyncio.gather(*(request() for _ in range(9)))

    assert len(ended) == 9
    assert sum(at < 5.0 for at in ended) == 5
    assert max(ended) < 6.0


async def test_route_without_a_limit_is_asked_one_after_the_other_and_never_stalls() -> None:
    bucket, began = RateLimitBucket(LONGEST_WAIT_SECONDS), now()

    async def request() -> None:
        async with bucket:
            await asyncio.sleep(0.1)

    await asyncio.gather(*(request() for _ in range(5)))

    assert now() - began == pytest.approx(0.5)


async def test_request_that_fails_gives_its_place_to_the_next() -> None:
    bucket = RateLimitBucket(LONGEST_WAIT_SECONDS)
    with pytest.raises(OSError, match=LOST):
        async with bucket:
            raise OSError(LOST)

    async with asyncio.timeout(1.0):
        await spend(bucket, limit=1, remaining=0, reset_after=1.0)


async def test_one_that_waits_is_cancelled_then_the_others_go_on() -> None:
    bucket = RateLimitBucket(LONGEST_WAIT_SECONDS)
    await spend(bucket, limit=1, remaining=0, reset_after=5.0)
    waiting = [asyncio.create_task(spend(bucket, limit=1, remaining=0, reset_after=5.0)) for _ in range(2)]
    await asyncio.sleep(1.0)
    waiting[0].cancel()

    await waiting[1]

    assert waiting[0].cancelled()
