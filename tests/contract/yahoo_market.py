"""Parley's Yahoo market over the real yfinance, which asks the server on the loopback."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import date, datetime, time
from pathlib import Path

import pytest
import yfinance

from adapters.market.calendar import ExchangeCalendar
from adapters.market.hours import at_new_york
from adapters.market.yahoo import YahooMarket
from adapters.market.yahoo_client import YahooClient
from adapters.market.yahoo_source import YahooSource
from tests.fakes.clock import FixedClock
from tests.fakes.yahoo import YahooServer, YahooWorld

CALENDAR = ExchangeCalendar(until=date(2014, 12, 31))
NOON = at_new_york(date(2013, 1, 31), time(12))
OF_LIBRARIES = [  # what pandas 3.1 deprecates
    pytest.mark.filterwarnings("ignore::pandas.errors.Pandas4Warning"),  # yfinance 1.7 does it
    pytest.mark.filterwarnings(  # exchange-calendars 4.13 reads frames so
        "ignore:Series.values returning an ndarray:DeprecationWarning"
    ),
]


@dataclass(frozen=True, slots=True)
class ServedYahoo:
    """The server with its world, and who asks it."""

    server: YahooServer
    clock: FixedClock
    client: YahooClient
    market: YahooMarket
    source: YahooSource

    @property
    def world(self) -> YahooWorld:
        return self.server.world


@contextmanager
def served_yahoo(cache_dir: Path, *, now: datetime) -> Iterator[ServedYahoo]:
    """Serve a world without shares. yfinance keeps a session for the whole process: it begins anew."""
    yfinance.data.YfData._instances.clear()  # noqa: SLF001 - there is no other way
    clock = FixedClock(now)
    with YahooServer(YahooWorld(clock, CALENDAR)) as server:
        client = YahooClient(cache_dir=cache_dir, base_url=server.url)
        market = YahooMarket(clock=clock, calendar=CALENDAR, client=client)
        yield ServedYahoo(server, clock, client, market, YahooSource(client))
