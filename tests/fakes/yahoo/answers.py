"""What Yahoo answers, as JSON: to each endpoint of data, from the script of the market."""

import json
import struct
from collections.abc import Callable, Mapping
from datetime import date, datetime
from http import HTTPStatus
from typing import Any, Final

from adapters.market.hours import REGULAR_OPENING, at_new_york

from .bad_bars import Chart
from .charts import chart_of
from .endpoints import Endpoint, NoSuchRequestError, Received
from .world import YahooShare, YahooWorld

Json = dict[str, Any]
Answer = tuple[int, Json]

_FIELDS: Final = ("open", "high", "low", "close", "volume")


def answer(world: YahooWorld, received: Received) -> Answer:
    """Return the status and the body."""
    return _ANSWERS[received.endpoint](world, received)


def not_found() -> Answer:
    error = {"code": "Not Found", "description": "No data found, symbol may be delisted"}
    return HTTPStatus.NOT_FOUND, {"chart": {"result": None, "error": error}}


def _chart(world: YahooWorld, received: Received) -> Answer:
    share = world.shares.get(received.symbol)
    chart = None if share is None or share.is_delisted else chart_of(world, share)
    if share is None or chart is None:
        return not_found()
    first, last = int(received.query.get("period1", 0)), int(received.query.get("period2", 2**40))
    rows = [row for row in chart.rows if first <= row.stamp < last]
    if "range" in received.query:
        rows = rows[-1:]
    prices = {name: [_sent(name, getattr(row, name)) for row in rows] for name in _FIELDS}
    result: Json = {
        "meta": _meta(share, chart),
        "indicators": {"quote": [prices if rows else {}], "adjclose": [{"adjclose": prices["close"]}]},
    }
    if rows:
        result["timestamp"] = [row.stamp for row in rows]
        if events := _events(chart, first=rows[0].session):
            result["events"] = events
    return HTTPStatus.OK, {"chart": {"result": [result], "error": None}}


def _sent(name: str, value: float | None) -> float | None:
    """Return a price as Yahoo sends it: a 32-bit float with its rounding."""
    if value is None or name == "volume":
        return value
    rounded: float = struct.unpack("f", struct.pack("f", value))[0]
    return rounded


def _events(chart: Chart, *, first: date) -> Json:
    splits = {
        str(_opening(each.session)): {
            "date": _opening(each.session),
            "numerator": each.new,
            "denominator": each.old,
            "splitRatio": f"{each.new}:{each.old}",
        }
        for each in chart.splits
        if each.session >= first
    }
    dividends = {
        str(_opening(day)): {"amount": round(amount, 6), "date": _opening(day)}
        for day, amount in chart.dividends.items()
        if day >= first
    }
    return {name: events for name, events in (("splits", splits), ("dividends", dividends)) if events}


def _opening(day: date) -> int:
    return int(at_new_york(day, REGULAR_OPENING).timestamp())


def _meta(share: YahooShare, chart: Chart) -> Json:
    last = chart.last if chart.rows else None
    return {
        "currency": chart.currency,
        "symbol": chart.symbol,
        "exchangeName": share.exchange,
        "instrumentType": share.instrument_type,
        "firstTradeDate": _opening(share.bars[0].session),
        "regularMarketTime": chart.traded_at,
        "hasPrePostMarketData": True,
        "exchangeTimezoneName": "America/New_York",
        "regularMarketPrice": chart.price,
        "regularMarketDayHigh": last and last.high,
        "regularMarketDayLow": last and last.low,
        "regularMarketVolume": last and last.volume,
        "longName": share.name or share.symbol,
        "chartPreviousClose": chart.previous_close,
        "priceHint": 2,
        "currentTradingPeriod": {},
        "dataGranularity": "1d",
        "range": "",
        "validRanges": ["1d", "5d", "1mo", "3mo", "6mo", "1y", "2y", "5y", "10y", "ytd", "max"],
    }


def _quote(world: YahooWorld, received: Received) -> Answer:
    listed = [world.shares[each] for each in received.query["symbols"].split(",") if each in world.shares]
    return HTTPStatus.OK, {"quoteResponse": {"result": [_quoted(world, each) for each in listed], "error": None}}


def _quoted(world: YahooWorld, share: YahooShare) -> Json:
    basic = {"language": "en-US", "region": "US", "triggerable": False, "tradeable": False, "symbol": share.symbol}
    chart = None if share.is_delisted else chart_of(world, share)
    if chart is None:
        return {**basic, "quoteType": "NONE"}
    return {
        **basic,
        "quoteType": share.instrument_type,
        "currency": share.currency,
        "marketState": "REGULAR" if world.calendar.is_open(world.clock.now()) else "CLOSED",
        "exchange": share.exchange,
        "exchangeTimezoneName": "America/New_York",
        "longName": share.name or share.symbol,
        "regularMarketPrice": chart.quote_price,
        "regularMarketTime": chart.quoted_at or chart.traded_at,
        "exchangeDataDelayedBy": share.delay_minutes,
        "sourceInterval": 15,
        "regularMarketPreviousClose": chart.previous_close,
        "bid": chart.quote_price + chart.bid_above_ask,
        "ask": chart.quote_price,
    }


def _summary(world: YahooWorld, received: Received) -> Answer:
    share = world.shares.get(received.symbol)
    if share is None or share.is_delisted:
        error = {"code": "Not Found", "description": f"Quote not found for symbol: {received.symbol}"}
        return HTTPStatus.NOT_FOUND, {"quoteSummary": {"result": None, "error": error}}
    modules = {"quoteType": {"symbol": share.symbol}, "defaultKeyStatistics": dict(share.figures)}
    return HTTPStatus.OK, {"quoteSummary": {"result": [modules], "error": None}}


def _timeseries(_: YahooWorld, received: Received) -> Answer:
    meta = {"symbol": [received.symbol], "type": ["trailingPegRatio"]}
    return HTTPStatus.OK, {"timeseries": {"result": [{"meta": meta}], "error": None}}


def _search(world: YahooWorld, received: Received) -> Answer:
    words = received.query["q"].lower()
    found = [each for each in world.shares.values() if words in {each.symbol.lower(), *each.name.lower().split()}]
    quotes = [{"symbol": each.symbol, "longname": each.name, "quoteType": each.instrument_type} for each in found]
    return HTTPStatus.OK, {"quotes": quotes, "news": [], "count": len(quotes)}


def _news(world: YahooWorld, received: Received) -> Answer:
    config: Mapping[str, Any] = json.loads(received.body)["serviceConfig"]
    if config.keys() != {"snippetCount", "s"}:
        msg = f"no body of {received.endpoint}: {config}"
        raise NoSuchRequestError(msg)
    shares = [world.shares[each] for each in config["s"] if each in world.shares]
    now = world.clock.now()
    stream = [
        dict(each)
        for share in shares
        for each in share.articles
        if datetime.fromisoformat(each["content"]["pubDate"]) <= now
    ]
    return HTTPStatus.OK, {"data": {"tickerStream": {"stream": stream[: config["snippetCount"]]}}}


_ANSWERS: Final[Mapping[Endpoint, Callable[[YahooWorld, Received], Answer]]] = {
    Endpoint.CHART: _chart,
    Endpoint.QUOTE: _quote,
    Endpoint.SUMMARY: _summary,
    Endpoint.TIMESERIES: _timeseries,
    Endpoint.SEARCH: _search,
    Endpoint.NEWS: _news,
}
