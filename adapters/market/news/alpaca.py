"""News from Alpaca's market data API: headlines and summaries by share, since 2015.

An article that Alpaca has changed counts as known from its latest change on: what it said before is not kept there.
"""

import asyncio
import html
import json
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from http import HTTPStatus
from typing import Any, Final

import aiohttp
from pydantic import SecretStr

from adapters.market.hours import require_zone
from adapters.market.news.json_lines import newest_first
from adapters.shared.single_flight import SingleFlightCache
from bot.domain.market.snapshot import NewsItem
from bot.domain.text.zero_width import single_line
from bot.errors import MarketSourceError
from bot.ports import Clock

ALPACA: Final = "alpaca"
_PATH: Final = "/v1beta1/news"
_ARTICLES: Final = 50  # the most that Alpaca sends at once
_SPAN: Final = timedelta(days=40)  # longer than any analysis looks back
_NOW_TOLERANCE: Final = timedelta(minutes=15)  # the start of a running turn counts as now
_REQUEST_SECONDS: Final = 8.0
_CACHE_SECONDS: Final = 60.0
_CACHED_SYMBOLS: Final = 256
_MAX_CONCURRENT: Final = 4
_MAX_BYTES: Final = 2_000_000
_PAUSE_SECONDS: Final = 30.0  # after a failure, so that not every answer waits for a server that is down
_LONGEST_PAUSE: Final = 300.0
_PAUSES: Final[Mapping[int, float]] = {
    HTTPStatus.TOO_MANY_REQUESTS: 60.0,
    HTTPStatus.UNAUTHORIZED: 300.0,
    HTTPStatus.FORBIDDEN: 300.0,
}
_TITLE_CHARACTERS: Final = 300
_SUMMARY_CHARACTERS: Final = 1_000
_SOURCE_CHARACTERS: Final = 60


@dataclass(frozen=True, slots=True)
class AlpacaKeys:
    """The key pair of one account; sent in headers, and shown nowhere."""

    key_id: SecretStr
    secret_key: SecretStr


@dataclass(frozen=True, slots=True)
class _Article:
    item: NewsItem
    known_at: datetime  # when the text as it is now was public


