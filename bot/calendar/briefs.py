"""Plans the briefs that are due as time passes, one for each subscription and event, and stores them as replies."""

from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, datetime, timedelta
from typing import Final
from uuid import UUID

from bot.calendar.ask_shares import Answers, ask_shares
from bot.calendar.digests import NO_DIGESTS, PlannedDigests
from bot.calendar.share_news import ShareNewsReader
from bot.calendar.time_span import TimeSpan
from bot.context.further_replies import Recipient
from bot.context.portfolio import AccountPrices
from bot.domain.accounting.books import symbols_held
from bot.domain.conversation.replies import Answer, Reply
from bot.domain.ids import derive_id
from bot.domain.market.sessions import AFTER_CLOSE, SessionEvent, SessionPhase, session_events
from bot.domain.market.snapshot import market_date
from bot.domain.text.locale import Language, Locale
from bot.domain.trading.accounts import Account
from bot.domain.trading.actual_result import ActualResult
from bot.domain.trading.decisions import CARRIED_OUT_STATUSES, Decision, DecisionQuery
from bot.domain.trading.pending import PendingPage, PendingQuery
from bot.domain.watching.briefs import (
    BRIEF_OCCASION,
    BriefInput,
    BriefMoment,
    BriefOutcome,
    BriefSubscription,
    LeftOutBriefs,
    NearAlert,
    ShareNews,
    compose_brief,
)
from bot.domain.watching.watch_lists import WatchedShare, WatchListKey, key_of_list
from bot.errors import DateOutOfRangeError
from bot.ports import Clock, Stores, Transaction
from bot.ports.committee import DigestQuery
from bot.presentation.presenter import DetailsPresenter
from bot.presentation.watching.briefs import BriefPresenter

_EARLIER: Final = timedelta(days=10)  # in which there is always a session
_LONGEST: Final = timedelta(days=50)  # more than the longest horizon of results takes, and its price is waited for
_MOST_DECISIONS: Final = 500  # of that time
MOST_AT_ONCE: Final = 6  # briefs for a channel, as time passes: those of three sessions

NearAlertsAt = Callable[[SessionEvent], Sequence[NearAlert]]
ReadNearAlerts = Callable[[Collection[str]], Awaitable[NearAlertsAt]]  # of some channels


async def no_alerts(_channels: Collection[str]) -> NearAlertsAt:
    """Return that no alert is near at any event."""
    return lambda _event: ()


@dataclass(frozen=True, slots=True, kw_only=True)
class DueBrief:
    """A brief that is due for a subscription."""

    subscription: BriefSubscription
    event: SessionEvent
    language: Language
    answer: Answer
    read_at: datetime = field(compare=False)  # wall clock, when what was known was read

    @property
    def at(self) -> datetime:
        """The market time at which it is due."""
        return self.event.at

    @property
    def channel(self) -> str:
        """The channel that it is posted in."""
        return self.subscription.thread.channel

    @property
    def occasion(self) -> str:
        """The occasion of its reply: a subscription gets one for each event."""
        return _occasion(self.event)


@dataclass(frozen=True, slots=True)
class PlannedBriefs:
    """The briefs that are due and not stored yet, as far as there was time to write them."""

    briefs: tuple[DueBrief, ...] = ()  # in order
    is_complete: bool = True


@dataclass(frozen=True, slots=True)
class _Reader:
    """A subscription, the language and zone of its channel, the shares on its list, and what it gets of a span."""

    subscription: BriefSubscription
    locale: Locale
    watched: tuple[WatchedShare, ...]
    due: tuple[SessionEvent, ...]  # the latest
    left_out: tuple[SessionEvent, ...]  # those before

    def watched_by(self, at: datetime | None) -> tuple[str, ...]:
        """Return the symbols on its list that were put on it by an instant; None: all."""
        return tuple(each.symbol for each in self.watched if at is None or each.added_at <= at)

    def left_out_before(self, event: SessionEvent) -> LeftOutBriefs | None:
        """Return what the first brief says of those before it."""
        if not self.left_out or event != self.due[0]:
            return None
        return LeftOutBriefs(count=len(self.left_out), since=self.left_out[0].session.day)


