"""What goes wrong with Yahoo's answers, as a test plans it."""

import json
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from http import HTTPStatus
from typing import Final

from .answers import not_found
from .endpoints import DATA, Endpoint, Received

CONSENT_PAGE: Final = """<!DOCTYPE html><html><body><form method="post" action="/v2/collectConsent?sessionId=1_cc">
<input type="hidden" name="csrfToken" value="t0k"><input type="hidden" name="sessionId" value="1_cc">
<button name="agree" value="agree">Accept all</button></form></body></html>"""
_GARBAGE: Final = "<!DOCTYPE html><html><body><h1>Yahoo</h1></body></html>"


class YahooFault(StrEnum):
    RATE_LIMITED = "rate_limited"  # 429
    RATE_LIMITED_RETRY_AFTER = "rate_limited_retry_after"  # 429 with Retry-After
    CONSENT_PAGE = "consent_page"  # a page with 200
    CONSENT_REDIRECT = "consent_redirect"  # 302 to that page
    CRUMB_REFUSED = "crumb_refused"  # 401
    EMPTY = "empty"  # 200 without a result
    NOT_FOUND = "not_found"  # 404, as of a ticker that there is none of
    HTML = "html"  # garbage with 200
    BAD_GATEWAY = "bad_gateway"  # a page with 502
    CUT = "cut"  # the connection ends in the middle of the answer
    RESET = "reset"  # the connection ends instead of an answer
    HANG = "hang"  # no answer before the server is stopped


@dataclass(frozen=True, slots=True)
class Response:
    """One answer."""

    status: int
    text: str
    headers: Mapping[str, str] = field(default_factory=dict)
    missing: int = 0  # bytes that are promised beyond the text, and never sent


def json_response(status: int, content: object) -> Response:
    return Response(status, json.dumps(content), {"Content-Type": "application/json"})


def unauthorized() -> Response:
    error = {"code": "Unauthorized", "description": "Invalid Crumb"}
    return json_response(HTTPStatus.UNAUTHORIZED, {"finance": {"result": None, "error": error}})


def _rate_limited(**headers: str) -> Response:
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return Response(HTTPStatus.TOO_MANY_REQUESTS, "Too Many Requests\r\n", named)


def _empty(endpoint: Endpoint) -> Response:
    root = {Endpoint.CHART: "chart", Endpoint.QUOTE: "quoteResponse", Endpoint.SUMMARY: "quoteSummary"}.get(endpoint)
    return json_response(HTTPStatus.OK, {root: {"result": [], "error": None}} if root else {})


FAULTY: Final[Mapping[YahooFault, Callable[[Endpoint], Response]]] = {
    YahooFault.RATE_LIMITED: lambda _: _rate_limited(),
    YahooFault.RATE_LIMITED_RETRY_AFTER: lambda _: _rate_limited(Retry_After="60"),
    YahooFault.CONSENT_PAGE: lambda _: Response(HTTPStatus.OK, CONSENT_PAGE),
    YahooFault.CONSENT_REDIRECT: lambda _: Response(HTTPStatus.FOUND, "", {"Location": "/consent"}),
    YahooFault.CRUMB_REFUSED: lambda _: unauthorized(),
    YahooFault.EMPTY: _empty,
    YahooFault.NOT_FOUND: lambda _: json_response(*not_found()),
    YahooFault.HTML: lambda _: Response(HTTPStatus.OK, _GARBAGE),
    YahooFault.BAD_GATEWAY: lambda _: Response(HTTPStatus.BAD_GATEWAY, _GARBAGE),
}


@dataclass(slots=True, kw_only=True)
class PlannedFault:
    kind: YahooFault
    on: Collection[Endpoint]
    symbol: str | None
    times: int | None
    happened: int = 0

    def is_due(self, received: Received) -> bool:
        concerns = self.symbol is None or self.symbol in {received.symbol, received.query.get("symbols")}
        return received.endpoint in self.on and concerns and (self.times is None or self.happened < self.times)


class YahooFaults:
    """The planned faults; the first one that concerns a request happens."""

    def __init__(self) -> None:
        self._planned: list[PlannedFault] = []

    def add(
        self, kind: YahooFault, *, on: Collection[Endpoint] = DATA, symbol: str | None = None, times: int | None = None
    ) -> PlannedFault:
        """Plan a fault.

        Args:
            kind: What goes wrong.
            on: With which endpoints; all that have data, if not given.
            symbol: With whose data; with all, if not given.
            times: How often; None: always. yfinance asks a second time by itself after a status from 400 on.
        """
        fault = PlannedFault(kind=kind, on=on, symbol=symbol, times=times)
        self._planned.append(fault)
        return fault

    def clear(self) -> None:
        self._planned.clear()

    def take(self, received: Received) -> YahooFault | None:
        for fault in self._planned:
            if fault.is_due(received):
                fault.happened += 1
                return fault.kind
        return None
