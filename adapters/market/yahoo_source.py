"""Queries Yahoo, and converts yfinance's frames and dictionaries to our own types. Blocking."""

import math
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from decimal import Decimal
from typing import Any, Final, NamedTuple, TypeGuard

from adapters.market.yahoo_client import YahooApi
from adapters.market.yahoo_prices import Dividend, Split, YahooActions, YahooBar, to_price
from bot.domain.market.snapshot import Fact, NewsItem
from bot.errors import MarketDataError, MarketSourceError, NoPriceError, UncoveredMarketError, UnknownSymbolError

YAHOO: Final = "yahoo"
_NO_SUCH_CHART: Final = "no data found"  # "…, symbol may be delisted": what the chart endpoint says with a 404
_NOT_TRADED: Final = "NONE"  # what the quote endpoint calls the type of a share that has been delisted

# Names of facts -> Yahoo's names for them, in order of preference. Yahoo's "sharesOutstanding" counts only one class of
# shares; the implied number counts all classes, as a market value requires.
_FACTS: Final[Mapping[str, tuple[str, ...]]] = {
    "dividend_per_share_yearly": ("dividendRate",),
    "eps_diluted_ttm": ("trailingEps",),
    "shares_outstanding": ("impliedSharesOutstanding", "sharesOutstanding"),
}


@dataclass(frozen=True, slots=True)
class YahooHistory:
    """The result of one request for prices, which are in US dollars."""

    bars: tuple[YahooBar, ...]  # oldest first; the last one may belong to a running session
    actions: YahooActions
    last_price: Decimal | None  # of the regular session, live or not
    last_traded: datetime | None
    # What the chart endpoint says of the latest session beside its bars, in today's shares, unadjusted and unchecked.
    day_high: Decimal | None
    day_low: Decimal | None
    day_volume: int | None
    instrument_type: str | None  # "EQUITY", "ETF", "INDEX" …


class YahooPrice(NamedTuple):
    """A price of the regular session by the quote endpoint."""

    price: Decimal  # US dollars
    traded_at: datetime
    delay: timedelta = timedelta(0)  # by which Yahoo's prices of that exchange are late


class YahooSource:
    """Requests to Yahoo. Every method raises MarketSourceError where Yahoo does not answer, or not sensibly."""

    def __init__(self, client: YahooApi) -> None:
        self._client = client
        self._known: set[str] = set()  # have had prices

    def history(self, symbol: str, first: date) -> YahooHistory:
        """Return daily prices from `first` until now.

        Raises:
            UnknownSymbolError: neither the chart nor the quote endpoint has such a ticker, and it never had prices.
            NoPriceError: it is not traded any more. UncoveredMarketError: it is not traded in US dollars.
        """
        with _yahoo_errors(symbol):
            ticker = self._client.ticker(_yahoo_symbol(symbol))
            try:
                frame = ticker.history(start=first.isoformat(), interval="1d", auto_adjust=False, actions=True)
            except Exception as error:
                if _NO_SUCH_CHART not in str(getattr(error, "yahoo_reason", None)).lower():
                    raise
                raise self._missing_chart_error(symbol, first) from error
            found = _history(symbol, frame, ticker.history_metadata)
        self._known.add(symbol)
        return found

    def second_price(self, symbol: str) -> YahooPrice | None:
        """Return the price by the quote endpoint, which Yahoo fills from elsewhere; None: it lists none in dollars."""
        with _yahoo_errors(symbol):
            quote = self._client.quote(_yahoo_symbol(symbol)) or {}
            price = _price_or_none(quote.get("regularMarketPrice"))
            traded_at = _instant_or_none(quote.get("regularMarketTime"))
            if price is None or traded_at is None or quote.get("currency") != "USD":
                return None
            delay = quote.get("exchangeDataDelayedBy")
            return YahooPrice(price, traded_at, timedelta(minutes=max(delay, 0) if _is_number(delay) else 0))

    def fundamentals(self, symbol: str, today: date) -> tuple[Fact, ...]:
        """Return Yahoo's current figures. Yahoo gives no date of publication: they count as published `today`."""
        with _yahoo_errors(symbol):
            try:
                info = self._client.ticker(_yahoo_symbol(symbol)).info or {}
            except Exception:
                self._client.forget()
                raise
            return _facts(symbol, info, today)

    def news(self, symbol: str) -> tuple[NewsItem, ...]:
        """Return today's headlines, newest first, with tone 0: Yahoo gives none."""
        with _yahoo_errors(symbol):
            return _news(symbol, self._client.ticker(_yahoo_symbol(symbol)).news or [])

    def _missing_chart_error(self, symbol: str, first: date) -> MarketDataError:
        """Return what a chart that is not found means: Yahoo at times says so of shares that are traded."""
        quote = self._client.quote(_yahoo_symbol(symbol))
        if quote is not None and quote.get("quoteType") == _NOT_TRADED:
            return NoPriceError(symbol=symbol, at=first.isoformat(), why="delisted")
        if quote is not None or symbol in self._known:
            return MarketSourceError(symbol=symbol, source=YAHOO, cause="empty")
        return UnknownSymbolError(symbol=symbol)


@contextmanager
def _yahoo_errors(symbol: str) -> Iterator[None]:
    """Translate yfinance's exceptions, which are its own classes, curl's, or plain KeyErrors."""
    try:
        yield
    except MarketDataError:
        raise
    except Exception as error:
        raise MarketSourceError(symbol=symbol, source=YAHOO, cause=type(error).__name__) from error


def _yahoo_symbol(symbol: str) -> str:
    return symbol.replace(".", "-")  # Yahoo writes BRK-B for BRK.B


def _history(symbol: str, frame: Any, metadata: Mapping[str, Any]) -> YahooHistory:  # noqa: ANN401  # pandas, untyped
    if frame.empty:  # says nothing of the ticker: an unknown one is an error of its own
        raise MarketSourceError(symbol=symbol, source=YAHOO, cause="empty")
    if metadata.get("symbol") != _yahoo_symbol(symbol):
        raise MarketSourceError(symbol=symbol, source=YAHOO, cause="another symbol")
    if (currency := metadata.get("currency")) != "USD":
        raise UncoveredMarketError(names=symbol, currency=currency)
    days = [stamp.date() for stamp in frame.index]
    columns = [frame[name].tolist() for name in ("Open", "High", "Low", "Close", "Volume")]
    bars = (YahooBar(day, *values) for day, *values in zip(days, *columns, strict=True))
    ratios = zip(days, frame["Stock Splits"].tolist(), strict=True)
    dividends = zip(days, frame["Dividends"].tolist(), strict=True)
    volume = metadata.get("regularMarketVolume")
    return YahooHistory(
        bars=tuple(bar for bar in bars if bar.is_usable),
        actions=YahooActions(
            splits=tuple(Split(day, ratio) for day, ratio in ratios if ratio > 0),
            dividends=tuple(Dividend(day, amount) for day, amount in dividends if amount > 0),
        ),
        last_price=_price_or_none(metadata.get("regularMarketPrice")),
        last_traded=_instant_or_none(metadata.get("regularMarketTime")),
        day_high=_price_or_none(metadata.get("regularMarketDayHigh")),
        day_low=_price_or_none(metadata.get("regularMarketDayLow")),
        day_volume=int(volume) if _is_number(volume) else None,
        instrument_type=metadata.get("instrumentType"),
    )


def _price_or_none(value: object) -> Decimal | None:
    return to_price(float(value)) if _is_number(value) else None


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
