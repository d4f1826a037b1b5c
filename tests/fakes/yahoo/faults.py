"""What goes wrong with Yahoo's answers, as a test plans it."""

from collections.abc import Collection
from dataclasses import dataclass
from enum import StrEnum

from .endpoints import DATA, Endpoint, Received


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
