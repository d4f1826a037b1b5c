"""Figures computed from the sample's files alone, by plain arithmetic, to compare answers with."""

import csv
import gzip
from datetime import date
from decimal import ROUND_HALF_EVEN, Decimal
from functools import cache
from importlib.resources import files
from itertools import pairwise
from math import log, sqrt
from statistics import stdev
from typing import NamedTuple

TODAY = date(2013, 1, 31)


class Row(NamedTuple):
    day: date
    open: Decimal
    high: Decimal
    low: Decimal
    close: Decimal
    volume: int


def _cents(price: str) -> Decimal:
    return Decimal(price).quantize(Decimal("0.01"))


@cache
def rows(symbol: str, until: date = TODAY) -> tuple[Row, ...]:
    raw = gzip.decompress(files("adapters.market").joinpath("sample_prices.csv.gz").read_bytes()).decode()
    found = [
        Row(
            day=date.fromisoformat(row["session"]),
            open=_cents(row["open"]),
            high=_cents(row["high"]),
            low=_cents(row["low"]),
            close=_cents(row["close"]),
            volume=int(row["volume"]),
        )
        for row in csv.DictReader(raw.splitlines())
        if row["symbol"] == symbol
    ]
    return tuple(sorted(row for row in found if row.day <= until))


def span(symbol: str, first: str, last: str = "2013-01-31") -> list[Row]:
    return [row for row in rows(symbol) if date.fromisoformat(first) <= row.day <= date.fromisoformat(last)]


def close(symbol: str, day: str = "2013-01-31") -> Decimal:
    return [row for row in rows(symbol) if row.day <= date.fromisoformat(day)][-1].close


def change(symbol: str, base: str, last: str = "2013-01-31") -> Decimal:
    """Return the change between the closes of two days."""
    return close(symbol, last) / close(symbol, base) - 1


def daily(symbol: str, first: str, last: str = "2013-01-31") -> list[tuple[Decimal, date]]:
    all_rows = rows(symbol)
    pairs = pairwise(all_rows)
    return [
        (b.close / a.close - 1, b.day)
        for a, b in pairs
        if date.fromisoformat(first) <= b.day <= date.fromisoformat(last)
    ]


def high(symbol: str, sessions: int = 252) -> Row:
    return max(rows(symbol)[-sessions:], key=lambda row: row.high)


def low(symbol: str, sessions: int = 252) -> Row:
    return min(rows(symbol)[-sessions:], key=lambda row: row.low)


def average(symbol: str, sessions: int) -> Decimal:
    return sum((row.close for row in rows(symbol)[-sessions:]), Decimal(0)) / sessions


def mean_volume(some: list[Row] | tuple[Row, ...]) -> str:
    return f"{(Decimal(sum(row.volume for row in some)) / len(some)).quantize(Decimal(1), ROUND_HALF_EVEN):,}"


def volatility(symbol: str, sessions: int = 60) -> Decimal:
    closes = [float(row.close) for row in rows(symbol)[-sessions - 1 :]]
    return Decimal(stdev(log(b / a) for a, b in pairwise(closes)) * sqrt(252))


def rsi(symbol: str, sessions: int = 14) -> Decimal:
    closes = [row.close for row in rows(symbol)[-260:]]
    moves = [b - a for a, b in pairwise(closes)]
    gain = sum((max(m, Decimal(0)) for m in moves[:sessions]), Decimal(0)) / sessions
    loss = sum((max(-m, Decimal(0)) for m in moves[:sessions]), Decimal(0)) / sessions
    for move in moves[sessions:]:
        gain = (gain * (sessions - 1) + max(move, Decimal(0))) / sessions
        loss = (loss * (sessions - 1) + max(-move, Decimal(0))) / sessions
    return 100 * gain / (gain + loss)


def usd(amount: Decimal) -> str:
    return f"${amount.quantize(Decimal('0.01'), ROUND_HALF_EVEN):,}"


def plain(value: Decimal, places: int = 1) -> str:
    return f"{value.quantize(Decimal(1).scaleb(-places), ROUND_HALF_EVEN):,}"


def percent(fraction: Decimal, places: int = 1, *, signed: bool = True) -> str:
    """Return a percentage without its sign %, as both languages write it."""
    text = plain(abs(fraction) * 100, places)
    return text if not signed else f"{'−' if fraction < 0 else '+'}{text}"
