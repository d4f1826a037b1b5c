import threading
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Literal

import pytest

import adapters.market.yahoo as yahoo_module
from adapters.market.calendar import ExchangeCalendar
from adapters.market.market_choice import ChoiceReason, choose_market
from adapters.market.yahoo import YahooMarket


class RealTimeClock:
    def now(self) -> datetime:
        return datetime.now(UTC)


@pytest.fixture
def yahoo(tmp_path: Path) -> YahooMarket:
    return YahooMarket(clock=RealTimeClock(), calendar=ExchangeCalendar(until=date(2027, 1, 1)), cache_dir=tmp_path)


def answers(_: float) -> bool:
    return True


def refuses(_: float) -> bool:
    raise OSError


@pytest.mark.parametrize(("setting", "name"), [("yfinance", "yahoo"), ("sample", "sample")])
async def test_a_set_market_is_taken_without_asking(
    yahoo: YahooMarket,
    monkeypatch: pytest.MonkeyPatch,
    setting: Literal["yfinance", "sample"],
    name: str,
) -> None:
    monkeypatch.setattr(yahoo_module, "_probe", pytest.fail)
    choice = await choose_market(setting, yahoo=yahoo)
    assert (choice.market.name, choice.reason) == (name, ChoiceReason.AS_SET)


async def test_auto_when_yahoo_answers_then_yahoo(yahoo: YahooMarket, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(yahoo_module, "_probe", answers)
    choice = await choose_market("auto", yahoo=yahoo)
    assert (choice.market.name, choice.reason) == ("yahoo", ChoiceReason.YAHOO_ANSWERED)


async def test_auto_when_yahoo_refuses_then_the_sample(yahoo: YahooMarket, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(yahoo_module, "_probe", refuses)
    choice = await choose_market("auto", yahoo=yahoo)
    assert (choice.market.name, choice.reason) == ("sample", ChoiceReason.YAHOO_DID_NOT_ANSWER)


async def test_auto_when_yahoo_is_silent_then_the_sample_without_waiting_for_it(
    yahoo: YahooMarket, monkeypatch: pytest.MonkeyPatch
) -> None:
    chosen = threading.Event()

    def hangs(_: float) -> bool:
        return chosen.wait(60)

    monkeypatch.setattr(yahoo_module, "_probe", hangs)
    choice = await choose_market("auto", yahoo=yahoo, seconds=0.1)
    chosen.set()
    assert (choice.market.name, choice.reason) == ("sample", ChoiceReason.YAHOO_DID_NOT_ANSWER)