class AlpacaNews:
    """Implements `bot.ports.NewsSource`. It belongs to one event loop."""

    name = ALPACA

    def __init__(
        self, keys: AlpacaKeys, *, base_url: str, clock: Clock, monotonic: Callable[[], float] = time.monotonic
    ) -> None:
        """Open no connection yet; `clock` is the wall clock."""
        self._keys = keys
        self._url = base_url.rstrip("/") + _PATH
        self._clock = clock
        self._monotonic = monotonic
        self._paused_until, self._pause_cause = 0.0, ""
        self._request_slots = asyncio.Semaphore(_MAX_CONCURRENT)
        self._articles = SingleFlightCache(
            self._fetch, seconds=_CACHE_SECONDS, most=_CACHED_SYMBOLS, monotonic=monotonic
        )

    async def news(self, symbol: str, *, as_of: datetime, limit: int) -> tuple[NewsItem, ...]:
        at = require_zone(as_of)
        is_now = self._clock.now() - at <= _NOW_TOLERANCE
        articles = await self._articles.get((symbol, None if is_now else at))
        return tuple(newest_first(each.item for each in articles if each.known_at <= at)[:limit])

    async def _fetch(self, key: tuple[str, datetime | None]) -> tuple[_Article, ...]:
        symbol, at = key
        async with self._request_slots:
            if self._monotonic() < self._paused_until:
                raise MarketSourceError(symbol=symbol, source=ALPACA, cause=self._pause_cause)
            try:
                return _articles(symbol, await self._request(symbol, at))
            except (aiohttp.ClientError, OSError, TimeoutError, ValueError) as error:
                self._pause(type(error).__name__, _PAUSE_SECONDS)
                cause = type(error).__name__  # its text may hold a header
                raise MarketSourceError(symbol=symbol, source=ALPACA, cause=cause) from None

    async def _request(self, symbol: str, at: datetime | None) -> object:
        """Return the answer's JSON. Raises: MarketSourceError, or any error of the connection; ValueError: no JSON."""
        params = {
            "symbols": symbol,
            "start": _rfc3339((at or self._clock.now()) - _SPAN),
            "sort": "desc",
            "limit": str(_ARTICLES),
        } | ({} if at is None else {"end": _rfc3339(at)})
        headers = {
            "APCA-API-KEY-ID": self._keys.key_id.get_secret_value(),
            "APCA-API-SECRET-KEY": self._keys.secret_key.get_secret_value(),
        }
        timeout = aiohttp.ClientTimeout(total=_REQUEST_SECONDS)
        async with (
            aiohttp.ClientSession(timeout=timeout, trust_env=True) as session,
            session.get(self._url, params=params, headers=headers, allow_redirects=False) as answer,
        ):
            if answer.status != HTTPStatus.OK:
                raise self._refusal(symbol, answer)
            return json.loads(await _read(answer))

    def _refusal(self, symbol: str, answer: aiohttp.ClientResponse) -> MarketSourceError:
        """Return the error for an answer that is none, and ask nothing more for a while."""
        cause = f"status {answer.status}"
        asked = answer.headers.get("Retry-After", "")
        seconds = float(asked) if asked.isascii() and asked.isdigit() else _PAUSES.get(answer.status, _PAUSE_SECONDS)
        self._pause(cause, min(seconds, _LONGEST_PAUSE))
        return MarketSourceError(symbol=symbol, source=ALPACA, cause=cause)

    def _pause(self, cause: str, seconds: float) -> None:
        self._paused_until, self._pause_cause = self._monotonic() + seconds, cause


async def _read(answer: aiohttp.ClientResponse) -> bytes:
    content = bytearray()
    async for chunk in answer.content.iter_chunked(65_536):
        content += chunk
        if len(content) > _MAX_BYTES:
            msg = "the answer is too long"
            raise ValueError(msg)
    return bytes(content)


def _rfc3339(at: datetime) -> str:
    return at.astimezone(UTC).isoformat().replace("+00:00", "Z")


def _articles(symbol: str, answer: Any) -> tuple[_Article, ...]:  # noqa: ANN401  # JSON
    """Return the usable articles of an answer. Raises: ValueError: it is no list of articles."""
    articles = answer.get("news", ...) if isinstance(answer, dict) else ...
    if not isinstance(articles, list | None):
        msg = "no list of articles"
        raise ValueError(msg)  # noqa: TRY004  # the answer is wrong, not a type of ours
    found = [_article(symbol, each) for each in articles or () if isinstance(each, dict)]
    return tuple(each for each in found if each is not None)


def _article(symbol: str, article: dict[str, Any]) -> _Article | None:
    title = _text(article.get("headline"), limit=_TITLE_CHARACTERS)
    published = _instant(article.get("created_at"))
    if not title or published is None or symbol not in (article.get("symbols") or ()):
        return None
    item = NewsItem(
        symbol=symbol,
        published=published,
        title=title,
        source=_text(article.get("source"), limit=_SOURCE_CHARACTERS) or "Alpaca",
        tone=0,
        description=_text(article.get("summary"), limit=_SUMMARY_CHARACTERS),
    )
    return _Article(item, known_at=max(published, _instant(article.get("updated_at")) or published))


def _text(value: object, *, limit: int) -> str:
    """Return a text on one line; headlines are written in HTML: "Apple&#39;s"."""
    return single_line(html.unescape(value[: limit * 8]), limit=limit) if isinstance(value, str) else ""


def _instant(value: object) -> datetime | None:
    try:
        at = datetime.fromisoformat(value) if isinstance(value, str) else None
    except ValueError:
        return None
    return at if at is not None and at.utcoffset() is not None else None
