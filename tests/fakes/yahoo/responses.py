"""Answers as they go over the wire, and those that are no sensible ones."""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from http import HTTPStatus
from typing import Final

from .answers import not_found
from .endpoints import Endpoint
from .faults import YahooFault

CONSENT_PAGE: Final = """<!DOCTYPE html><html><body><form method="post" action="/v2/collectConsent?sessionId=1_cc">
<input type="hidden" name="csrfToken" value="t0k"><input type="hidden" name="sessionId" value="1_cc">
<button name="agree" value="agree">Accept all</button></form></body></html>"""
_GARBAGE: Final = "<!DOCTYPE html><html><body><h1>Yahoo</h1></body></html>"


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
