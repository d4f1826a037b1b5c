"""Yahoo without the network: a server for the real yfinance, and a smaller fake for tests that open no socket."""

from .bad_bars import BadBar
from .endpoints import Endpoint
from .faults import YahooFault
from .server import YahooServer
from .ticker import FakeYahoo, article, live
from .world import StaleData, YahooShare, YahooWorld

__all__ = [
    "BadBar",
    "Endpoint",
    "FakeYahoo",
    "StaleData",
    "YahooFault",
    "YahooServer",
    "YahooShare",
    "YahooWorld",
    "article",
    "live",
]
