"""Queries Yahoo with yfinance, and converts its frames and dictionaries to our own types. Blocking.

The import of yfinance takes 1.7 s and about 100 MB (pandas, curl), so it is delayed until the first request. yfinance
stores time zones and cookies in files: in `cache_dir`, not in the user's own cache directory.
"""

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime
from decimal import Decimal
from http import HTTPStatus
from pathlib import Path
from typing import Any, Final, TypeGuard

from adapters.market.yahoo_prices import Dividend, Split, YahooActions, YahooBar, to_price
from bot.domain.market.snapshot import Fact, NewsItem
from bot.errors import MarketDataError, MarketSourceError, UncoveredMarketError, UnknownSymbolError

YAHOO: Final = "yahoo"
TickerFactory = Callable[[str], Any]  # yfinance.Ticker has no types

# Names of facts -> Yahoo's names for them, in order of preference. Yahoo's "sharesOutstanding" counts only one class of
# shares; the implied number counts all classes, as a market value requires.
_FACTS: Final[Mapping[str, tuple[str, ...]]] = {
    "dividend_per_share_yearly": ("dividendRate",),
    "eps_diluted_ttm": ("trailingEps",),
    "shares_outstanding": ("impliedSharesOutstanding", "sharesOutstanding"),
}


@dataclass(frozen=True, slots=True)
class YahooHistory:
    """The result of one request for prices."""

    bars: tuple[YahooBar, ...]  # oldest first; the last one may belong to a running session
    actions: YahooActions
    last_price: Decimal | None  # of the regular session, live or not
    last_traded: datetime | None


class YahooSource:
    """Requests to Yahoo, one per method.

    Every method raises UnknownSymbolError for a ticker unknown to Yahoo, and MarketSourceError for any other failure.
    """

    def __init__(self, *, cache_dir: Path, ticker: TickerFactory | None = None) -> None:
        self._cache_dir = cache_dir
        self._ticker = ticker

    def history(self, symbol: str, first: date) -> YahooHistory:
        """Return daily prices from `first` until now. Raises: UncoveredMarketError: they are not in US dollars."""
        with _YahooErrors(symbol):
            ticker = self._open_ticker(symbol)
            frame = ticker.history(start=first.isoformat(), interval="1d", auto_adjust=False, actions=True)
            return _history(symbol, frame, ticker.history_metadata)

    def fundamentals(self, symbol: str, today: date) -> tuple[Fact, ...]:
        """Return Yahoo's current figures. Yahoo gives no date of publication: they count as published `today`."""
        with _YahooErrors(symbol):
            return _facts(symbol, self._open_ticker(symbol).info or {}, today)

    def news(self, symbol: str) -> tuple[NewsItem, ...]:
        """Return today's headlines, newest first, with tone 0: Yahoo gives none."""
        with _YahooErrors(symbol):
            return _news(symbol, self._open_ticker(symbol).news or [])

    def _open_ticker(self, symbol: str) -> Any:  # noqa: ANN401  # yfinance.Ticker has no types
        if self._ticker is None:
            self._ticker = _load_yfinance(self._cache_dir)
        return self._ticker(symbol.replace(".", "-"))  # Yahoo writes BRK-B for BRK.B


class _YahooErrors:
    """Translates yfinance's exceptions, which are its own classes, curl's, or plain KeyErrors."""

    def __init__(self, symbol: str) -> None:
        self._symbol = symbol

    def __enter__(self) -> None:
        return None

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, _: object) -> None:
        if not isinstance(error, Exception) or isinstance(error, MarketDataError):
            return
        if _is_not_found(error):
            raise UnknownSymbolError(symbol=self._symbol) from error
        raise MarketSourceError(symbol=self._symbol, source=YAHOO, cause=type(error).__name__) from error


def _is_not_found(error: Exception) -> bool:
    """Return whether the ticker is unknown to Yahoo: yfinance's own error, or a 404 answer to one of its requests."""
    named = "YFTickerMissingError" in {base.__name__ for base in type(error).__mro__}
    return named or getattr(getattr(error, "response", None), "status_code", None) == HTTPStatus.NOT_FOUND


def _load_yfinance(cache_dir: Path) -> TickerFactory:
    import yfinance  # noqa: PLC0415  # takes seconds; see the module's docstring

    cache_dir.mkdir(parents=True, exist_ok=True)
    yfinance.set_tz_cache_location(str(cache_dir))
    yfinance.config.debug.hide_exceptions = False  # otherwise a network failure looks like an unknown ticker
    ticker: TickerFactory = yfinance.Ticker
    return ticker


def _history(symbol: str, frame: Any, metadata: Mapping[str, Any]) -> YahooHistory:  # noqa: ANN401  # pandas, untyped
    if frame.empty:
        raise UnknownSymbolError(symbol=symbol)
    if (currency := metadata.get("currency")) != "USD":
        raise UncoveredMarketError(symbol=symbol, currency=currency)
    days = [stamp.date() for stamp in frame.index]
    columns = [frame[name].tolist() for name in ("Open", "High", "Low", "Close", "Volume")]
    bars = (YahooBar(day, *values) for day, *values in zip(days, *columns, strict=True))
    ratios = zip(days, frame["Stock Splits"].tolist(), strict=True)
    dividends = zip(days, frame["Dividends"].tolist(), strict=True)
    return YahooHistory(
        bars=tuple(bar for bar in bars if bar.is_usable),
        actions=YahooActions(
            splits=tuple(Split(day, ratio) for day, ratio in ratios if ratio > 0),
            dividends=tuple(Dividend(day, amount) for day, amount in dividends if amount > 0),
        ),
        last_price=_price_or_none(metadata.get("regularMarketPrice")),
        last_traded=_instant_or_none(metadata.get("regularMarketTime")),
    )


def _price_or_none(value: object) -> Decimal | None:
    return to_price(float(value)) if _is_number(value) and value > 0 else None


def _is_number(value: object) -> TypeGuard[float]:
    return isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value)


def _instant_or_none(value: Any) -> datetime | None:  # noqa: ANN401  # a pandas Timestamp, or seconds since 1970
    if _is_number(value):
        return datetime.fromtimestamp(value, tz=UTC)
    return value.to_pydatetime().astimezone(UTC) if hasattr(value, "to_pydatetime") else None


def _facts(symbol: str, info: Mapping[str, Any], today: date) -> tuple[Fact, ...]:
    quarter = _instant_or_none(info.get("mostRecentQuarter"))
    found = {
        name: next((info[key] for key in keys if _is_number(info.get(key))), None) for name, keys in _FACTS.items()
    }
    return tuple(
        Fact(
            symbol=symbol,
            name=name,
            value=Decimal(value) if isinstance(value, int) else to_price(value),
            period_end=quarter.date() if quarter and name == "eps_diluted_ttm" else None,
            published=today,
            source="Yahoo Finance",
        )
        for name, value in found.items()
        if value is not None
    )


def _news(symbol: str, articles: Sequence[Mapping[str, Any]]) -> tuple[NewsItem, ...]:
    items = [item for article in articles if (item := _news_item(symbol, article.get("content") or {}))]
    return tuple(sorted(items, key=lambda item: item.published, reverse=True))


def _news_item(symbol: str, content: Mapping[str, Any]) -> NewsItem | None:
    title, published = content.get("title"), content.get("pubDate")
    if not title or not published:
        return None
    provider = (content.get("provider") or {}).get("displayName") or "Yahoo Finance"
    return NewsItem(
        symbol=symbol,
        published=datetime.fromisoformat(published),
        title=title,
        source=provider,
        tone=0,
        description=content.get("summary") or content.get("description") or "",
    )
