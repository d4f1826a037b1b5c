"""Plans the briefs that are due as time passes, one for each subscription and event, and stores them as replies."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, datetime, timedelta
from decimal import Decimal
from typing import Final
from uuid import UUID

from bot.calendar.share_news import ShareNewsReader
from bot.calendar.time_span import TimeSpan
from bot.domain.conversation.replies import Answer, Reply
from bot.domain.conversation.states import Intent
from bot.domain.ids import derive_id
from bot.domain.market.sessions import AFTER_CLOSE, SessionEvent, SessionPhase, session_events
from bot.domain.market.snapshot import market_date
from bot.domain.text.locale import Language, Locale
from bot.domain.trading.accounts import Account
from bot.domain.trading.actual_result import ActualResult
from bot.domain.trading.decisions import Decision, DecisionQuery
from bot.domain.trading.pending import PendingPage, PendingQuery
from bot.domain.watching.briefs import (
    BRIEF_OCCASION,
    BriefInput,
    BriefMoment,
    BriefOutcome,
    BriefSubscription,
    NearAlert,
    ShareNews,
    compose_brief,
    moment_of,
)
from bot.domain.watching.watch_lists import WatchListKey, key_of_list
from bot.errors import DateOutOfRangeError
from bot.ports import Clock, Stores, TradingCalendar, Transaction
from bot.presentation.watching.briefs import BriefPresenter

_EARLIER: Final = timedelta(days=10)  # in which there is always a session
_LONGEST: Final = timedelta(days=40)  # more than the longest horizon of results takes
_MOST_DECISIONS: Final = 500  # of that time

NearAlertsAt = Callable[[SessionEvent], Sequence[NearAlert]]
ReadNearAlerts = Callable[[], Awaitable[NearAlertsAt]]


async def no_alerts() -> NearAlertsAt:
    """Return that no alert is near at any event."""
    return lambda _event: ()


@dataclass(frozen=True, slots=True, kw_only=True)
class DueBrief:
    """A brief that is due for a subscription."""

    subscription: BriefSubscription
    event: SessionEvent
    language: Language
    answer: Answer

    @property
    def at(self) -> datetime:
        """The market time at which it is due."""
        return self.event.at

    @property
    def occasion(self) -> str:
        """The occasion of its reply: a subscription gets one for each event."""
        return f"{BRIEF_OCCASION}{self.event.key}"


@dataclass(frozen=True, slots=True)
class _Reader:
    """A subscription, the language and zone of its channel, and the shares on its list."""

    subscription: BriefSubscription
    locale: Locale
    watched: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _Stored:
    """What is read of the stores for all briefs of a span."""

    held: tuple[str, ...]
    waiting: PendingPage
    readers: tuple[_Reader, ...] = ()
    outcomes: tuple[BriefOutcome, ...] = ()  # results that are stored already, of the span and the days before


@dataclass(frozen=True, slots=True, kw_only=True)
class BriefsOfSpan:
    """The briefs of all channels of one tenant."""

    stores: Stores
    news: ShareNewsReader
    presenter: BriefPresenter
    clock: Clock

    @property
    def _calendar(self) -> TradingCalendar:
        return self.news.calendar

    async def plan(
        self, span: TimeSpan, *, outcomes: Sequence[BriefOutcome] = (), read_near: ReadNearAlerts = no_alerts
    ) -> tuple[DueBrief, ...]:
        """Return the briefs that are due in a span, in order; the market is asked outside any transaction.

        Args:
            span: What passes for an account. Its positions do not change within it.
            outcomes: Results settled in the span; those that are stored already are read.
            read_near: Reads which alerts are near at an event; called if there are subscriptions.

        Raises: StoreUnavailableError.
        """
        if not span.events:
            return ()
        stored = await self._stored(span)
        if stored is None:
            return ()
        near = await read_near()
        planned, cache = [], _ShareCache(self.news)
        for event in span.events:
            for reader in stored.readers:
                if not self._is_due(reader.subscription, event):
                    continue
                moment = moment_of(event, since=self._since(event, reader.subscription.phases))
                channel = reader.subscription.thread.channel
                known = BriefInput(
                    moment=moment,
                    source=self.news.market.name,
                    shares=await cache.read(moment, held=stored.held, watched=reader.watched),
                    outcomes=tuple(dict.fromkeys((*stored.outcomes, *outcomes))),
                    waiting=stored.waiting,
                    near=tuple(each for each in near(event) if each.channel == channel),
                )
                planned.append(self._due(reader, event, known))
        return tuple(planned)

    async def record(self, tx: Transaction, briefs: Sequence[DueBrief]) -> None:
        """Store briefs as replies to the messages that subscribed.

        Left out are those that are stored already, and those of channels that do not want them any more.
        """
        if not briefs:
            return
        current = {each.thread.channel: each for each in await tx.briefs.all_subscriptions()}
        wanted = [
            replace(due, subscription=subscription)  # somebody may have changed it meanwhile
            for due in briefs
            if (subscription := current.get(due.subscription.thread.channel)) and due.event.phase in subscription.phases
        ]
        stored = await tx.replies.find_stored([_reply_id(each) for each in wanted])
        for due in wanted:
            if _reply_id(due) not in stored:
                await tx.replies.add_reply(await self._reply(tx, due))

    async def compose_now(
        self, account: Account, key: WatchListKey, *, at: datetime, locale: Locale, near: Sequence[NearAlert] = ()
    ) -> Answer:
        """Return a brief on the latest session that has closed, and what is known since.

        Args:
            account: Whose positions are held.
            key: The watch list.
            at: The account's market time.
            locale: Of the reader.
            near: The channel's alerts that are near.

        Raises: StoreUnavailableError, DateOutOfRangeError.
        """
        day = market_date(self._calendar.last_close(at))
        since = self._calendar.close_after(day, -1) + AFTER_CLOSE
        moment = BriefMoment(since=since, at=at, day=day)
        async with self.stores.read(account.tenant_id) as tx:
            watched = tuple(each.symbol for each in await tx.watch_lists.listed(key))
            stored = await self._read_account(tx, account)
            outcomes = await _settled_lately(tx, account, day, at=at)
        shares = await _ShareCache(self.news).read(moment, held=stored.held, watched=watched)
        known = BriefInput(
            moment=moment,
            source=self.news.market.name,
            shares=shares,
            outcomes=outcomes,
            waiting=stored.waiting,
            near=tuple(near),
        )
        return self.presenter.answer(locale, compose_brief(known))

    async def _stored(self, span: TimeSpan) -> _Stored | None:
        account = span.account
        async with self.stores.read(account.tenant_id) as tx:
            subscriptions = await tx.briefs.all_subscriptions()
            if not subscriptions:
                return None
            stored = await self._read_account(tx, account)
            outcomes = await _settled_lately(tx, account, market_date(span.since), at=span.until)
            readers = tuple([await _reader(tx, each) for each in subscriptions])
            return replace(stored, readers=readers, outcomes=outcomes)

    async def _read_account(self, tx: Transaction, account: Account) -> _Stored:
        held = tuple(each.symbol for each in await tx.accounts.positions(account.id))
        page = await tx.decisions.pending_page(PendingQuery(at=self.clock.now(), person_id=""))
        return _Stored(held, page)

    def _is_due(self, subscription: BriefSubscription, event: SessionEvent) -> bool:
        """Return whether an event is one of a subscription; on a live market, none from before it was made."""
        is_since = self.news.is_simulated or event.at > subscription.subscribed_at
        return event.phase in subscription.phases and is_since

    def _since(self, event: SessionEvent, phases: frozenset[SessionPhase]) -> datetime:
        """Return when the brief before this one was due, whether or not there was a subscription then."""
        day = event.session.day
        try:
            sessions = self._calendar.sessions(day - _EARLIER, day)
        except DateOutOfRangeError:
            sessions = ()
        before = session_events(sessions, after=event.at - _EARLIER, until=event.at)
        times = [each.at for each in before if each.phase in phases and each.at < event.at]
        return times[-1] if times else event.at - timedelta(days=1)

    def _due(self, reader: _Reader, event: SessionEvent, known: BriefInput) -> DueBrief:
        return DueBrief(
            subscription=reader.subscription,
            event=event,
            language=reader.locale.language,
            answer=self.presenter.answer(reader.locale, compose_brief(known)),
        )

    async def _reply(self, tx: Transaction, due: DueBrief) -> Reply:
        subscription = due.subscription
        turn = await tx.turns.get(subscription.turn_id)
        conversation = await tx.conversations.get(subscription.thread.conversation_id)
        return Reply(
            id=_reply_id(due),
            thread=conversation.thread,
            turn_number=turn.number,
            turn_id=turn.id,
            person=turn.person,
            intent=Intent.UNKNOWN,
            confidence=Decimal(1),
            state=conversation.state,
            language=due.language,
            answer=due.answer,
            created_at=self.clock.now(),
            occasion=due.occasion,
        )


def brief_outcome(decision: Decision, result: ActualResult) -> BriefOutcome:
    """Return a settled result as a brief tells it."""
    return BriefOutcome(
        decision_id=decision.id,
        at=result.as_of,
        symbol=decision.proposal.symbol,
        action=decision.proposal.action,
        sessions=result.sessions,
        percent=result.change_percent,
        benchmark_percent=result.benchmark_change_percent,
    )


async def _settled_lately(tx: Transaction, account: Account, day: date, *, at: datetime) -> tuple[BriefOutcome, ...]:
    """Return the results known at an instant of decisions young enough for one to have been settled on `day`."""
    query = DecisionQuery(
        limit=_MOST_DECISIONS, market=account.market, market_from=day - _LONGEST, known_at=at, include_holds=True
    )
    decisions = {each.key: each for each in await tx.decisions.find_matching(query) if each.account_id == account.id}
    results = await tx.actual_results.find(decisions)
    return tuple(
        brief_outcome(decisions[key], each) for key, found in results.items() for each in found if each.as_of <= at
    )


@dataclass(frozen=True, slots=True)
class _ShareCache:
    """What was read of shares, which several channels watch."""

    reader: ShareNewsReader
    found: dict[tuple[str, datetime, datetime], ShareNews] = field(default_factory=dict)

    async def read(
        self, moment: BriefMoment, *, held: Sequence[str], watched: Sequence[str]
    ) -> Mapping[str, ShareNews]:
        """Return what is known of each share that is held or watched, those held first."""
        symbols = tuple(dict.fromkeys((*held, *watched)))
        read = await asyncio.gather(*(self._one(each, moment, is_held=each in held) for each in symbols))
        return dict(zip(symbols, read, strict=True))

    async def _one(self, symbol: str, moment: BriefMoment, *, is_held: bool) -> ShareNews:
        key = symbol, moment.since, moment.at
        if key not in self.found:
            self.found[key] = await self.reader.read(symbol, moment, is_held=is_held)
        return self.found[key]


async def _reader(tx: Transaction, subscription: BriefSubscription) -> _Reader:
    settings = await tx.channels.get_settings(subscription.thread.channel)
    key = key_of_list(subscription.thread, person_id=subscription.person.id, is_own=False)
    watched = tuple(each.symbol for each in await tx.watch_lists.listed(key))
    return _Reader(subscription, Locale(settings.language or subscription.language, settings.zone), watched)


def _reply_id(due: DueBrief) -> UUID:
    return derive_id(due.subscription.turn_id, due.occasion)
