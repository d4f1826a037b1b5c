"""Alpaca's news over a server like it: what is asked, how often, and what becomes of answers that are none."""

import logging
from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from aiohttp import web
from pydantic import SecretStr

from adapters.market.news.alpaca import AlpacaKeys, AlpacaNews
from adapters.market.news.market_with_news import MarketWithNews
from adapters.market.sample import SampleMarket
from bot.errors import MarketSourceError
from tests.fakes.clock import FixedClock
from tests.fakes.news import KEY_ID, SECRET_KEY, FakeAlpaca, fake_alpaca

NOW = datetime(2026, 11, 2, 17, 0, tzinfo=UTC)
KEYS = AlpacaKeys(SecretStr(KEY_ID), SecretStr(SECRET_KEY))


@pytest.fixture
async def alpaca() -> AsyncIterator[FakeAlpaca]:
    async with fake_alpaca() as server:
        yield server


class Seconds:
    """A monotonic clock that a test moves."""

    def __init__(self) -> None:
        self.passed = 1_000.0

    def __call__(self) -> float:
        return self.passed


def source(alpaca: FakeAlpaca, seconds: Seconds, keys: AlpacaKeys = KEYS) -> AlpacaNews:
    return AlpacaNews(keys, base_url=alpaca.url, clock=FixedClock(NOW), monotonic=seconds)


async def titles(news: AlpacaNews, at: datetime = NOW) -> list[str]:
    return [item.title for item in await news.news("AAPL", as_of=at, limit=50)]


async def test_article_that_was_changed_is_known_from_the_change_on(alpaca: FakeAlpaca) -> None:
    created, changed = NOW - timedelta(hours=9), NOW - timedelta(hours=1)
    alpaca.publish("Apple&#39;s\u202e rise\n<b>", created, updated_at=changed.isoformat(), source="")
    news = source(alpaca, Seconds())
    assert await titles(news, changed - timedelta(seconds=1)) == []
    (item,) = await news.news("AAPL", as_of=changed, limit=9)
    assert (item.title, item.published, item.source, item.tone) == ("Apple's rise <b>", created, "Alpaca", 0)


async def test_what_is_asked_and_not_asked_again_within_a_minute(alpaca: FakeAlpaca) -> None:
    seconds = Seconds()
    news = source(alpaca, seconds)
    alpaca.publish("First", NOW - timedelta(minutes=5))
    assert await titles(news) == await titles(news, NOW - timedelta(minutes=1)) == ["First"]
    alpaca.publish("Second", NOW - timedelta(minutes=2))
    seconds.passed += 61
    assert await titles(news) == ["Second", "First"]
    assert await titles(news, NOW - timedelta(days=9)) == []
    live = {"symbols": "AAPL", "start": "2026-09-23T17:00:00Z", "sort": "desc", "limit": "50"}
    past = live | {"start": "2026-09-14T17:00:00Z", "end": "2026-10-24T17:00:00Z"}
    assert alpaca.asked == [live, live, past]


@pytest.mark.parametrize(
    ("answer", "cause", "pause"),
    [
        (web.Response(status=429), "status 429", 60),
        (web.Response(status=429, headers={"Retry-After": "7"}), "status 429", 7),
        (web.Response(status=503, headers={"Retry-After": "99999"}), "status 503", 300),
        (web.Response(status=500), "status 500", 30),
        (web.Response(status=302, headers={"Location": "/elsewhere"}), "status 302", 30),
        (web.Response(text="<html>"), "JSONDecodeError", 30),
        (web.json_response({"message": "none"}), "ValueError", 30),
        (web.json_response([]), "ValueError", 30),
        (web.Response(body=b"[" + b" " * 2_000_001), "ValueError", 30),
    ],
)
async def test_answer_that_is_none_then_asks_nothing_for_a_while(
    alpaca: FakeAlpaca, answer: web.Response, cause: str, pause: int
) -> None:
    seconds = Seconds()
    news = source(alpaca, seconds)
    alpaca.answer = answer
    for _ in range(3):
        with pytest.raises(MarketSourceError) as raised:
            await titles(news)
        assert raised.value.facts["cause"] == cause
    assert len(alpaca.asked) == 1
    alpaca.answer = None
    seconds.passed += pause - 1
    with pytest.raises(MarketSourceError):
        await titles(news)
    seconds.passed += 2
    assert await titles(news) == []


async def test_unusable_articles_are_left_out(alpaca: FakeAlpaca) -> None:
    at = NOW.isoformat()
    unusable: list[Any] = [None, 5, {}, {"headline": 1, "created_at": at}, {"headline": "x", "created_at": "today"}]
    unusable += [{"headline": "naive", "created_at": "2026-11-02T10:00:00", "symbols": ["AAPL"]}]
    unusable += [{"headline": "of another", "created_at": at, "symbols": ["MSFT"]}]
    good = {"headline": "Good", "created_at": at, "symbols": ["AAPL"]}
    alpaca.answer = web.json_response({"news": [*unusable, good]})
    assert await titles(source(alpaca, Seconds())) == ["Good"]


async def test_refused_keys_are_in_no_error_and_no_log(alpaca: FakeAlpaca, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    wrong = AlpacaKeys(SecretStr("AKWRONG\n1"), SecretStr("wrong-secret"))
    for keys in (wrong, AlpacaKeys(KEYS.key_id, SecretStr("wrong-secret"))):
        news = source(alpaca, Seconds(), keys)
        with pytest.raises(MarketSourceError) as raised:
            await titles(news)
        assert "wrong" not in repr((raised.value, raised.value.__cause__, keys)).lower()
        found = await MarketWithNews(SampleMarket(), [news]).snapshot("AAPL")
        assert found.missing == ("news:alpaca",)
    assert "wrong" not in caplog.text.lower()
    assert KEY_ID not in caplog.text


async def test_no_server_then_an_error(alpaca: FakeAlpaca) -> None:
    alpaca.url = "http://127.0.0.1:1"
    with pytest.raises(MarketSourceError):
        await titles(source(alpaca, Seconds()))
