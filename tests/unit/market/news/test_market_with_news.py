"""Snapshots with the news of further sources: joined once, never later than asked for, and without those that fail."""

import asyncio
import logging
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from pydantic import SecretStr

from adapters.market.calendar import ExchangeCalendar
from adapters.market.hours import at_new_york
from adapters.market.news.market_with_news import MarketWithNews, join_news
from adapters.market.sample import DEFAULT_NOW, SampleMarket
from adapters.market.yahoo import YahooMarket
from bot.bootstrap.market import with_news
from bot.bootstrap.services import CLOCK
from bot.domain.committee.analysts import AnalystReport
from bot.domain.market.features import compute_features
from bot.domain.market.snapshot import NewsItem, Snapshot
from bot.engines.committee.analysts import read_news
from bot.errors import UnknownSymbolError
from bot.ports import NewsSource
from bot.settings import Settings
from tests.fakes.news import FakeNews, news_item, unreadable
from tests.fakes.yahoo import FakeYahoo

SAMPLE = SampleMarket()
HOUR = timedelta(hours=1)
THEIRS = "Apple reports Q1 FY2013"  # begins the sample's latest headline
KEYS = {"alpaca_api_key_id": SecretStr("AK"), "alpaca_api_secret_key": SecretStr("s")}


class Careless(FakeNews):
    """Tells what it should not."""

    async def news(self, symbol: str, *, as_of: datetime, limit: int) -> tuple[NewsItem, ...]:  # noqa: ARG002
        return tuple(self.items)


async def snapshot(*sources: NewsSource, symbol: str = "AAPL", as_of: datetime | None = None) -> Snapshot:
    return await MarketWithNews(SAMPLE, sources).snapshot(symbol, as_of=as_of)


async def test_news_of_all_sources_newest_first_and_the_rest_as_it_is() -> None:
    own = await SAMPLE.snapshot("AAPL")
    found = await snapshot(
        FakeNews([news_item("Later", DEFAULT_NOW), news_item("Older", own.news[0].published - HOUR)]),
        FakeNews([news_item("Between", DEFAULT_NOW - HOUR)]),
    )
    assert [item.title for item in found.news[:4]] == ["Later", "Between", own.news[0].title, "Older"]
    assert replace(found, news=own.news) == own


async def test_same_title_on_the_same_day_is_once_and_the_markets_own_stays() -> None:
    own = (await SAMPLE.snapshot("AAPL")).news[0]
    again = news_item(own.title.upper(), own.published + HOUR)
    other_day = news_item(own.title, own.published + 24 * HOUR)
    joined = join_news([own], [again, other_day, other_day])
    assert joined == (other_day, own)
    assert (await snapshot(FakeNews([again]))).news == (await SAMPLE.snapshot("AAPL")).news


async def test_careless_source_then_nothing_of_the_future_or_of_other_shares() -> None:
    at = at_new_york(date(2012, 6, 15))
    careless = Careless([news_item("Future", at + timedelta(seconds=1)), news_item("Other", at, symbol="IBM")])
    assert (await snapshot(careless, as_of=at)).news == (await SAMPLE.snapshot("AAPL", as_of=at)).news


@pytest.mark.virtual_time
@pytest.mark.parametrize("failing", [FakeNews(error=unreadable()), FakeNews(error=KeyError("x")), None])
async def test_source_that_fails_or_is_slow_then_answers_without_and_says_so(
    failing: FakeNews | None, caplog: pytest.LogCaptureFixture
) -> None:
    source = failing or FakeNews()
    if failing is None:
        source.silence = asyncio.Event()
    market = MarketWithNews(SAMPLE, [source, FakeNews([news_item("Told", DEFAULT_NOW)], name="other")])
    with caplog.at_level(logging.WARNING):
        found = await market.snapshot("AAPL")
        assert found == await market.snapshot("AAPL")
    assert found.news[0].title == "Told"
    assert found.missing == ("news:fake",)
    assert len(caplog.records) == 1  # not at every answer
    source.silence, source.error = None, None
    assert (await market.snapshot("AAPL")).missing == ()


