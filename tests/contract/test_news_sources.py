"""The contract of every source of news: the folder, Alpaca over a server like it, and the one in memory."""

import json
from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
import pytest_asyncio
from pydantic import SecretStr

from adapters.market.news.alpaca import AlpacaKeys, AlpacaNews
from adapters.market.news.folder import FolderNews
from bot.domain.market.snapshot import NewsItem
from bot.ports import NewsSource
from tests.fakes.clock import FixedClock
from tests.fakes.news import KEY_ID, SECRET_KEY, FakeNews, fake_alpaca

NOW = datetime(2026, 11, 2, 17, 0, tzinfo=UTC)
PAST = NOW - timedelta(days=90)
PUBLISHED = (
    NewsItem("AAPL", PAST - timedelta(hours=1), "Long ago", "desk", 0),
    NewsItem("AAPL", PAST, "At that very instant", "desk", 0, "More of it."),
    NewsItem("AAPL", PAST + timedelta(microseconds=1), "A moment later", "desk", 0),
    NewsItem("MSFT", PAST - timedelta(hours=2), "Of another share", "desk", 0),
    NewsItem("BRK.B", PAST - timedelta(hours=2), "Of a class of shares", "desk", 0),
    NewsItem("AAPL", NOW - timedelta(hours=3), "苹果公司发布新品", "新浪财经", 0, "多款新品"),
    NewsItem("AAPL", NOW - timedelta(hours=2), "Today", "desk", 0),
    NewsItem("AAPL", NOW + timedelta(hours=1), "To come", "desk", 0),
)


def folder_of(items: tuple[NewsItem, ...], folder: Path) -> NewsSource:
    lines = [
        {"date": item.published.isoformat(), "symbol": item.symbol, "title": item.title}
        | {"source": item.source, "description": item.description}
        for item in items
    ]
    for name, some in (("a", lines[::2]), ("b", lines[1::2])):
        (folder / f"{name}.jsonl").write_text("\n".join(json.dumps(line) for line in some), "utf-8")
    return FolderNews(folder, symbols={"AAPL", "MSFT", "BRK.B"})


@pytest_asyncio.fixture(params=["memory", "folder", "alpaca"], loop_scope="session")
async def source(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[NewsSource]:
    match request.param:
        case "memory":
            yield FakeNews(PUBLISHED)
        case "folder":
            yield folder_of(PUBLISHED, tmp_path)
        case _:
            async with fake_alpaca() as server:
                for item in PUBLISHED:
                    changes = {"source": item.source, "summary": item.description, "symbols": [item.symbol, "SPY"]}
                    server.publish(item.title, item.published, **changes)
                keys = AlpacaKeys(SecretStr(KEY_ID), SecretStr(SECRET_KEY))
                yield AlpacaNews(keys, base_url=server.url, clock=FixedClock(NOW))


async def titles(source: NewsSource, at: datetime, *, symbol: str = "AAPL", limit: int = 2) -> list[str]:
    return [item.title for item in await source.news(symbol, as_of=at, limit=limit)]


@pytest.mark.parametrize(
    ("at", "expected"),
    [
        (NOW, ["Today", "苹果公司发布新品"]),
        (NOW - timedelta(hours=2, microseconds=1), ["苹果公司发布新品"]),
        (PAST + timedelta(microseconds=1), ["A moment later", "At that very instant"]),
        (PAST, ["At that very instant", "Long ago"]),
        (PAST - timedelta(microseconds=1), ["Long ago"]),
        (PAST - timedelta(days=1), []),
    ],
)
async def test_nothing_is_told_before_it_was_published(source: NewsSource, at: datetime, expected: list[str]) -> None:
    assert await titles(source, at, limit=len(expected) or 1) == expected


async def test_items_are_of_the_share_alone_and_complete(source: NewsSource) -> None:
    assert await titles(source, PAST, symbol="MSFT") == ["Of another share"]
    assert await titles(source, PAST, symbol="BRK.B") == ["Of a class of shares"]
    assert await titles(source, PAST, symbol="TSLA") == []
    assert PUBLISHED[5] in await source.news("AAPL", as_of=NOW, limit=9)


async def test_no_more_than_the_limit_and_the_newest_of_them(source: NewsSource) -> None:
    assert await titles(source, NOW, limit=1) == ["Today"]


async def test_an_instant_without_zone_then_refuses(source: NewsSource) -> None:
    with pytest.raises(ValueError, match="needs a zone"):
        await source.news("AAPL", as_of=NOW.replace(tzinfo=None), limit=1)
