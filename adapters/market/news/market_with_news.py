"""A market whose snapshots hold the news of further sources, too."""

import asyncio
import logging
from collections.abc import Coroutine, Iterable, Sequence
from dataclasses import replace
from datetime import date, datetime
from typing import Final, TypeVar

from adapters.market.hours import require_zone
from adapters.market.news.json_lines import newest_first
from bot.domain.market.price_history import PriceHistory
from bot.domain.market.snapshot import Bar, NewsItem, Quote, Snapshot, market_date
from bot.errors import MarketDataError
from bot.ports import MarketData, NewsSource

T = TypeVar("T")

_ITEMS_OF_SOURCE: Final = 50
_WAIT_SECONDS: Final = 2.0
_NEWS: Final = "news"
_log = logging.getLogger(__name__)


class MarketWithNews:
    """Implements `bot.ports.MarketData`: another market, with the news of further sources in its snapshots.

    A source that fails, or does not answer within two seconds, is left out and named in `Snapshot.missing`
    ("news:alpaca"); "news" itself is missing only if nobody has any.
    """

    def __init__(self, market: MarketData, sources: Sequence[NewsSource], *, seconds: float = _WAIT_SECONDS) -> None:
        self.name = market.name
        self.benchmark = market.benchmark
        self._market = market
        self.sources = sources
        self._seconds = seconds
        self._failing: set[str] = set()  # names of sources; each failure is reported once until it has recovered

    async def snapshot(self, symbol: str, *, as_of: datetime | None = None) -> Snapshot:
        at = require_zone(as_of or await self._market.now())
        known, further, failed = await self._beside(self._market.snapshot(symbol, as_of=as_of), symbol, at)
        news = join_news(known.news, further)
        missing = tuple(each for each in known.missing if each != _NEWS or not news)
        return replace(known, news=news, missing=(*missing, *(f"{_NEWS}:{name}" for name in failed)))

    async def news(self, symbol: str) -> tuple[NewsItem, ...]:
        at = require_zone(await self._market.now())
        known, further, _ = await self._beside(self._market.news(symbol), symbol, at)
        return join_news(known, further)

    async def quote(self, symbol: str, *, as_of: datetime | None = None, anew: bool = False) -> Quote:
        return await self._market.quote(symbol, as_of=as_of, anew=anew)

    async def history(self, symbol: str, *, first: date, as_of: datetime | None = None) -> PriceHistory:
        return await self._market.history(symbol, first=first, as_of=as_of)

    async def bars(self, symbol: str, *, first: date, as_of: datetime | None = None) -> tuple[Bar, ...]:
        return await self._market.bars(symbol, first=first, as_of=as_of)

    async def now(self) -> datetime:
        return await self._market.now()

    def data_range(self) -> tuple[date, date] | None:
        return self._market.data_range()

    def symbols(self) -> frozenset[str] | None:
        return self._market.symbols()

    async def _beside(
        self, asked: Coroutine[None, None, T], symbol: str, at: datetime
    ) -> tuple[T, tuple[NewsItem, ...], tuple[str, ...]]:
        """Return what the market answers, the news of the sources beside it, and the names of those that failed."""
        reading = [asyncio.create_task(self._read(source, symbol, at)) for source in self.sources]
        try:
            answer = await asked
            found = await asyncio.gather(*reading)
        finally:
            for task in reading:
                task.cancel()
        failed = tuple(source.name for source, items in zip(self.sources, found, strict=True) if items is None)
        items = (item for items in found for item in items or ())
        return answer, tuple(each for each in items if each.symbol == symbol and each.published <= at), failed

    async def _read(self, source: NewsSource, symbol: str, at: datetime) -> tuple[NewsItem, ...] | None:
        try:
            async with asyncio.timeout(self._seconds):
                items = await source.news(symbol, as_of=at, limit=_ITEMS_OF_SOURCE)
        except (MarketDataError, TimeoutError) as error:
            self._report(source, getattr(error, "facts", {}).get("cause") or "no answer in time")
            return None
        except Exception as error:  # noqa: BLE001  # whatever a source does wrong, prices do without it
            self._report(source, type(error).__name__)
            return None
        self._failing.discard(source.name)
        return items

    def _report(self, source: NewsSource, cause: object) -> None:
        level = logging.INFO if source.name in self._failing else logging.WARNING
        self._failing.add(source.name)
        _log.log(level, "News of %s cannot be read (%s): answers do without", source.name, cause)


def join_news(own: Iterable[NewsItem], further: Iterable[NewsItem]) -> tuple[NewsItem, ...]:
    """Return all items, newest first; of those with one title on one day the first, `own` before `further`."""
    first: dict[tuple[str, date], NewsItem] = {}
    for item in (*own, *further):
        first.setdefault((item.title.casefold().strip(), market_date(item.published)), item)
    return tuple(newest_first(first.values()))
