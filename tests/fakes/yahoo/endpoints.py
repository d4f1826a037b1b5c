"""Yahoo's endpoints that yfinance asks: their paths, the parameters they take, and what is no request of it."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Final
from urllib.parse import parse_qsl, unquote, urlsplit


class Endpoint(StrEnum):
    CHART = "chart"
    QUOTE = "quote"
    SUMMARY = "summary"
    TIMESERIES = "timeseries"
    SEARCH = "search"
    NEWS = "news"
    COOKIE = "cookie"
    CRUMB = "crumb"
    CONSENT = "consent"
    COLLECT_CONSENT = "collect_consent"
    COPY_CONSENT = "copy_consent"


DATA: Final = frozenset(
    {Endpoint.CHART, Endpoint.QUOTE, Endpoint.SUMMARY, Endpoint.TIMESERIES, Endpoint.SEARCH, Endpoint.NEWS}
)
NEEDS_CRUMB: Final = frozenset({Endpoint.QUOTE, Endpoint.SUMMARY})


@dataclass(frozen=True, slots=True)
class Received:
    """One request as it came."""

    endpoint: Endpoint
    symbol: str  # as Yahoo spells it; empty: the endpoint has none
    query: Mapping[str, str]
    cookies: str
    body: bytes


class NoSuchRequestError(Exception):
    """The real yfinance sends no such request."""


_CHART_EVENTS: Final = {"interval": "1d", "includePrePost": "false", "events": "div,splits,capitalGains"}
_LOCALE: Final = {"formatted": "false", "lang": "en-US", "region": "US"}
_ANY: Final = None
_Form = Mapping[str, str | None]  # each parameter, with the one value it takes

_SEARCH: Final[_Form] = dict.fromkeys(
    (
        "q",
        "quotesCount",
        "enableFuzzyQuery",
        "newsCount",
        "quotesQueryId",
        "newsQueryId",
        "listsCount",
        "enableCb",
        "enableNavLinks",
        "enableResearchReports",
        "enableCulturalAssets",
        "recommendedCount",
    )
)
_SERIES: Final[_Form] = {"symbol": _ANY, "type": "trailingPegRatio", "period1": _ANY, "period2": _ANY}

# method, path (with the symbol in it), the forms of its parameters
_ROUTES: Final[Mapping[Endpoint, tuple[str, str, tuple[_Form, ...]]]] = {
    Endpoint.CHART: (
        "GET",
        r"/v8/finance/chart/([^/]+)",
        ({"period1": _ANY, "period2": _ANY, **_CHART_EVENTS}, {"range": "1d", "interval": "1d"}),
    ),
    Endpoint.QUOTE: ("GET", r"/v7/finance/quote", ({"symbols": _ANY, **_LOCALE},)),
    Endpoint.SUMMARY: (
        "GET",
        r"/v10/finance/quoteSummary/([^/]+)",
        ({"modules": _ANY, "corsDomain": "finance.yahoo.com", "symbol": _ANY, **_LOCALE},),
    ),
    Endpoint.TIMESERIES: ("GET", r"/ws/fundamentals-timeseries/v1/finance/timeseries/([^/]+)", (_SERIES,)),
    Endpoint.SEARCH: ("GET", r"/v1/finance/search", (_SEARCH,)),
    Endpoint.NEWS: ("POST", r"/xhr/ncp", ({"queryRef": "latestNews", "serviceKey": "ncp_fin"},)),
    Endpoint.COOKIE: ("GET", r"/", ({},)),
    Endpoint.CRUMB: ("GET", r"/v1/test/getcrumb", ({},)),
    Endpoint.CONSENT: ("GET", r"/consent", ({},)),
    Endpoint.COLLECT_CONSENT: ("POST", r"/v2/collectConsent", ({"sessionId": _ANY},)),
    Endpoint.COPY_CONSENT: ("GET", r"/copyConsent", ({"sessionId": _ANY},)),
}


def read_request(method: str, target: str, cookies: str, body: bytes) -> Received:
    """Raises: NoSuchRequestError: it is none that yfinance sends."""
    url = urlsplit(target)
    for endpoint, (its_method, path, forms) in _ROUTES.items():
        if method == its_method and (match := re.fullmatch(path, url.path)):
            query = dict(parse_qsl(url.query, keep_blank_values=True))
            if not any(_is_of(form, query) for form in forms):
                msg = f"no parameters of {endpoint}: {url.query}"
                raise NoSuchRequestError(msg)
            return Received(endpoint, unquote(match[1]) if match.groups() else "", query, cookies, body)
    msg = f"no endpoint: {method} {target}"
    raise NoSuchRequestError(msg)


def _is_of(form: _Form, query: Mapping[str, str]) -> bool:
    given = {name: value for name, value in query.items() if name != "crumb"}  # yfinance adds it to whatever it asks
    return given.keys() == form.keys() and all(form[name] in {None, value} for name, value in given.items())
