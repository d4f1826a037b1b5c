"""The real yfinance with a recorded answer of Yahoo's in place of the network: verifies our fake of it."""

import json
from dataclasses import dataclass
from datetime import UTC, date, datetime
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
import yfinance
from curl_cffi.requests.exceptions import HTTPError

from adapters.market.yahoo_client import YahooClient
from adapters.market.yahoo_source import YahooSource
from bot.errors import MarketSourceError, UnknownSymbolError

# yfinance 1.7 does what pandas 3.1 deprecates.
pytestmark = pytest.mark.filterwarnings("ignore::pandas.errors.Pandas4Warning")

OPENINGS = (datetime(2020, 8, 28, 13, 30, tzinfo=UTC), datetime(2020, 8, 31, 13, 30, tzinfo=UTC))
STAMPS = [int(opening.timestamp()) for opening in OPENINGS]
CHART = {
    "chart": {
        "result": [
            {
                "meta": {
                    "currency": "USD",
                    "symbol": "AAPL",
                    "instrumentType": "EQUITY",
                    "exchangeTimezoneName": "America/New_York",
                    "regularMarketPrice": 129.04,
                    "regularMarketTime": int(datetime(2020, 8, 31, 20, tzinfo=UTC).timestamp()),
                    "validRanges": ["1d", "max"],
                    "dataGranularity": "1d",
                    "range": "",
                    "currentTradingPeriod": {},
                },
                "timestamp": STAMPS,
                "events": {
                    "splits": {
                        str(STAMPS[1]): {
                            "date": STAMPS[1],
                            "numerator": 4.0,
                            "denominator": 1.0,
                            "splitRatio": "4:1",
                        },
                    },
                },
                "indicators": {
                    "quote": [
                        {
                            "open": [126.0125, 127.58],
                            "high": [126.4425, 131.0],
                            "low": [124.5775, 126.0],
                            "close": [124.8075, 129.04],
                            "volume": [187_630_000, 225_702_700],
                        },
                    ],
                    "adjclose": [{"adjclose": [121.0, 125.1]}],
                },
            },
        ],
        "error": None,
    },
}
NOT_FOUND = {"chart": {"result": None, "error": {"code": "Not Found", "description": "No data found"}}}


@dataclass
class RecordedAnswer:
    content: Any
    status_code: int = 200

    @property
    def text(self) -> str:
        return json.dumps(self.content)

    def json(self) -> object:
        return json.loads(self.text)

    def raise_for_status(self) -> None:
        if self.status_code >= 400:
            raise HTTPError(self.text, response=self)


@pytest.fixture
def source(tmp_path: Path) -> YahooSource:
    return YahooSource(YahooClient(cache_dir=tmp_path / "yahoo"))


def answer_with(monkeypatch: pytest.MonkeyPatch, content: object, *, status: int = 200) -> None:
    def get(*_: object, **__: object) -> RecordedAnswer:
        if isinstance(content, Exception):
            raise content
        return RecordedAnswer(content, status)

    monkeypatch.setattr(yfinance.data.YfData, "get", get)
    monkeypatch.setattr(yfinance.data.YfData, "cache_get", get)


def test_prices_splits_and_the_last_trade_are_read(
    source: YahooSource,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
) -> None:
    answer_with(monkeypatch, CHART)
    history = source.history("AAPL", date(2020, 8, 1))
    assert [(bar.session, bar.close) for bar in history.bars] == [
        (date(2020, 8, 28), 124.8075),
        (date(2020, 8, 31), 129.04),
    ]
    assert [(split.session, split.ratio) for split in history.actions.splits] == [(date(2020, 8, 31), 4.0)]
    assert (history.last_price, history.last_traded) == (Decimal("129.04"), datetime(2020, 8, 31, 20, tzinfo=UTC))
    assert (tmp_path / "yahoo").is_dir()


def test_a_ticker_that_yahoo_lacks_is_unknown(source: YahooSource, monkeypatch: pytest.MonkeyPatch) -> None:
    answer_with(monkeypatch, NOT_FOUND, status=404)
    monkeypatch.setattr(YahooClient, "quote", lambda *_: None)
    with pytest.raises(UnknownSymbolError):
        source.history("NOSUCH", date(2020, 8, 1))


def test_a_dead_network_is_not_taken_for_an_unknown_ticker(
    source: YahooSource,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    answer_with(monkeypatch, OSError("could not resolve host"))
    with pytest.raises(MarketSourceError):
        source.history("DEAD", date(2020, 8, 1))
