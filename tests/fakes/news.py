"""Sources of news: one in memory, and a server that answers as Alpaca's market data API does."""

import asyncio
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any

from aiohttp import web
from aiohttp.test_utils import TestServer

from bot.domain.market.snapshot import NewsItem
from bot.errors import MarketSourceError

KEY_ID, SECRET_KEY = "AKFAKE0000", "fake-secret-key"


def news_item(title: str, published: datetime, **changes: Any) -> NewsItem:  # noqa: ANN401 - any field of NewsItem
    return replace(NewsItem("AAPL", published, title, "desk", 0), **changes)


class FakeNews:
    """Implements `bot.ports.NewsSource` with what a test puts in."""

    def __init__(self, items: Iterable[NewsItem] = (), *, name: str = "fake", error: Exception | None = None) -> None:
        self.name = name
        self.items = list(items)
        self.error = error
        self.silence: asyncio.Event | None = None  # until it is set, nothing is answered

    async def news(self, symbol: str, *, as_of: datetime, limit: int) -> tuple[NewsItem, ...]:
        if self.silence is not None:
            await self.silence.wait()
        if self.error is not None:
            raise self.error
        if as_of.utcoffset() is None:
            msg = "an instant needs a zone"
            raise ValueError(msg)
        known = [each for each in self.items if each.symbol == symbol and each.published <= as_of]
        return tuple(sorted(known, key=lambda each: each.published, reverse=True)[:limit])


def unreadable() -> MarketSourceError:
    return MarketSourceError(source="fake", cause="refused")


@dataclass
class FakeAlpaca:
    """Alpaca's `GET /v1beta1/news`: by symbols and the time of the latest change, newest first, at most 50."""

    url: str = ""
    articles: list[dict[str, Any]] = field(default_factory=list)
    asked: list[dict[str, str]] = field(default_factory=list)  # the parameters of each request
    answer: web.Response | None = None  # instead of articles

    def publish(self, title: str, at: datetime, **changes: Any) -> None:  # noqa: ANN401 - any field of an article
        """Add an article."""
        told = {"headline": title, "created_at": at.isoformat(), "updated_at": at.isoformat(), "symbols": ["AAPL"]}
        article = told | {"source": "benzinga", "summary": "", "content": "", "author": "", "url": None, "id": 1}
        self.articles.append(article | changes)

    async def handle(self, request: web.Request) -> web.Response:
        self.asked.append(dict(request.query))
        if self.answer is not None:
            return self.answer
        sent = request.headers.get("APCA-API-KEY-ID"), request.headers.get("APCA-API-SECRET-KEY")
        if sent != (KEY_ID, SECRET_KEY):
            return web.json_response({"message": "forbidden."}, status=403)
        return web.json_response({"news": self._found(request), "next_page_token": None})

    def _found(self, request: web.Request) -> list[dict[str, Any]]:
        query = request.query
        limit = int(query.get("limit", "10"))
        if limit > 50:
            raise web.HTTPBadRequest
        begins = datetime.fromisoformat(query["start"])
        ends = datetime.fromisoformat(query["end"]) if "end" in query else None
        found = [
            each
            for each in self.articles
            if query["symbols"] in each["symbols"]
            and begins <= datetime.fromisoformat(each["updated_at"])
            and (ends is None or datetime.fromisoformat(each["updated_at"]) <= ends)
        ]
        found.sort(key=lambda each: datetime.fromisoformat(each["updated_at"]), reverse=query.get("sort") != "asc")
        return found[:limit]


@asynccontextmanager
async def fake_alpaca() -> AsyncIterator[FakeAlpaca]:
    """Serve a fake of Alpaca on the loopback address until exit."""
    fake, app = FakeAlpaca(), web.Application()
    app.router.add_get("/v1beta1/news", fake.handle)
    async with TestServer(app) as server:
        fake.url = str(server.make_url("")).rstrip("/")
        yield fake