@dataclass(frozen=True, slots=True)
class _AccountAt:
    held: tuple[str, ...]
    waiting: PendingPage


@dataclass(frozen=True, slots=True)
class _Stored:
    accounts: Mapping[SessionEvent, _AccountAt]  # at each event that a brief is due for
    readers: tuple[_Reader, ...]
    outcomes: tuple[BriefOutcome, ...]  # results that are stored already, of the span and the days before
    told: frozenset[UUID]  # replies that an earlier run for the span has stored


@dataclass(frozen=True, slots=True, kw_only=True)
class BriefsOfSpan:
    """The briefs of all channels of one tenant."""

    stores: Stores
    news: ShareNewsReader
    presenter: BriefPresenter
    clock: Clock
    digests: PlannedDigests = NO_DIGESTS  # of what analysts report in a span

    async def plan(
        self,
        span: TimeSpan,
        *,
        outcomes: Sequence[BriefOutcome] = (),
        read_near: ReadNearAlerts = no_alerts,
        by: float | None = None,
        has_all_time: bool = False,
    ) -> PlannedBriefs:
        """Return the briefs that are due in a span, in order; of a long one each channel gets the latest.

        `read_near`: reads which alerts are near. `by`: the time of the event loop by which to end: briefs left over are
        for the next run. `has_all_time`: nothing else has taken of it: the first is written with what is known.

        Raises: StoreUnavailableError.
        """
        if not span.events:
            return PlannedBriefs()
        read_at = self.clock.now()
        stored = await self._stored(span)
        if stored is None:
            return PlannedBriefs()
        near = await read_near({each.subscription.thread.channel for each in stored.readers if each.due})
        prices = AccountPrices(self.stores, span.account)
        planned, cache = list[DueBrief](), _ShareCache(self.news, prices, by)
        known = tuple(dict.fromkeys((*stored.outcomes, *outcomes)))
        for event, account in stored.accounts.items():
            near_now = near(event)
            for reader in stored.readers:
                if event not in reader.due or _reply_id(reader.subscription, event) in stored.told:
                    continue
                since = self._since(event, reader.subscription.phases)
                moment = BriefMoment(since=since, at=event.at, day=event.session.day, phase=event.phase)
                channel = reader.subscription.thread.channel
                watched = reader.watched_by(None if self.news.is_simulated else event.at)
                shares = await cache.read(moment, held=account.held, watched=watched)
                if shares.unasked and (planned or not has_all_time):
                    return PlannedBriefs(tuple(planned), is_complete=False)
                shown = BriefInput(
                    moment=moment,
                    source=self.news.market.name,
                    shares=shares.found,
                    outcomes=known,
                    late=() if channel in {each.channel for each in planned} else self._late(reader, moment, known),
                    waiting=account.waiting,
                    near=tuple(each for each in near_now if each.channel == channel),
                    digests=self.digests.of_event(event),
                    left_out=reader.left_out_before(event),
                )
                planned.append(self._due(reader, event, shown, read_at=read_at))
        return PlannedBriefs(tuple(planned))

    async def record(self, tx: Transaction, briefs: Sequence[DueBrief]) -> None:
        """Store briefs as replies to the messages that subscribed."""
        if not briefs:
            return
        current = {each.thread.channel: each for each in await tx.briefs.all_subscriptions()}
        wanted = [
            replace(due, subscription=subscription)  # somebody may have changed it meanwhile
            for due in briefs
            if (subscription := current.get(due.subscription.thread.channel)) and due.event.phase in subscription.phases
        ]
        stored = await tx.replies.find_stored([_reply_id(each.subscription, each.event) for each in wanted])
        for due in wanted:
            if _reply_id(due.subscription, due.event) not in stored:
                await tx.replies.add_reply(await self._reply(tx, due))
        if not self.news.is_simulated:
            for channel, read_at in {due.channel: due.read_at for due in wanted}.items():
                await tx.briefs.mark_told(channel, until=read_at)

    async def compose_now(
        self, account: Account, key: WatchListKey, *, at: datetime, locale: Locale, near: Sequence[NearAlert] = ()
    ) -> Answer:
        """Return a brief on the latest session that has closed at `at`, a market time, and what is known since.

        Raises: StoreUnavailableError, DateOutOfRangeError.
        """
        day = market_date(self.news.calendar.last_close(at))
        since = self.news.calendar.close_after(day, -1) + AFTER_CLOSE
        moment = BriefMoment(since=since, at=at, day=day)
        async with self.stores.read(account.tenant_id) as tx:
            watched = tuple(each.symbol for each in await tx.watch_lists.listed(key))
            known_now = await self._read_account(tx, account)
            outcomes = await _settled_lately(tx, account, day, at=at)
            symbols = tuple(dict.fromkeys((*known_now.held, *watched)))
            query = DigestQuery(market=account.market, symbols=symbols, known_at=at)
            digests = await tx.analyst_digests.latest(query) if symbols else ()
        shares = await _ShareCache(self.news, AccountPrices(self.stores, account)).read(
            moment, held=known_now.held, watched=watched
        )
        known = BriefInput(
            moment=moment,
            source=self.news.market.name,
            shares=shares.found,
            outcomes=outcomes,
            waiting=known_now.waiting,
            near=tuple(near),
            digests=digests,
        )
        return self.presenter.answer(locale, compose_brief(known))

    async def _stored(self, span: TimeSpan) -> _Stored | None:
        account = span.account
        async with self.stores.read(account.tenant_id) as tx:
            subscriptions = await tx.briefs.all_subscriptions()
            if not subscriptions:
                return None
            readers = tuple([await self._reader(tx, each, span) for each in subscriptions])
            wanted = {event for each in readers for event in each.due}
            events = [each for each in span.events if each in wanted]
            outcomes = await _settled_lately(tx, account, market_date(span.since), at=span.until)
            told: frozenset[UUID] = frozenset()
            if not self.news.is_simulated:  # whoever sets a clock back and on again is shown the briefs again
                ids = [_reply_id(each.subscription, event) for each in readers for event in each.due]
                told = await tx.replies.find_stored(ids)
            return _Stored(await self._read_accounts(tx, account, events), readers, outcomes, told)

    async def _reader(self, tx: Transaction, subscription: BriefSubscription, span: TimeSpan) -> _Reader:
        settings = await tx.channels.get_settings(subscription.thread.channel)
        key = key_of_list(subscription.thread, person_id=subscription.person.id, is_own=False)
        locale = Locale(settings.language or subscription.language, settings.zone)
        wanted = (each for each in span.events if each.phase in subscription.phases)  # on a live market, none of before
        due = tuple(each for each in wanted if self.news.is_simulated or each.at > subscription.subscribed_at)
        left_out = due[:-MOST_AT_ONCE]
        return _Reader(subscription, locale, tuple(await tx.watch_lists.listed(key)), due[len(left_out) :], left_out)

    async def _read_accounts(
        self, tx: Transaction, account: Account, events: Sequence[SessionEvent]
    ) -> Mapping[SessionEvent, _AccountAt]:
        """Return what was held and waited at each event: while a clock that can be set moves, nothing is traded."""
        if self.news.is_simulated:
            return dict.fromkeys(events, await self._read_account(tx, account))
        ledger, now = await tx.ledger.load_ledger(account), self.clock.now()
        queries = {each: PendingQuery(at=now, person_id="", made_by=each.at) for each in events}
        return {
            each: _AccountAt(symbols_held(ledger, each.at), await tx.decisions.pending_page(query))
            for each, query in queries.items()
        }

    async def _read_account(self, tx: Transaction, account: Account) -> _AccountAt:
        held = tuple(each.symbol for each in await tx.accounts.positions(account.id))
        page = await tx.decisions.pending_page(PendingQuery(at=self.clock.now(), person_id=""))
        return _AccountAt(held, page)

    def _since(self, event: SessionEvent, phases: frozenset[SessionPhase]) -> datetime:
        """Return when the brief before this one was due, whether or not there was a subscription then."""
        day = event.session.day
        try:
            sessions = self.news.calendar.sessions(day - _EARLIER, day)
        except DateOutOfRangeError:
            sessions = ()
        before = session_events(sessions, after=event.at - _EARLIER, until=event.at)
        times = [each.at for each in before if each.phase in phases and each.at < event.at]
        return times[-1] if times else event.at - timedelta(days=1)

    def _late(self, reader: _Reader, moment: BriefMoment, known: Sequence[BriefOutcome]) -> tuple[BriefOutcome, ...]:
        """Return the results that no brief has told; a clock that can be set settles all in time."""
        if self.news.is_simulated:
            return ()
        return tuple(each for each in known if each.is_late(reader.subscription, since=moment.since))

    def _due(self, reader: _Reader, event: SessionEvent, known: BriefInput, *, read_at: datetime) -> DueBrief:
        return DueBrief(
            subscription=reader.subscription,
            event=event,
            language=reader.locale.language,
            answer=self.presenter.answer(reader.locale, compose_brief(known)),
            read_at=read_at,
        )

    async def _reply(self, tx: Transaction, due: DueBrief) -> Reply:
        turn = await tx.turns.get(due.subscription.turn_id)
        conversation = await tx.conversations.get(due.subscription.thread.conversation_id)
        details, locale = DetailsPresenter(self.presenter.cards.texts), Locale(due.language)
        answer = details.with_button(locale, due.answer, turn_id=turn.id, occasion=due.occasion)
        return Recipient(conversation, turn, locale).reply(answer, occasion=due.occasion, at=self.clock.now())


