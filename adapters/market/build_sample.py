"""Builds sample_prices.csv.gz from an installed `bokeh-sampledata`. Not imported at run time.

    pip install bokeh-sampledata && python -m adapters.market.build_sample

It selects the daily open, high, low, close and volume of five companies from 2010-01-04 to 2013-03-01, as traded. The
source's adjusted close is left out: it includes later splits and dividends and would look ahead.
The same input gives the same bytes. Attribution and licence: NOTICE.

Checks of the source: the sessions equal the exchange's calendar (795 each, FB 196 since its listing on 2012-05-18); no
split in the period; open and close always between low and high; no repeated day. 5.3 % of the prices have fractions of
a cent (FB closed at 30.981 on 2013-01-31, officially 30.98) and are kept unchanged. The low of AAPL on 2010-05-06
(199.25, close 246.25) is no error but the "flash crash" of that afternoon.
"""

import csv
import gzip
import io
from importlib.resources import files
from pathlib import Path
from typing import Final

SYMBOLS: Final = frozenset({"AAPL", "GOOG", "IBM", "MSFT", "FB"})
FIRST: Final = "2010-01-04"
LAST: Final = "2013-03-01"
HEADER: Final = ("symbol", "session", "open", "high", "low", "close", "volume")
TARGET: Final = Path(__file__).with_name("sample_prices.csv.gz")


def select_rows(source: str) -> list[tuple[str, ...]]:
    """Return the selected rows of `source`, sorted by symbol and session; ISO dates sort as text."""
    selected = (
        (row["Ticker"], row["Date"], row["Open"], row["High"], row["Low"], row["Close"], row["Volume"])
        for row in csv.DictReader(io.StringIO(source))
        if row["Ticker"] in SYMBOLS and FIRST <= row["Date"] <= LAST
    )
    return sorted(selected)


def compress_csv(rows: list[tuple[str, ...]]) -> bytes:
    """Return `rows` as gzipped CSV without a time stamp, so that the build is reproducible."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(HEADER)
    writer.writerows(rows)
    return gzip.compress(text.getvalue().encode("ascii"), compresslevel=9, mtime=0)


def main() -> None:
    """Read the installed package's file and write the selection next to this script."""
    packed = files("bokeh_sampledata").joinpath("_data", "stocks.csv.gz").read_bytes()
    TARGET.write_bytes(compress_csv(select_rows(gzip.decompress(packed).decode("ascii"))))


if __name__ == "__main__":
    main()
