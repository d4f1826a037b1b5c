"""Which sources of news a market gets, by its settings."""

from datetime import date
from pathlib import Path
from typing import Any

import pytest
from pydantic import SecretStr

from adapters.market.calendar import ExchangeCalendar
from adapters.market.news.market_with_news import MarketWithNews
from adapters.market.sample import SampleMarket
from adapters.market.yahoo import YahooMarket
from bot.bootstrap.market import with_news
from bot.bootstrap.services import CLOCK
from bot.settings import Settings
from tests.fakes.yahoo import FakeYahoo

KEYS = {"alpaca_api_key_id": SecretStr("AK"), "alpaca_api_secret_key": SecretStr("s")}


@pytest.mark.parametrize(
    ("market", "given", "expected"),
    [
        ("sample", {}, []),
        ("sample", {"news_dir": Path("/news")}, ["folder"]),
        ("sample", KEYS, []),  # the sample needs no network
        ("yahoo", {}, []),
        ("yahoo", KEYS, ["alpaca"]),
        ("yahoo", {"alpaca_api_key_id": SecretStr("AK")}, []),
        ("yahoo", {"news_dir": Path("/news"), **KEYS}, ["folder", "alpaca"]),
    ],
)
def test_sources_by_settings(market: str, given: dict[str, Any], expected: list[str]) -> None:
    calendar = ExchangeCalendar(until=date(2013, 12, 31))
    yahoo = YahooMarket(clock=CLOCK, calendar=calendar, client=FakeYahoo())
    chosen = SampleMarket() if market == "sample" else yahoo
    found = with_news(chosen, Settings(**given))
    assert ([each.name for each in found.sources] if isinstance(found, MarketWithNews) else []) == expected
    assert found.name == market