def brief_outcome(decision: Decision, result: ActualResult) -> BriefOutcome:
    """Return a settled result as a brief tells it."""
    return BriefOutcome(
        decision_id=decision.id,
        at=result.as_of,
        symbol=decision.proposal.symbol,
        action=decision.proposal.action,
        sessions=result.sessions,
        percent=result.change_percent,
        compared=result.comparison,
        is_carried_out=decision.status in CARRIED_OUT_STATUSES,
        known_at=result.known_at,
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
    prices: AccountPrices
    by: float | None = None  # time of the event loop, by which to end
    found: dict[tuple[str, datetime, datetime], ShareNews] = field(default_factory=dict)

    async def read(self, moment: BriefMoment, *, held: Sequence[str], watched: Sequence[str]) -> Answers[ShareNews]:
        """Return what is known of each share that is held or watched, those held first; of a silent one, nothing."""

        async def ask(symbol: str) -> ShareNews:
            return await self.reader.read(symbol, moment, is_held=symbol in held, prices=self.prices)

        symbols = tuple(dict.fromkeys((*held, *watched)))
        keys = {each: (each, moment.since, moment.at) for each in symbols}
        answers = await ask_shares((each for each in symbols if keys[each] not in self.found), ask, by=self.by)
        self.found.update({keys[each]: news for each, news in answers.found.items()})
        self.found.update({keys[each]: ShareNews(is_unpriced=True) for each in answers.silent})
        unpriced = ShareNews(is_unpriced=True)
        return Answers({each: self.found.get(keys[each], unpriced) for each in symbols}, unasked=answers.unasked)


def _occasion(event: SessionEvent) -> str:
    return f"{BRIEF_OCCASION}{event.key}"


def _reply_id(subscription: BriefSubscription, event: SessionEvent) -> UUID:
    return derive_id(subscription.turn_id, _occasion(event))