async def test_nobody_has_news_then_none_is_missing_or_unread() -> None:
    bare = replace(await SAMPLE.snapshot("AAPL"), news=(), missing=("news",))

    class Bare(SampleMarket):
        async def snapshot(self, symbol: str, *, as_of: datetime | None = None) -> Snapshot:  # noqa: ARG002
            return bare

    async def report(*sources: NewsSource) -> tuple[AnalystReport, tuple[str, ...]]:
        found = await MarketWithNews(Bare(), sources).snapshot("AAPL", as_of=DEFAULT_NOW)
        features = compute_features(found)
        return read_news(features, found), features.missing

    silent, missing = await report(FakeNews())
    assert (silent.lean, missing) == (None, ("news:source_has_none",))
    unread, missing = await report(FakeNews(error=unreadable()))
    assert (unread.lean, missing) == (None, ("news:no_answer",))
    assert [note.code for note in unread.notes] == ["no_news", "news_unread"]
    told, missing = await report(FakeNews([news_item("Told", DEFAULT_NOW)]))
    assert (told.lean, missing) == (0.0, ())
    assert told.notes[0].words == {"date": "2013-01-31", "title": "Told", "source": "desk"}


async def test_markets_own_errors_come_through_and_no_source_is_left_waiting() -> None:
    source = FakeNews()
    source.silence = asyncio.Event()
    with pytest.raises(UnknownSymbolError):
        await snapshot(source, symbol="NOSUCH")
    with pytest.raises(ValueError, match="needs a zone"):
        await snapshot(source, as_of=datetime(2013, 1, 31))  # noqa: DTZ001 - that is the case
    await asyncio.sleep(0)
    assert asyncio.all_tasks() == {asyncio.current_task()}


async def test_headlines_displace_none_that_a_rule_counts() -> None:
    flood = [news_item(f"Headline {number}", DEFAULT_NOW - number * HOUR) for number in range(9)]
    features = compute_features(await snapshot(FakeNews(flood)))
    assert [item.tone for item in features.news] == [0, 0, 0, 0, 1]
    assert features.news[-1].title.startswith(THEIRS)


async def test_the_rest_of_the_market_is_as_without() -> None:
    market = MarketWithNews(SAMPLE, [FakeNews()])
    first = date(2013, 1, 30)
    assert (market.name, market.benchmark, market.symbols()) == (SAMPLE.name, SAMPLE.benchmark, SAMPLE.symbols())
    assert (await market.now(), market.data_range()) == (DEFAULT_NOW, SAMPLE.data_range())
    assert await market.quote("AAPL") == await SAMPLE.quote("AAPL")
    assert await market.history("AAPL", first=first) == await SAMPLE.history("AAPL", first=first)
    assert await market.bars("AAPL", first=first) == await SAMPLE.bars("AAPL", first=first)
    assert (await market.snapshot("AAPL", as_of=datetime(2013, 1, 31, 22, tzinfo=UTC))).quote.price


@pytest.mark.parametrize(
    ("market", "given", "expected"),
    [
        ("sample", {}, []),
        ("sample", {"news_dir": Path("/news")}, ["folder"]),
        ("sample", KEYS, []),  # the sample needs no network
        ("yahoo", {}, []),
        ("yahoo", KEYS, ["alpaca"]),
        ("yahoo", {"alpaca_api_key_id": SecretStr("AK")}, []),
        ("yahoo", {"news_dir": Path("/news"), **KEYS}, ["folder", "alpaca"]),
    ],
)
def test_sources_by_settings(market: str, given: dict[str, Any], expected: list[str]) -> None:
    calendar = ExchangeCalendar(until=date(2013, 12, 31))
    yahoo = YahooMarket(clock=CLOCK, calendar=calendar, client=FakeYahoo())
    chosen = SampleMarket() if market == "sample" else yahoo
    found = with_news(chosen, Settings(**given))
    assert ([each.name for each in found.sources] if isinstance(found, MarketWithNews) else []) == expected
    assert found.name == market
