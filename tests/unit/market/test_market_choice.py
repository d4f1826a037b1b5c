import threading
from datetime import UTC, date, datetime
from typing import Literal

import pytest

from adapters.market.calendar import ExchangeCalendar
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
