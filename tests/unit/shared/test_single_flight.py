import asyncio

import pytest

from adapters.shared.single_flight import SingleFlightCache


class HeldSource:
    """Counts what it is asked, and answers when told to."""

    def __init__(self) -> None:
        self.asked: list[str] = []
        self.go = asyncio.Event()
        self.fault: Exception | None = None

    async def __call__(self, key: str) -> str:
        self.asked.append(key)
        await self.go.wait()
        if self.fault:
            raise self.fault
        return f"{key}{len(self.asked)}"


class ManualTime:
    now = 0.0

    def __call__(self) -> float:
        return self.now


async def test_many_waiters_share_one_fetch() -> None:
    source = HeldSource()
    cache = SingleFlightCache(source, seconds=10, most=2)
    waiting = [asyncio.create_task(cache.get("a")) for _ in range(10)]
    await asyncio.sleep(0)
    source.go.set()
    assert set(await asyncio.gather(*waiting)) == {"a1"}


async def test_a_waiter_who_gives_up_does_not_stop_the_others() -> None:
    source = HeldSource()
    cache = SingleFlightCache(source, seconds=10, most=2)
    impatient, patient = (asyncio.create_task(cache.get("a")) for _ in range(2))
    await asyncio.sleep(0)
    impatient.cancel()
    source.go.set()
    assert await patient == "a1"
    assert impatient.cancelled() or impatient.cancelling()


async def test_a_fetch_that_takes_longer_than_its_value_is_kept_is_shared_too() -> None:
    source, time = HeldSource(), ManualTime()
    cache = SingleFlightCache(source, seconds=10, most=2, monotonic=time)
    first = asyncio.create_task(cache.get("a"))
    await asyncio.sleep(0)
    time.now = 20.0
    second = asyncio.create_task(cache.get("a"))
    await asyncio.sleep(0)
    source.go.set()
    assert [await first, await second] == ["a1", "a1"]
    assert await cache.get("a") == "a2"


async def test_a_value_is_fetched_again_when_it_is_old() -> None:
    source, time = HeldSource(), ManualTime()
    source.go.set()
    cache = SingleFlightCache(source, seconds=10, most=2, monotonic=time)
    assert await cache.get("a") == "a1"
    time.now = 9.9
    assert await cache.get("a") == "a1"
    time.now = 10.0
    assert await cache.get("a") == "a2"


async def test_a_failure_reaches_every_waiter_and_is_not_kept() -> None:
    source = HeldSource()
    source.fault = ValueError("no")
    source.go.set()
    cache = SingleFlightCache(source, seconds=10, most=2)
    outcomes = await asyncio.gather(cache.get("a"), cache.get("a"), return_exceptions=True)
    assert [type(outcome) for outcome in outcomes] == [ValueError, ValueError]
    source.fault = None
    assert await cache.get("a") == "a2"


async def test_the_least_recently_used_value_is_forgotten() -> None:
    source = HeldSource()
    source.go.set()
    cache = SingleFlightCache(source, seconds=10, most=2)
    for key in ("a", "b", "a", "c", "a"):
        await cache.get(key)
    assert source.asked == ["a", "b", "c"]
    await cache.get("b")
    assert source.asked == ["a", "b", "c", "b"]


@pytest.mark.parametrize("most", [1, 3])
async def test_no_more_than_so_many_values_are_kept(most: int) -> None:
    source = HeldSource()
    source.go.set()
    cache = SingleFlightCache(source, seconds=10, most=most)
    for number in range(10):
        await cache.get(str(number))
    before = len(source.asked)
    for number in range(10 - most, 10):
        await cache.get(str(number))
    assert len(source.asked) == before
