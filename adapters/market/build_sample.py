"""Make sample_prices.csv.gz from an installed `bokeh-sampledata`. Not imported at run time.

    pip install bokeh-sampledata && python -m adapters.market.build_sample

Takes the daily open, high, low, close and volume of five companies from 2010-01-04 to 2013-03-01, as traded. The source
also has an adjusted close; it is left out, because it has later splits and dividends in it and so looks ahead.
The same input gives the same bytes. Attribution and licence: NOTICE.

What a check of the source found: no session missing against the exchange's calendar and none too many (795 sessions
each, FB 196 since its listing on 2012-05-18); no split in the span; open and close inside low and high everywhere; no
day repeated. 5.3 % of the prices have parts of a cent (FB closed at 30.981 on 2013-01-31, officially 30.98): kept as
they are. The low of AAPL on 2010-05-06 (199.25, close 246.25) is no error but the "flash crash" of that afternoon.
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
    """Return the rows of `source` that we keep, by symbol and session; ISO dates sort as text."""
    kept = (
        (row["Ticker"], row["Date"], row["Open"], row["High"], row["Low"], row["Close"], row["Volume"])
        for row in csv.DictReader(io.StringIO(source))
        if row["Ticker"] in SYMBOLS and FIRST <= row["Date"] <= LAST
    )
    return sorted(kept)


def compress_csv(rows: list[tuple[str, ...]]) -> bytes:
    """Return `rows` as gzipped CSV without a time stamp, so that building twice changes nothing."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(HEADER)
    writer.writerows(rows)
    return gzip.compress(text.getvalue().encode("ascii"), compresslevel=9, mtime=0)


def main() -> None:
    """Read the installed package's file and write ours beside this script."""
    packed = files("bokeh_sampledata").joinpath("_data", "stocks.csv.gz").read_bytes()
    TARGET.write_bytes(compress_csv(select_rows(gzip.decompress(packed).decode("ascii"))))


if __name__ == "__main__":
    main()
