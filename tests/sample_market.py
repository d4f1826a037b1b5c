"""The market of the sample, in which tests read messages."""

from datetime import date
from typing import Final

from adapters.market.instruments import load_instruments

MARKET: Final = load_instruments(["AAPL", "GOOG", "IBM", "MSFT", "FB"])
TODAY: Final = date(2013, 1, 31)
