"""Ports of the conversation core for tests: an adjustable market, a database that can stop, recording channels."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Collection
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from datetime import date, datetime
from decimal import Decimal
from functools import cache
from typing import Any

from adapters.market.calendar import ExchangeCalendar
from adapters.market.sample import SampleMarket
from bot.context.signal import Signal
from bot.domain.conversation.replies import Reply
from bot.domain.conversation.threads import Person, Thread
from bot.domain.conversation.turns import Turn
from bot.domain.ids import TurnId
from bot.domain.market.price_history import CorporateAction, PriceHistory
from bot.domain.market.snapshot import Bar, NewsItem, Quote, Snapshot, market_date
from bot.domain.text.locale import Language
from bot.errors import PriceHeldError, UnknownSymbolError
from tests.fakes.memory import CopiedState, InMemoryDatabase


@cache
def sample() -> SampleMarket:
    """The sample, read once: it never changes."""
    return SampleMarket()


@cache
def calendar() -> ExchangeCalendar:
    return ExchangeCalendar(until=date(2014, 1, 1))


class ProcessKilled(BaseException):
    """The process has died here; no code under test may catch it."""


class InterruptibleDatabase(InMemoryDatabase):
    """A database that yields to other tasks before each transaction, and can stop the process before or after one."""

    def __init__(self) -> None:
        super().__init__()
        self.pauses: Callable[[], int] = lambda: 1  # how often others go first
        self.edges_to_live: int | None = None  # beginnings and ends of transactions; None: lives on

    @asynccontextmanager
    async def transaction(self) -> AsyncIterator[CopiedState]:
        for _ in range(self.pauses()):
            await asyncio.sleep(0)
        self._live_on()
        async with super().transaction() as state:
            yield state
        self._live_on()

    def _live_on(self) -> None:
        if self.edges_to_live is None:
            return
        if self.edges_to_live == 0:
            raise ProcessKilled
        self.edges_to_live -= 1


class AdjustableMarket:
    """The sample market with the name, prices and failures that a test sets."""

    def __init__(self) -> None:
        self.name = "sample"
        self.benchmark = sample().benchmark
        self.actions: tuple[CorporateAction, ...] = ()  # in place of the sample's, if there are any
        self.prices: dict[str, Decimal] = {}
        self.error: Exception | None = None
        self.quotes: dict[str, dict[str, Any]] = {}  # fields of quotes, by symbol
        self.doubted: Collection[str] = ()  # symbols whose price is held
        self.without_price: Collection[str] = ()  # symbols that the source does not know now
        self.before: Callable[[], Awaitable[None]] | None = None  # called once, at the next question

    async def snapshot(self, symbol: str, *, as_of: datetime | None = None) -> Snapshot:
        await self._disturbed(symbol)
        snapshot = await sample().snapshot(symbol, as_of=as_of)
        known = replace(snapshot, quote=self._priced(snapshot.quote))
        self._passed(known.quote, known)
        return known

    async def news(self, symbol: str) -> tuple[NewsItem, ...]:
        await self._disturbed()
        return await sample().news(symbol)

    async def quote(self, symbol: str, *, as_of: datetime | None = None, anew: bool = False) -> Quote:
        await self._disturbed(symbol)
        quote = self._priced(await sample().quote(symbol, as_of=as_of, anew=anew))
        self._passed(quote, quote)
        return quote

    async def history(self, symbol: str, *, first: date, as_of: datetime | None = None) -> PriceHistory:
        await self._disturbed(symbol)
        found = await sample().history(symbol, first=first, as_of=as_of)
        if not self.actions:
            return found
        day = market_date(as_of or await self.now())
        mine = (each for each in self.actions if each.symbol == symbol and first <= each.ex_date <= day)
        return replace(found, actions=tuple(mine))

    async def bars(self, symbol: str, *, first: date, as_of: datetime | None = None) -> tuple[Bar, ...]:
        await self._disturbed(symbol)
        return await sample().bars(symbol, first=first, as_of=as_of)

    async def now(self) -> datetime:
        return await sample().now()

    def data_range(self) -> tuple[date, date] | None:
        return sample().data_range()

    def symbols(self) -> frozenset[str] | None:
        return sample().symbols()

    async def _disturbed(self, symbol: str = "") -> None:
        if symbol in self.without_price:
            raise UnknownSymbolError(symbol=symbol)
        before, self.before = self.before, None
        if before is not None:
            await before()
        if self.error is not None:
            raise self.error

    def _priced(self, quote: Quote) -> Quote:
        priced = replace(quote, price=self.prices.get(quote.symbol, quote.price))
        return replace(priced, **self.quotes.get(quote.symbol, {}))

    def _passed(self, quote: Quote, known: Quote | Snapshot) -> None:
        if quote.symbol in self.doubted:
            last = {"last": Decimal(9), "last_session": quote.session}
            facts = {"symbol": quote.symbol, "price": quote.price, "second": quote.price, "doubt": "jump", **last}
            raise PriceHeldError(known, **facts)


@dataclass
class RecordingProgress:
    """A `Progress` that records what is shown."""

    texts: list[str] = field(default_factory=list)
    drafts: list[str] = field(default_factory=list)
    ended: list[TurnId] = field(default_factory=list)

    async def show_step(self, turn: Turn, text: str, *, language: Language) -> None:  # noqa: ARG002 - whose it is matters to platforms only
        self.texts.append(text)

    async def show_draft(self, turn: Turn, text: str, *, language: Language) -> None:  # noqa: ARG002 - whose it is matters to platforms only
        self.drafts.append(text)

    async def end_progress(self, turn: Turn) -> None:
        self.ended.append(turn.id)

    async def remove_progress(self, thread: Thread, turn_id: TurnId) -> None:  # noqa: ARG002 - whose it is matters to platforms only
        self.texts.append("withdrawn")


class UnchangedPeople:
    """`People` that returns the person of the turn, unless they are a guest; all are admins but those named."""

    def __init__(self, *, not_admins: Collection[str] = ()) -> None:
        self.not_admins = set(not_admins)  # ids
        self.guests: set[str] = set()  # ids

    async def person(self, turn: Turn) -> Person:
        return replace(turn.person, is_guest=turn.person.id in self.guests)

    async def is_admin(self, turn: Turn) -> bool:
        return turn.person.id not in self.not_admins


class ComputedLinks:
    """`MessageLinks` that has an address for every message."""

    async def link_to(self, thread: Thread, message_id: str) -> str:
        return f"https://chat.example/{thread.channel}/{thread.thread}/{message_id}"


@dataclass
class RecordingChannel:
    """A `ReplyChannel` that records replies; fails `failures` times first."""

    replies: list[Reply] = field(default_factory=list)
    refreshed: list[Reply] = field(default_factory=list)
    failures: int = 0

    async def deliver(self, reply: Reply) -> str | None:
        if self.failures > 0:
            self.failures -= 1
            raise ConnectionError
        self.replies.append(reply)
        return f"p{len(self.replies)}"

    async def refresh(self, reply: Reply) -> None:
        self.refreshed.append(reply)


class PollingSignal(Signal):
    """A signal for loops over stores in memory, which notify nobody: it is notified again and again."""

    async def wait(self, *, seconds: float | None = None) -> None:  # noqa: ARG002 - always soon
        await super().wait(seconds=0.01)
