"""Serve a fake Yahoo: `python -m tests.fakes.yahoo --port 8097`, then set YAHOO_API_URL to what it prints.

Some large shares and funds walk at random until today, by the wall clock.
"""

import argparse
import sys
import threading
from collections.abc import Sequence
from datetime import UTC, date, datetime
from decimal import Decimal
from typing import Final

from adapters.market.calendar import ExchangeCalendar

from .bad_bars import BadBar
from .faults import YahooFault
from .server import YahooServer
from .world import StaleData, YahooWorld

_PRICES: Final = {
    "AAPL": "278.85",
    "MSFT": "492.01",
    "NVDA": "177.00",
    "GOOG": "320.12",
    "AMZN": "233.22",
    "META": "647.95",
    "TSLA": "430.17",
    "IBM": "308.58",
    "GE": "298.45",
    "BRK.B": "513.81",
    "SPY": "683.39",
    "QQQ": "619.25",
}


class _WallClock:
    def now(self) -> datetime:
        return datetime.now(UTC)


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.fakes.yahoo", description=__doc__)
    parser.add_argument("--port", type=int, default=0, help="0: any that is free")
    parser.add_argument("--fault", choices=list(YahooFault), help="what goes wrong with each answer")
    parser.add_argument("--times", type=int, default=None, help="how often it goes wrong; always, if not given")
    parser.add_argument("--without", action="append", default=[], metavar="SYMBOL", help="is not found")
    bad = "SYMBOL=KIND, of " + ", ".join(BadBar)
    parser.add_argument("--bad", action="append", default=[], metavar="SYMBOL=KIND", help=bad)
    stale = "SYMBOL=KIND, of " + ", ".join(each.name.lower() for each in StaleData)
    parser.add_argument("--stale", action="append", default=[], metavar="SYMBOL=KIND", help=stale)
    return parser.parse_args()


def _world(given: argparse.Namespace) -> YahooWorld:
    clock = _WallClock()
    world = YahooWorld(clock, ExchangeCalendar(until=date(clock.now().year + 1, 12, 31)))
    for symbol, price in _PRICES.items():
        world.add_random(symbol, price=Decimal(price))
    for symbol, kind in _pairs(given.bad):
        world.spoil(symbol, BadBar(kind))
    for symbol, kind in _pairs(given.stale):
        world.make_stale(symbol, StaleData[kind.upper()])
    for symbol in given.without:
        del world.shares[symbol.replace(".", "-")]
    return world


def _pairs(texts: Sequence[str]) -> list[tuple[str, str]]:
    return [(symbol, kind) for symbol, _, kind in (text.partition("=") for text in texts)]


def _serve(given: argparse.Namespace) -> None:
    with YahooServer(_world(given), port=given.port) as server:
        if given.fault:
            server.faults.add(YahooFault(given.fault), times=given.times)
        sys.stdout.write(f"YAHOO_API_URL={server.url}\n")
        sys.stdout.flush()
        threading.Event().wait()


if __name__ == "__main__":
    try:
        _serve(_arguments())
    except KeyboardInterrupt:
        sys.exit()
