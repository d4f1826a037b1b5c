"""Opens Yahoo Finance with yfinance: where its files are, and which server is asked. Blocking.

The import of yfinance takes 1.7 s and about 100 MB (pandas, curl), so it is delayed until the first request. yfinance
stores cookies in a file: in `cache_dir`, not in the user's own cache directory. Yahoo's hosts are constants in it; with
a base URL, its session sends every request to that server instead, with the same path and query.
"""

import urllib.request
import warnings
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final, Protocol
from urllib.error import HTTPError
from urllib.parse import urlsplit

from adapters.market.hours import NEW_YORK

_YAHOO_URL: Final = "https://query1.finance.yahoo.com"
_PROBE_PATH: Final = "/v8/finance/chart/AAPL?range=1d&interval=1d"
_QUOTE_PATH: Final = "/v7/finance/quote"
_QUOTE_FORM: Final = {"formatted": "false", "lang": "en-US", "region": "US"}


class YahooApi(Protocol):
    """Yahoo's endpoints, by Yahoo's spelling of symbols: BRK-B."""

    def ticker(self, symbol: str) -> Any:  # noqa: ANN401  # yfinance.Ticker has no types
        """Return a `yfinance.Ticker`: its `history` asks the chart endpoint."""

    def quote(self, symbol: str) -> Mapping[str, Any] | None:
        """Return what the quote endpoint lists of `symbol`; None: it lists no such ticker."""

    def forget(self) -> None:
        """Drop kept answers: yfinance keeps some for as long as it runs, senseless ones, too."""

    def probe(self, seconds: float) -> bool:
        """Return whether Yahoo answers within `seconds`, with a result. Raises: OSError, HTTPException: it does not."""


class YahooClient:
    """Implements `YahooApi` by yfinance."""

    def __init__(self, *, cache_dir: Path, base_url: str | None = None) -> None:
        """Open no connection yet.

        `cache_dir`: directory for yfinance's files; created when needed. `base_url`: the server that is asked instead
        of all of Yahoo's hosts; None: Yahoo.
        """
        self._cache_dir = cache_dir
        self._base_url = base_url.rstrip("/") if base_url else None
        self._session: Any = None
        self._yfinance: Any = None

    def ticker(self, symbol: str) -> Any:  # noqa: ANN401
        ticker = self._load_yfinance().Ticker(symbol, session=self._session)
        # Otherwise yfinance asks for the time zone first, and keeps that answer, even a failed one, until its end.
        ticker._tz = NEW_YORK.key  # noqa: SLF001
        return ticker

    def quote(self, symbol: str) -> Mapping[str, Any] | None:
        data = self._load_yfinance().data.YfData(session=self._session)
        answer = data.get_raw_json(_YAHOO_URL + _QUOTE_PATH, params={"symbols": symbol, **_QUOTE_FORM})
        listed: list[Mapping[str, Any]] = answer["quoteResponse"]["result"]
        return next((each for each in listed if each["symbol"] == symbol), None)

    def forget(self) -> None:
        self._load_yfinance().data.YfData.cache_get.cache_clear()

    def probe(self, seconds: float) -> bool:
        """Ask without yfinance, whose import takes longer than that."""
        url = (self._base_url or _YAHOO_URL) + _PROBE_PATH
        request = urllib.request.Request(url, headers={"User-Agent": "Mozilla/5.0"})  # noqa: S310  # http(s) by settings
        try:
            with urllib.request.urlopen(request, timeout=seconds):  # noqa: S310
                return True
        except HTTPError as refusal:  # a response, with an open connection
            refusal.close()
            return False

    def _load_yfinance(self) -> Any:  # noqa: ANN401  # a module without types
        if self._yfinance is None:
            import yfinance  # noqa: PLC0415  # takes seconds; see the module's docstring

            # What pandas warns yfinance of is no news for whoever reads a terminal.
            warnings.filterwarnings("ignore", category=DeprecationWarning, module=r"yfinance\.")

            self._cache_dir.mkdir(parents=True, exist_ok=True)
            yfinance.set_tz_cache_location(str(self._cache_dir))
            yfinance.config.debug.hide_exceptions = False  # otherwise a network failure looks like an unknown ticker
            self._session = _session_to(self._base_url) if self._base_url else None
            self._yfinance = yfinance
        return self._yfinance


def _session_to(base_url: str) -> Any:  # noqa: ANN401
    """Return a session like yfinance's own that sends every request to `base_url`."""
    from curl_cffi.requests import Session  # noqa: PLC0415  # as slow as yfinance

    class BaseUrlSession(Session[Any]):
        def request(self, method: Any, url: str, *args: Any, **options: Any) -> Any:  # noqa: ANN401
            path = urlsplit(url)._replace(scheme="", netloc="").geturl() or "/"
            return super().request(method, base_url + path, *args, **options)

    return BaseUrlSession(impersonate="chrome")
