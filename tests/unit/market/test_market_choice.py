"""Which source of prices is chosen, and what its choice imports and blocks."""

import asyncio
import subprocess
import sys
import threading
from collections.abc import Callable
from datetime import UTC, date, datetime
from typing import Literal

import pytest

from adapters.market.calendar import ExchangeCalendar
from adapters.market.daemon_thread import run_in_daemon_thread
from adapters.market.market_choice import ChoiceReason, choose_market
from adapters.market.yahoo import YahooMarket
from adapters.market.yahoo_client import YahooApi
from tests.fakes.yahoo import FakeYahoo


class RealTimeClock:
    def now(self) -> datetime:
        return datetime.now(UTC)


class UnaskedYahoo(FakeYahoo):
    def probe(self, _: float) -> bool:
        pytest.fail("was asked")


def yahoo(client: YahooApi) -> YahooMarket:
    return YahooMarket(clock=RealTimeClock(), calendar=ExchangeCalendar(until=date(2027, 1, 1)), client=client)


@pytest.mark.parametrize(("setting", "name"), [("yfinance", "yahoo"), ("sample", "sample")])
async def test_a_set_market_is_taken_without_asking(setting: Literal["yfinance", "sample"], name: str) -> None:
    choice = await choose_market(setting, yahoo=yahoo(UnaskedYahoo()))
    assert (choice.market.name, choice.reason) == (name, ChoiceReason.AS_SET)


async def test_auto_when_yahoo_answers_then_yahoo() -> None:
    choice = await choose_market("auto", yahoo=yahoo(FakeYahoo()))
    assert (choice.market.name, choice.reason) == ("yahoo", ChoiceReason.YAHOO_ANSWERED)


async def test_auto_when_yahoo_refuses_then_the_sample() -> None:
    choice = await choose_market("auto", yahoo=yahoo(FakeYahoo(fault=OSError())))
    assert (choice.market.name, choice.reason) == ("sample", ChoiceReason.YAHOO_DID_NOT_ANSWER)


async def test_auto_when_yahoo_is_silent_then_the_sample_without_waiting_for_it() -> None:
    chosen = threading.Event()

    class SilentYahoo(FakeYahoo):
        def probe(self, _: float) -> bool:
            return chosen.wait(60)

    choice = await choose_market("auto", yahoo=yahoo(SilentYahoo()), seconds=0.1)
    chosen.set()
    assert (choice.market.name, choice.reason) == ("sample", ChoiceReason.YAHOO_DID_NOT_ANSWER)


def test_market_adapters_when_imported_then_heavy_libraries_wait() -> None:
    """pandas, yfinance and exchange-calendars cost seconds and tens of megabytes; `parley --help` must not pay."""
    program = (
        "import sys; import adapters.market.calendar, adapters.market.market_choice, bot.domain.market.features; "
        "print(sorted({'pandas', 'numpy', 'yfinance', 'exchange_calendars'} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)  # noqa: S603  # our own program
    assert done.stdout.strip() == "[]"


async def test_it_returns_what_the_call_returns_from_another_thread() -> None:
    assert await run_in_daemon_thread(lambda: threading.current_thread().daemon, seconds=1)


async def test_it_raises_what_the_call_raises() -> None:
    with pytest.raises(ZeroDivisionError):
        await run_in_daemon_thread(lambda: 1 // 0, seconds=1)


@pytest.mark.parametrize("late", [lambda: 1, lambda: 1 // 0], ids=["an answer", "a fault"])
async def test_a_call_that_takes_too_long_is_left_to_itself(late: Callable[[], int]) -> None:
    release, done = threading.Event(), threading.Event()

    def slow() -> int:
        try:
            release.wait(5)
            return late()
        finally:
            done.set()

    with pytest.raises(TimeoutError):
        await run_in_daemon_thread(slow, seconds=0.02)
    release.set()
    await asyncio.to_thread(done.wait, 5)
    await asyncio.sleep(0)  # what comes late is thrown away, without a complaint


def test_a_call_that_outlives_the_loop_harms_nothing() -> None:
    release = threading.Event()

    async def give_up() -> None:
        with pytest.raises(TimeoutError):
            await run_in_daemon_thread(lambda: release.wait(5), seconds=0.02)

    asyncio.run(give_up())
    release.set()
    for thread in threading.enumerate():
        if thread.name == "market-data":
            thread.join(5)
