"""Reads the files of the sample market: prices, figures and events of five companies.

- `sample_prices.csv.gz`: daily bars, unadjusted, 2010-01-04 to 2013-03-01; made by build_sample.py, see NOTICE.
- `sample_facts.csv`: figures from the companies' own filings and press releases. `published` is a day without an hour.
- `sample_actions.csv`: dividends by ex-date, in US dollars per share as paid, from the companies' own dividend
  histories; the announcements of dividends among the facts and events are not ex-dates. None of the five companies
  split its shares in the period, and GOOG and FB paid nothing.
- `sample_events.csv`: the companies' announcements, with time and zone. If the minute is not known, a later one is
  recorded rather than an earlier one: results released after the close have 16:30. `tone` is +1 or -1 only if the
  company's figures beat or missed its own guidance, which the title quotes; otherwise 0.
"""

import csv
import gzip
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date, datetime
from decimal import Decimal
from functools import cache
from importlib.resources import files
from typing import Any, TypeVar

from adapters.market.cents import in_cents
from bot.domain.market.price_history import ActionKind, CorporateAction
from bot.domain.market.snapshot import Bar, Fact, NewsItem

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class SampleData:
    """The sample market's data by symbol; bars, facts, events and actions oldest first."""

    bars: Mapping[str, tuple[Bar, ...]]
    facts: Mapping[str, tuple[Fact, ...]]
    events: Mapping[str, tuple[NewsItem, ...]]
    actions: Mapping[str, tuple[CorporateAction, ...]] = field(default_factory=dict)


@cache
def read_sample_data() -> SampleData:
    """Read the four files (56 kB and 21 kB; about 20 ms), once in a process."""
    return SampleData(
        bars=_by_symbol("sample_prices.csv.gz", _bar, lambda bar: bar.session),
        facts=_by_symbol("sample_facts.csv", _fact, lambda fact: fact.published),
        events=_by_symbol("sample_events.csv", _event, lambda item: item.published),
        actions=_by_symbol("sample_actions.csv", _action, lambda item: item.ex_date),
    )


def _by_symbol(name: str, parse: Callable[[Mapping[str, str]], T], at: Callable[[T], Any]) -> dict[str, tuple[T, ...]]:
    found: defaultdict[str, list[T]] = defaultdict(list)
    for row in _rows(name):
        found[row["symbol"]].append(parse(row))
    return {symbol: tuple(sorted(items, key=at)) for symbol, items in found.items()}


def _rows(name: str) -> Iterator[dict[str, str]]:
    raw = files("adapters.market").joinpath(name).read_bytes()
    text = (gzip.decompress(raw) if name.endswith(".gz") else raw).decode("utf-8")
    return csv.DictReader(text.splitlines())


def _bar(row: Mapping[str, str]) -> Bar:
    return Bar(
        session=date.fromisoformat(row["session"]),
        open=in_cents(Decimal(row["open"])),
        high=in_cents(Decimal(row["high"])),
        low=in_cents(Decimal(row["low"])),
        close=in_cents(Decimal(row["close"])),
        volume=int(row["volume"]),
    )


def _fact(row: Mapping[str, str]) -> Fact:
    return Fact(
        symbol=row["symbol"],
        name=row["name"],
        value=Decimal(row["value"]),
        period_end=date.fromisoformat(row["period_end"]) if row["period_end"] else None,
        published=date.fromisoformat(row["published"]),
        source=row["source"],
    )


def _event(row: Mapping[str, str]) -> NewsItem:
    return NewsItem(
        symbol=row["symbol"],
        published=datetime.fromisoformat(row["published"]),
        title=row["title"],
        source=row["source"],
        tone=int(row["tone"]),
    )


def _action(row: Mapping[str, str]) -> CorporateAction:
    return CorporateAction(
        symbol=row["symbol"],
        ex_date=date.fromisoformat(row["ex_date"]),
        kind=ActionKind(row["kind"]),
        value=Decimal(row["value"]),
    )
