"""A fake of Yahoo's endpoints for tests that open no socket: real pandas frames, faults on demand."""

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime
from typing import Any, TypeVar

import pandas as pd

NEW_YORK = "America/New_York"
T = TypeVar("T")


@dataclass
class FakeYahoo:
    """Implements `YahooApi`: all tickers are one instrument."""

    closes: Mapping[date, float] = field(default_factory=dict)
    splits: Mapping[date, float] = field(default_factory=dict)
    dividends: Mapping[date, float] = field(default_factory=dict)
    metadata: Mapping[str, Any] = field(default_factory=lambda: {"currency": "USD"})
    info: Mapping[str, Any] | Exception = field(default_factory=dict)
    news: Sequence[Mapping[str, Any]] | Exception = ()
    fault: Exception | None = None  # raised for prices
    delay: float = 0.0  # seconds before prices come
    asked: list[tuple[str, str]] = field(default_factory=list)  # symbol and first day of every request for prices

    def ticker(self, symbol: str) -> "FakeTicker":
        return FakeTicker(self, symbol)

    def quote(self, _: str) -> Mapping[str, Any] | None:
        return None

    def forget(self) -> None:
        """Nothing is kept."""

    def probe(self, _: float) -> bool:
        return _or_raise(self.fault or True)


@dataclass
class FakeTicker:
    yahoo: FakeYahoo
    symbol: str

    def history(self, *, start: str, interval: str, auto_adjust: bool, actions: bool) -> pd.DataFrame:
        assert (interval, auto_adjust, actions) == ("1d", False, True)
        self.yahoo.asked.append((self.symbol, start))
        time.sleep(self.yahoo.delay)
        if self.yahoo.fault:
            raise self.yahoo.fault
        days = sorted(day for day in self.yahoo.closes if day.isoformat() >= start)
        closes = [self.yahoo.closes[day] for day in days]
        return pd.DataFrame(
            {
                "Open": closes,
                "High": [close * 1.01 for close in closes],
                "Low": [close * 0.99 for close in closes],
                "Close": closes,
                "Adj Close": [close / 2 for close in closes],
                "Volume": [1_000] * len(days),
                "Dividends": [self.yahoo.dividends.get(day, 0.0) for day in days],
                "Stock Splits": [self.yahoo.splits.get(day, 0.0) for day in days],
            },
            index=pd.DatetimeIndex([pd.Timestamp(day, tz=NEW_YORK) for day in days], name="Date"),
        )

    @property
    def history_metadata(self) -> Mapping[str, Any]:
        return {"symbol": self.symbol, **self.yahoo.metadata}

    @property
    def info(self) -> Mapping[str, Any]:
        return _or_raise(self.yahoo.info)

    @property
    def news(self) -> Sequence[Mapping[str, Any]]:
        return _or_raise(self.yahoo.news)


def live(price: float, at: datetime) -> dict[str, Any]:
    """Metadata as Yahoo sends it and yfinance formats it."""
    return {"currency": "USD", "regularMarketPrice": price, "regularMarketTime": pd.Timestamp(at)}


def article(title: str, published: str, provider: str = "Newswire") -> dict[str, Any]:
    return {"id": "1", "content": {"title": title, "pubDate": published, "provider": {"displayName": provider}}}


def _or_raise(value: T | Exception) -> T:
    if isinstance(value, Exception):
        raise value
    return value
