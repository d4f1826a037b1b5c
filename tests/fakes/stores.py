"""The in-memory stores of one tenant. `InMemoryDatabase` holds what they share."""

import math
from collections.abc import AsyncIterator, Collection, Iterable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from decimal import Decimal
from uuid import UUID

from bot.domain.accounting.corrections import CorrectionStatus
from bot.domain.conversation.buttons import ButtonRef, Vote
from bot.domain.conversation.dialogue import MOST_ANSWERS, Dialogue, ShownAnswer
from bot.domain.conversation.history import Message
from bot.domain.conversation.replies import (
    ANSWER,
    Answer,
    ButtonPlace,
    LastShown,
    LatestDetails,
    Reply,
    decisions_shown,
    decisions_with_buttons,
)
from bot.domain.conversation.threads import MessageKey
from bot.domain.conversation.turns import (
    Claim,
    Conversation,
    ConversationCounts,
    ConversationInChannel,
    InputKind,
    InputStatus,
    Turn,
)
from bot.domain.ids import AccountId, ConversationId, DecisionId, TenantId, TurnId, derive_id
from bot.domain.jobs import Job
from bot.domain.market.snapshot import market_date
from bot.domain.memory.summaries.summary import Summary
from bot.domain.text.locale import Language
from bot.domain.trading.accounts import Account, Position, ReservedCash
from bot.domain.trading.decisions import (
    MOST_COUNTED,
    PASSING_STATUSES,
    Action,
    Decision,
    DecisionQuery,
    DecisionStatus,
    Resolution,
)
from bot.domain.trading.execution.booking import Booking, OrderLedger, book_order
from bot.domain.trading.execution.broker import BrokerOrder, Difference
from bot.domain.trading.execution.orders import OPEN_ORDER_STATUSES, AccountOrder, OrderReport, OrderStatus, Side
from bot.domain.trading.pending import PENDING_PER_PAGE, PendingEntry, PendingPage, PendingQuery
from bot.errors import ClockBehindTradesError, DuplicateError, LeaseLostError, UnknownDecisionError
from bot.ports import Clock, Transaction
from db.stores.trading.decisions import OUTCOME_GRACE
from tests.fakes.actual_results import FakeActualResults
from tests.fakes.committee_stores import FakeAnalysisRuns, FakeAnalystDigests, FakeAnalystReports
from tests.fakes.conversation_records import FakeConversationRecords
from tests.fakes.episode_search import FakeEpisodeSearch
from tests.fakes.episode_store import FakeEpisodes
from tests.fakes.forecast_store import FakeForecasts, FakeReflections
from tests.fakes.knowledge_store import FakeErasures, FakeKnowledge
from tests.fakes.ledger_store import FakeAccountLedger, FakeHoldingCorrections
from tests.fakes.limits_store import FakeCoreMemory, FakeTradingLimits
from tests.fakes.memory import (
    Approval,
    AuditLine,
    Fill,
    InMemoryDatabase,
    OutboxRow,
    SharedStore,
    StoredState,
    TenantStore,
)
from tests.fakes.model_stores import FakeEngineRuns, FakeModelBudgets, FakeModelCache, FakeModelCalls, FakeTurnLogs
from tests.fakes.overheard_store import FakeOverheard
from tests.fakes.platform_stores import FakeChannels, FakePickedReadings, picked_version, settings_of
from tests.fakes.watching_stores import FakeAlerts, FakeBriefSubscriptions, FakeWatchLists

_OVER = frozenset({DecisionStatus.SUPERSEDED, DecisionStatus.CANCELLED, DecisionStatus.EXPIRED})


class FakeStores(SharedStore):
    """`Stores`, in memory."""

    @asynccontextmanager
    async def transaction(
        self,
        tenant_id: TenantId,
        *,
        is_durable: bool = True,  # noqa: ARG002 - nothing here outlives the process
    ) -> AsyncIterator[Transaction]:
        async with self._memory.transaction() as state:
            yield FakeTransaction(state, tenant_id, memory=self._memory, clock=self._clock)

    @asynccontextmanager
    async def read(self, tenant_id: TenantId) -> AsyncIterator[Transaction]:
        async with self._memory.transaction() as state:
            yield FakeTransaction(state, tenant_id, memory=self._memory, clock=self._clock)
            if state.changed - {"accounts"}:
                msg = "a write in a transaction that only reads"
                raise RuntimeError(msg)


class FakeTransaction(Transaction):
    def __init__(self, state: StoredState, tenant_id: TenantId, *, memory: InMemoryDatabase, clock: Clock) -> None:
        self.conversations = FakeConversations(state, tenant_id)
        self.turns = FakeTurns(state, tenant_id)
        self.messages = FakeMessages(state, tenant_id)
        self.overheard = FakeOverheard(state, tenant_id)
        self.replies = FakeReplies(state, tenant_id)
        self.decisions = FakeDecisions(state, tenant_id)
        self.forecasts = FakeForecasts(state, tenant_id)
        self.reflections = FakeReflections(state, tenant_id)
        self.accounts = FakeAccounts(state, tenant_id, memory=memory)
        self.ledger = FakeAccountLedger(state, tenant_id)
        self.corrections = FakeHoldingCorrections(state, tenant_id)
        self.audit = FakeAudit(state, tenant_id, clock=clock)
        self.limits = FakeTradingLimits(state, tenant_id)
        self.alerts = FakeAlerts(state, tenant_id)
        self.outbox = FakeOutbox(state, tenant_id)
        self.actual_results = FakeActualResults(state, tenant_id)
        self.episodes = FakeEpisodes(state, tenant_id)
        self.episode_search = FakeEpisodeSearch(state, tenant_id)
        self.summaries = FakeSummaries(state, tenant_id, clock)
        self.core_memory = FakeCoreMemory(state, tenant_id)
        self.erasures = FakeErasures(state, tenant_id)
        self.records = FakeConversationRecords(state, tenant_id)
        self.knowledge = FakeKnowledge(state, tenant_id)
        self.channels = FakeChannels(state, tenant_id)
        self.picked_readings = FakePickedReadings(state, tenant_id)
        self.watch_lists = FakeWatchLists(state, tenant_id)
        self.briefs = FakeBriefSubscriptions(state, tenant_id)
        self.analyst_reports = FakeAnalystReports(state, tenant_id)
        self.analyst_digests = FakeAnalystDigests(state, tenant_id)
        self.model_calls = FakeModelCalls(state, tenant_id)
        self.model_cache = FakeModelCache(state, tenant_id, clock)
        self.model_budgets = FakeModelBudgets(state, tenant_id)
        self.engine_runs = FakeEngineRuns(state, tenant_id)
        self.analysis_runs = FakeAnalysisRuns(state, tenant_id)
        self.turn_logs = FakeTurnLogs(state, tenant_id)


class FakeConversations(TenantStore):
    async def get(self, conversation_id: ConversationId) -> Conversation:
        found = self._state.conversations.get(conversation_id)
        if found is None or found.tenant_id != self._tenant_id:
            raise LookupError(conversation_id)
        return found

    async def get_in_channel(self, conversation_id: ConversationId, *, person_id: str = "") -> ConversationInChannel:
        found = await self.get(conversation_id)
        channel = found.thread.channel
        answered = any(
            each.thread.channel == channel and each.message_count
            for each in self._state.conversations.values()
            if each.tenant_id == self._tenant_id
        )
        replies = (each for each in self._state.replies.values() if each.thread.conversation_id == conversation_id)
        here = [each for each in replies if not each.answer.is_private]
        return ConversationInChannel(
            conversation=found,
            settings=settings_of(self._state, self._tenant_id, channel),
            picked_version=picked_version(self._state, self._tenant_id),
            is_first_in_channel=not answered,
            has_knowledge=any(each.base.tenant_id == self._tenant_id for each, _ in self._state.documents.values()),
            others=frozenset(each.person.name for each in here if each.person.id != person_id),
            person_language=next((each.language for each in reversed(here[-20:]) if each.person.id == person_id), None),
        )

    async def lock(self, conversation_id: ConversationId) -> Conversation:
        return await self.get(conversation_id)

    async def save(self, conversation: Conversation, *, ends_lease: bool = False) -> None:
        await self.get(conversation.id)
        self._state.conversations[conversation.id] = conversation
        lease = self._state.leases.get(conversation.id)
        if ends_lease and lease is not None:
            self._state.leases[conversation.id] = replace(lease, owner="", until=datetime.min.replace(tzinfo=UTC))

    async def check_fence(self, claim: Claim) -> Conversation:
        lease = self._state.leases.get(claim.turn.conversation_id)
        if lease is None or (lease.owner, lease.fence) != (claim.owner, claim.fence):
            raise LeaseLostError(turn=claim.turn.id)
        return await self.get(claim.turn.conversation_id)


class FakeTurns(TenantStore):
    async def get(self, turn_id: TurnId) -> Turn:
        found = self._state.turns.get(turn_id)
        if found is None or found.tenant_id != self._tenant_id:
            raise LookupError(turn_id)
        return found

    async def mark_answered(self, turn: Turn, *, at: datetime) -> ConversationCounts | None:
        stored = await self.get(turn.id)
        if stored.status is InputStatus.ANSWERED:
            return None
        text = self._state.changed_texts.pop(turn.id, stored.text)
        self._state.turns[turn.id] = replace(stored, status=InputStatus.ANSWERED, person=turn.person, text=text)
        self._state.shared_files.pop((self._tenant_id, MessageKey(turn.thread.channel, turn.platform_id)), None)
        decisions = FakeDecisions(self._state, self._tenant_id)
        summary = self._state.summaries.get(turn.conversation_id)
        accounts = [each for each in self._state.accounts.values() if each.tenant_id == self._tenant_id]
        return ConversationCounts(
            state=self._state.conversations[turn.conversation_id].state,
            pending=await decisions.count_pending(turn.conversation_id, at=at),
            summarised=summary.covered_count if summary else 0,
            summary_increments=summary.increments if summary else 0,
            text=text,
            is_followed=any(
                each.conversation_id == turn.conversation_id and each.number > turn.number
                for each in self._state.turns.values()
            ),
            market_time=_latest(each.market_time for each in accounts),
        )

    async def update_person(self, turn: Turn) -> None:
        stored = await self.get(turn.id)
        self._state.turns[turn.id] = replace(stored, person=replace(stored.person, name=turn.person.name))

    async def request_stop(self, turn_id: TurnId, *, by: str) -> bool:
        found = self._state.turns.get(turn_id)
        can_stop = (
            found is not None
            and (found.tenant_id, found.person.id, found.status) == (self._tenant_id, by, InputStatus.ACCEPTED)
            and found.kind is not InputKind.PRESS
        )
        if found is not None and can_stop:
            self._state.stops.add(turn_id)
            self._state.turns[turn_id] = replace(found, is_stopped=True)
        return can_stop

    async def stop_analyses_of(self, person_id: str) -> None:
        for turn in tuple(self._state.turns.values()):
            if turn.kind is InputKind.ANALYSIS:
                await self.request_stop(turn.id, by=person_id)

    async def is_stopped(self, turn_id: TurnId) -> bool:
        return turn_id in self._state.stops


class FakeMessages(TenantStore):
    async def add_message(self, message: Message) -> None:
        self._state.messages[message.conversation_id] = (*self._all(message.conversation_id), message)

    async def last_messages(self, conversation_id: ConversationId, *, count: int) -> tuple[Message, ...]:
        return self._all(conversation_id)[-count:] if count else ()

    async def message_span(self, conversation_id: ConversationId, *, first: int, last: int) -> tuple[Message, ...]:
        return self._all(conversation_id)[first:last]

    async def symbols_of_span(
        self, conversation_id: ConversationId, *, first: int, last: int
    ) -> tuple[tuple[int, tuple[str, ...]], ...]:
        answers = {each.turn_id: each.answer for each in self._state.replies.values() if each.occasion == "answer"}
        numbered = enumerate(self._all(conversation_id)[first:last], first)
        return tuple(
            (number, answers[each.turn_id].symbols)
            for number, each in numbered
            if each.turn_id in answers and answers[each.turn_id].symbols
        )

    def _all(self, conversation_id: ConversationId) -> tuple[Message, ...]:
        conversation = self._state.conversations.get(conversation_id)
        mine = conversation is not None and conversation.tenant_id == self._tenant_id
        return self._state.messages.get(conversation_id, ()) if mine else ()


def _button_ids(reply: Reply) -> set[str]:
    """Return the ids of the buttons below a reply, and of those that a question of theirs leads to."""
    questions = (each.question for each in reply.answer.buttons)
    return {each.id for each in reply.answer.buttons} | {each.accepted_id for each in questions if each}


def _as_shown(reply: Reply) -> ShownAnswer:
    told = reply.answer
    return ShownAnswer(
        turn_id=reply.turn_id, asked_by=reply.person.id, objects=told.shows, symbols=told.symbols, asks=told.asks
    )


class FakeReplies(TenantStore):
    async def add_reply(self, reply: Reply) -> None:
        same = ((each.turn_id, each.occasion) for each in self._state.replies.values())
        if (reply.turn_id, reply.occasion) in same:
            raise DuplicateError(turn=reply.turn_id)
        self._state.replies[reply.id] = reply

    async def store_vote(self, reply_id: UUID, vote: Vote, *, turn: Turn, at: datetime) -> bool:  # noqa: ARG002 - nobody reads the instant
        reply = self._state.replies.get(reply_id)
        if reply is None or reply.thread.tenant_id != self._tenant_id:
            return False
        self._state.votes[reply_id, turn.person.id] = vote
        return True

    async def reply_language(self, reply_id: UUID) -> Language | None:
        reply = self._state.replies.get(reply_id)
        return reply.language if reply is not None and reply.thread.tenant_id == self._tenant_id else None

    async def find_stored(self, reply_ids: Collection[UUID]) -> frozenset[UUID]:
        replies = self._state.replies
        tenant_id = self._tenant_id
        return frozenset(each for each in reply_ids if each in replies and replies[each].thread.tenant_id == tenant_id)

    async def has_notice_since(self, conversation_id: ConversationId, decisions: Collection[DecisionId]) -> bool:
        here = [each for each in self._state.replies.values() if each.thread.conversation_id == conversation_id]
        buttons = [{key.decision_id for key in decisions_with_buttons(each.answer)} for each in here]
        shown = [n for n, decided in enumerate(buttons) if decided & set(decisions)]
        notices = [n for n, each in enumerate(here) if each.occasion.startswith(("alert:", "brief:"))]
        return bool(shown and notices) and notices[-1] > shown[-1]

    def _public(self, conversation_id: ConversationId) -> list[Reply]:
        mine = (each for each in self._state.replies.values() if each.thread.tenant_id == self._tenant_id)
        return [each for each in mine if each.thread.conversation_id == conversation_id and not each.answer.is_private]

    async def dialogue(self, conversation_id: ConversationId) -> Dialogue:
        here = self._public(conversation_id)
        return Dialogue(tuple(map(_as_shown, reversed(here[-MOST_ANSWERS:]))))

    async def last_shown(self, conversation_id: ConversationId, *, decided_by: Sequence[str] = ()) -> LastShown | None:
        here = self._public(conversation_id)
        if decided_by:
            begins = tuple(f"{each}:" for each in decided_by)
            here = [r for r in here if any(each.id.startswith(begins) for each in r.answer.buttons)]
        return LastShown(here[-1].turn_id, here[-1].answer) if here else None

    async def find_button(self, button: ButtonRef) -> ButtonPlace | None:
        for reply in self._state.replies.values():
            shown = {each.id for each in reply.answer.decisions}
            is_there = button.decision_id in shown and str(button) in _button_ids(reply)
            if is_there and reply.thread.tenant_id == self._tenant_id:
                return ButtonPlace(reply.thread, reply.language)
        return None

    async def shows_button(self, conversation_id: ConversationId, button: ButtonRef) -> bool:
        shown = (each for each in self._state.replies.values() if each.thread.conversation_id == conversation_id)
        return any(str(button) in _button_ids(each) for each in shown)

    async def answer_to(self, turn_id: TurnId, *, occasion: str = ANSWER) -> Answer | None:
        mine = (each for each in self._state.replies.values() if each.thread.tenant_id == self._tenant_id)
        return next((each.answer for each in mine if (each.turn_id, each.occasion) == (turn_id, occasion)), None)

    async def latest_details(self, conversation_id: ConversationId) -> LatestDetails:
        here = self._public(conversation_id)
        answers = [each for each in here if each.occasion == ANSWER]
        found = next((each for each in reversed(here) if each.answer.details), None)
        if found is None:
            return LatestDetails()
        is_latest = answers[-1] is found or here.index(answers[-1]) < here.index(found)
        return LatestDetails(found.answer.details, is_of_latest=is_latest)


class FakeDecisions(TenantStore):
    async def add_decision(self, decision: Decision) -> None:
        live = any(each.id == decision.id and each.status not in _OVER for each in self._mine())
        if live or (decision.id, decision.version) in self._state.decisions:
            raise DuplicateError(decision=decision.id)
        run_id = decision.proposal.run_id
        if run_id is not None and run_id not in self._state.engine_runs:
            raise LookupError(run_id)  # a foreign key: the run is stored first
        self._state.decisions[decision.id, decision.version] = decision

    async def get(self, decision_id: DecisionId, *, version: int | None = None) -> Decision:
        found = [each for each in self._mine() if each.id == decision_id and version in (None, each.version)]
        if not found:
            raise UnknownDecisionError(id=decision_id)
        return max(found, key=lambda each: each.version)

    async def pending_page(self, query: PendingQuery) -> PendingPage:
        made = (
            each for each in self._pending(at=query.at) if query.made_by is None or each.created_at <= query.made_by
        )
        possible = [each for each in made if self._can_be_traded(each)]
        found = sorted(possible, key=lambda each: each.asked_by != query.person_id)
        shown = found[query.offset : query.offset + PENDING_PER_PAGE]
        names = {turn.id: turn.person.name for turn in self._state.turns.values()}
        entries = tuple(PendingEntry(each, names[each.turn_id]) for each in shown)
        return PendingPage(query=query, entries=entries, total=len(found))

    def _can_be_traded(self, decision: Decision) -> bool:
        key = (decision.account_id, decision.proposal.symbol)
        return decision.proposal.side is Side.BUY or key in self._state.positions

    def _pending(self, *, at: datetime, conversation_id: ConversationId | None = None) -> tuple[Decision, ...]:
        found = [
            each
            for each in self._mine()
            if each.is_pending(at=at)
            and each.proposal.action is not Action.HOLD
            and conversation_id in (None, each.conversation_id)
        ]
        return tuple(sorted(found, key=lambda each: (each.created_at, each.id)))

    async def count_pending(self, conversation_id: ConversationId, *, at: datetime) -> int:
        return len(self._pending(at=at, conversation_id=conversation_id))

    async def decidable_by(self, turn: Turn) -> tuple[Decision, ...]:
        approved = [each for each in self._state.approvals.values() if each.turn_id == turn.id]
        decided = [each for each in self._mine() if any((each.id, each.version) == a.key for a in approved)]
        pending = self._pending(at=turn.accepted_at, conversation_id=turn.conversation_id)
        offered = {each.decision_id for each in self._state.conversations[turn.conversation_id].offered}
        elsewhere = [
            each
            for each in self._pending(at=turn.accepted_at)
            if each.id in offered and each.conversation_id != turn.conversation_id
        ]
        return tuple(sorted((*decided, *pending, *elsewhere), key=lambda each: (each.created_at, each.id)))

    async def confirmation_begun_by(self, decision: Decision, *, at: datetime) -> TurnId | None:
        begun = self._state.confirming.get((decision.id, decision.version))
        return begun[0] if begun and begun[1] > at - timedelta(seconds=10) else None

    async def begin_confirmation(self, decision: Decision, *, turn_id: TurnId, at: datetime) -> bool:
        is_taken = await self.confirmation_begun_by(decision, at=at) not in {None, turn_id}
        if is_taken or (await self.get(decision.id, version=decision.version)).status is not DecisionStatus.PROPOSED:
            return False
        self._state.confirming[(decision.id, decision.version)] = (turn_id, at)
        return True

    async def end_confirmation(self, decision: Decision, *, turn_id: TurnId) -> None:
        key = (decision.id, decision.version)
        if self._state.confirming.get(key, (None,))[0] == turn_id:
            del self._state.confirming[key]

    async def save(
        self, decision: Decision, *, expected_status: DecisionStatus, unexpired_at: datetime | None = None
    ) -> bool:
        key = (decision.id, decision.version)
        stored = self._state.decisions.get(key)
        if stored is None or stored.tenant_id != self._tenant_id or stored.status is not expected_status:
            return False
        if unexpired_at is not None and stored.expires_at <= unexpired_at:
            return False
        self._state.decisions[key] = replace(
            stored, status=decision.status, decided_by=decision.decided_by, decided_at=decision.decided_at
        )
        at = decision.decided_at if decision.status in PASSING_STATUSES else None
        self._to_redraw(decision.id, put_off=None if at is None else at + OUTCOME_GRACE)
        return True

    def _to_redraw(self, decision_id: DecisionId, *, put_off: datetime | None = None) -> None:
        for reply in self._state.replies.values():
            if decision_id in {key.decision_id for key in decisions_shown(reply.answer)}:
                wanted, done = self._state.redraws.get(reply.id, (0, 0))
                self._state.redraws[reply.id] = (wanted + 1, done)
                self._state.redraws_put_off.pop(reply.id, None)
                if put_off is not None:
                    self._state.redraws_put_off[reply.id] = put_off

    async def conversations_to_expire(self, *, at: datetime) -> tuple[ConversationId, ...]:
        return tuple(dict.fromkeys(each.conversation_id for each in self._expired(at)))

    def _expired(self, at: datetime) -> list[Decision]:
        return [each for each in self._mine() if each.status is DecisionStatus.PROPOSED and each.expires_at <= at]

    async def expire(self, conversation_id: ConversationId, *, at: datetime) -> tuple[Decision, ...]:
        over = [each for each in self._expired(at) if each.conversation_id == conversation_id]
        expired = tuple(replace(each, status=DecisionStatus.EXPIRED) for each in over)
        self._state.decisions.update({(each.id, each.version): each for each in expired})
        for each in expired:
            self._to_redraw(each.id)
        return expired

    async def resolution(self, decision_id: DecisionId) -> Resolution | None:
        approval = self._state.approvals.get(decision_id)
        if approval is None:
            return None
        turn = self._state.turns[approval.turn_id]
        return Resolution(turn.id, turn.person.name, approval.decided_at, turn.status is InputStatus.ANSWERED)

    async def decided_by_turn(self, turn_id: TurnId, decision_id: DecisionId) -> Decision | None:
        approval = self._state.approvals.get(decision_id)
        if approval is None or approval.turn_id != turn_id:
            return None
        decision = self._state.decisions[approval.key]
        return decision if decision.tenant_id == self._tenant_id else None

    async def record_approval(self, decision: Decision, *, turn_id: TurnId) -> None:
        if decision.status not in {DecisionStatus.CONFIRMED, DecisionStatus.CANCELLED, DecisionStatus.WITHDRAWN}:
            raise ValueError(decision.status)
        if decision.id in self._state.approvals:
            raise DuplicateError(decision=decision.id)
        if decision.decided_at is None:
            raise ValueError(decision.decided_at)
        approval = Approval(decision.id, decision.version, turn_id, decision.status, decision.decided_at)
        self._state.approvals[decision.id] = approval

    async def find_matching(self, query: DecisionQuery) -> tuple[Decision, ...]:
        return self._matching(query)[: query.limit]

    async def count_matching(self, query: DecisionQuery) -> int:
        return min(len(self._matching(query)), MOST_COUNTED)

    def _matching(self, query: DecisionQuery) -> tuple[Decision, ...]:
        newest: dict[DecisionId, Decision] = {}
        for each in sorted(self._mine(), key=lambda each: each.version):
            newest[each.id] = each
        found = [each for each in newest.values() if matches(self._state, each, query, made_at=each.created_at)]
        return tuple(sorted(found, key=lambda each: (each.created_at, each.id), reverse=True))

    def _mine(self) -> list[Decision]:
        return [each for each in self._state.decisions.values() if each.tenant_id == self._tenant_id]


def matches(state: StoredState, decision: Decision, query: DecisionQuery, *, made_at: datetime) -> bool:
    """Whether a decision is one of those asked for."""
    proposal = decision.proposal
    order = state.orders.get(decision.id)
    report = state.reports.get(order.client_order_id) if order else None
    day = market_date(report.executed_at if report and report.executed_at else proposal.price_as_of)
    return (
        (query.include_holds or proposal.action is not Action.HOLD)
        and query.conversation_id in (None, decision.conversation_id)
        and query.asked_by in (None, decision.asked_by)
        and query.symbol in (None, proposal.symbol)
        and query.side in (None, proposal.side)
        and query.market in (None, state.accounts[decision.account_id].market)
        and (query.made_since is None or made_at >= query.made_since)
        and (query.market_from is None or day >= query.market_from)
        and (query.market_to is None or day <= query.market_to)
        and (query.known_at is None or proposal.price_as_of <= query.known_at)
        and (query.include_proposed or decision.status is not DecisionStatus.PROPOSED)
    )


_OPENED = datetime(2013, 1, 31, 12, tzinfo=UTC)


class FakeAccounts(TenantStore):
    def __init__(self, state: StoredState, tenant_id: TenantId, *, memory: InMemoryDatabase) -> None:
        super().__init__(state, tenant_id)
        self._cash = memory.starting_cash

    async def default(self, *, market: str) -> Account:
        account_id = AccountId(derive_id(self._tenant_id, f"account/{market}"))
        fresh = Account(
            id=account_id,
            tenant_id=self._tenant_id,
            kind="paper",
            market=market,
            currency="USD",
            starting_cash=self._cash,
            cash=self._cash,
            market_time=None,
            passed_to=_OPENED,
        )
        return self._state.accounts.setdefault(account_id, fresh)

    async def holdings(self, *, market: str) -> tuple[Account, tuple[Position, ...]]:
        account = await self.default(market=market)
        return account, await self.positions(account.id)

    async def reserved_cash(
        self, account_id: AccountId, *, at: datetime, except_decisions: Collection[DecisionId] = ()
    ) -> ReservedCash:
        orders = await self.open_orders(account_id)
        amounts = [order.open_shares * order.reference_price for order in orders if order.side is Side.BUY]
        amounts += [
            each.proposal.cash_change
            for each in self._state.decisions.values()
            if each.account_id == account_id
            and each.is_pending(at=at)
            and each.proposal.cash_change > 0
            and each.id not in except_decisions
        ]
        return ReservedCash(sum(amounts, Decimal(0)), len(amounts))

    async def lock(self, account_id: AccountId) -> Account:
        found = self._state.accounts.get(account_id)
        if found is None or found.tenant_id != self._tenant_id:
            raise LookupError(account_id)
        return found

    async def get(self, account_id: AccountId) -> Account:
        return await self.lock(account_id)

    async def store_comparison(
        self, account_id: AccountId, differences: tuple[Difference, ...], *, at: datetime
    ) -> None:
        account = await self.lock(account_id)
        self._state.accounts[account_id] = replace(account, differences=differences)
        self._state.compared[account_id] = at

    async def set_market_time(self, account_id: AccountId, at: datetime) -> None:
        account = await self.lock(account_id)
        corrected = [
            each.change.effective_at
            for _, each in self._state.corrections.values()
            if each.account_id == account_id and each.status is CorrectionStatus.BOOKED
        ]
        last = _latest((await self.last_execution(account_id), *corrected))
        if last is not None and at < last:
            raise ClockBehindTradesError(last=market_date(last))
        self._require_not_behind_actions(account_id, market_date(at))
        if account.rolled_to is None or at < account.rolled_to:
            self._drop_later_values(account_id, market_date(at))
            account = replace(account, rolled_to=None)
        self._state.accounts[account_id] = replace(account, market_time=at)

    async def pass_time(self, account_id: AccountId, *, since: datetime, until: datetime) -> bool:
        account = await self.lock(account_id)
        if account.passed_to != since:
            return False
        self._state.accounts[account_id] = replace(account, passed_to=until)
        return True

    def _require_not_behind_actions(self, account_id: AccountId, day: date) -> None:
        days = [action.ex_date for (owner, _), action in self._state.actions.items() if owner == account_id]
        if days and day < max(days):
            raise ClockBehindTradesError(last=max(days))

    def _drop_later_values(self, account_id: AccountId, day: date) -> None:
        for key in [key for key in self._state.account_values if key[0] == account_id and key[1] > day]:
            del self._state.account_values[key]

    async def positions(self, account_id: AccountId) -> tuple[Position, ...]:
        await self.lock(account_id)
        held = [position for (account, _), position in self._state.positions.items() if account == account_id]
        return tuple(sorted(held, key=lambda position: position.symbol))

    async def add_order(self, order: AccountOrder) -> bool:
        if order.decision_id in self._state.orders:
            return False
        self._state.orders[order.decision_id] = order
        return True

    async def order_for(self, decision_id: DecisionId) -> AccountOrder | None:
        order = self._state.orders.get(decision_id)
        if order is None or order.tenant_id != self._tenant_id:
            return None
        report = self._state.reports.get(order.client_order_id)
        return replace(order, status=report.status, filled_shares=report.filled_shares) if report else order

    async def report_for(self, decision_id: DecisionId) -> OrderReport | None:
        order = await self.order_for(decision_id)
        if order is None:
            return None
        unsent = OrderReport(client_order_id=order.client_order_id, status=order.status)
        return self._state.reports.get(order.client_order_id, unsent)

    async def book_order(self, order: AccountOrder, broker_order: BrokerOrder) -> Booking:
        account = await self.lock(order.account_id)
        key = (order.account_id, order.symbol)
        stored = await self.report_for(order.decision_id)
        assert stored is not None
        ledger = OrderLedger(
            order=order,
            report=stored,
            fills=tuple(each.fill for each in self._state.fills.values() if each.order.id == order.id),
            cash=account.cash,
            position=self._state.positions.get(key),
        )
        booking = book_order(ledger, broker_order)
        for fill in booking.new_fills:
            self._state.fills[derive_id(order.id, f"fill/{fill.id}")] = Fill(order, fill)
        self._state.accounts[account.id] = replace(account, cash=booking.cash)
        self._state.positions.pop(key, None)
        if booking.position is not None:
            self._state.positions[key] = booking.position
        self._state.reports[order.client_order_id] = booking.report
        self._state.unbooked_since.pop(order.client_order_id, None)
        return booking

    async def note_unbooked(
        self, account_id: AccountId, client_order_ids: Collection[str], *, at: datetime
    ) -> Mapping[str, datetime]:
        known = self._state.unbooked_since
        for name in [each.client_order_id for each in await self.open_orders(account_id)]:
            since = known.pop(name, at)
            if name in client_order_ids:
                known[name] = since
        return {name: known[name] for name in client_order_ids if name in known}

    async def mark_unknown(self, order: AccountOrder) -> None:
        stored = await self.report_for(order.decision_id)
        assert stored is not None
        if stored.status is OrderStatus.NEW:
            self._state.reports[order.client_order_id] = replace(stored, status=OrderStatus.UNKNOWN)

    async def open_orders(self, account_id: AccountId) -> tuple[AccountOrder, ...]:
        every = await self.orders(account_id, limit=len(self._state.orders))
        return tuple(each for each in every if each.status in OPEN_ORDER_STATUSES)

    async def orders(self, account_id: AccountId, *, limit: int) -> tuple[AccountOrder, ...]:
        found = [await self.order_for(each.decision_id) for each in self._of(account_id)]
        mine = [each for each in found if each is not None]
        return tuple(sorted(mine, key=lambda each: (each.created_at, each.id), reverse=True))[:limit]

    async def last_execution(self, account_id: AccountId) -> datetime | None:
        booked = self._state.fills.values()
        return max((each.fill.executed_at for each in booked if each.order.account_id == account_id), default=None)

    def _of(self, account_id: AccountId) -> Iterable[AccountOrder]:
        return [each for each in self._state.orders.values() if each.account_id == account_id]


class FakeAudit(TenantStore):
    def __init__(self, state: StoredState, tenant_id: TenantId, *, clock: Clock) -> None:
        super().__init__(state, tenant_id)
        self._clock = clock

    async def add_entry(self, kind: str, *, subject: UUID, by: str, facts: dict[str, str]) -> None:
        line = AuditLine(self._tenant_id, self._clock.now(), kind, subject, by, facts)
        self._state.audit[len(self._state.audit)] = line


class FakeOutbox(TenantStore):
    async def add_job(self, job: Job) -> None:
        add_job(self._state, job)


def add_job(state: StoredState, job: Job) -> bool:
    """Append a job unless an unfinished one with its name and key is there; return whether it was appended."""
    rows = [row for row in state.outbox.values() if not row.given_up]
    same = (job.tenant_id, job.name, job.key)
    if any((row.job.tenant_id, row.job.name, row.job.key) == same for row in rows):
        return False
    state.outbox[job.id] = OutboxRow(job, due_at=job.created_at)
    return True


def _latest(times: Iterable[datetime | None]) -> datetime | None:
    return max((each for each in times if each is not None), default=None)


def _distance(own: Sequence[float], other: Sequence[float]) -> float:
    dot = math.fsum(a * b for a, b in zip(own, other, strict=True))
    return 1 - dot / (math.hypot(*own) * math.hypot(*other))


class FakeSummaries(TenantStore):
    def __init__(self, state: StoredState, tenant_id: TenantId, clock: Clock) -> None:
        super().__init__(state, tenant_id)
        self._clock = clock

    async def get(self, conversation_id: ConversationId) -> Summary | None:
        conversation = self._state.conversations.get(conversation_id)
        mine = conversation is not None and conversation.tenant_id == self._tenant_id
        return self._state.summaries.get(conversation_id) if mine else None

    async def save(self, summary: Summary, *, expected_covered_count: int) -> bool:
        stored = await self.get(summary.conversation_id)
        covered = stored.covered_count if stored else 0
        if covered != expected_covered_count or summary.covered_count < covered:
            return False
        messages = self._state.messages.get(summary.conversation_id, ())[: summary.covered_count]
        market_time = _latest(each.market_time for each in messages)
        self._state.summaries[summary.conversation_id] = replace(summary, market_time=market_time)
        return True

    async def lease(self, conversation_id: ConversationId, *, token: UUID, owner: str, ttl: timedelta) -> bool:  # noqa: ARG002 - no process dies here
        held = self._state.summary_leases.get(conversation_id)
        if held is not None and held[1] > self._clock.now():
            return False
        self._state.summary_leases[conversation_id] = (token, self._clock.now() + ttl)
        return True

    async def release(self, conversation_id: ConversationId, *, token: UUID) -> None:
        if self._state.summary_leases.get(conversation_id, (None,))[0] == token:
            del self._state.summary_leases[conversation_id]

    async def set_embedding(self, summary: Summary, *, embedding: Sequence[float], model: str) -> None:
        key, stored = (model, summary.conversation_id), self._state.summaries.get(summary.conversation_id)
        is_stored = stored is not None and stored.text == summary.text
        if is_stored and self._state.summary_vectors.get(key, (0,))[0] <= summary.version:
            self._state.summary_vectors[key] = (summary.version, tuple(embedding))

    async def without_vector(self, model: str, *, limit: int) -> tuple[Summary, ...]:
        summaries = self._state.summaries.items()
        found = [each for key, each in summaries if each.text and (model, key) not in self._state.summary_vectors]
        return tuple(found[:limit])

    async def nearest(
        self,
        embedding: Sequence[float],
        *,
        model: str,
        channels: Collection[str],
        with_public: bool = False,
        limit: int,
    ) -> tuple[Summary, ...]:
        found = [
            (_distance(vector, embedding), conversation_id)
            for (name, conversation_id), (_, vector) in self._state.summary_vectors.items()
            if name == model and self._is_in(conversation_id, channels, with_public=with_public)
        ]
        return tuple(self._state.summaries[conversation_id] for _, conversation_id in sorted(found)[:limit])

    def _is_in(self, conversation_id: ConversationId, channels: Collection[str], *, with_public: bool) -> bool:
        conversation = self._state.conversations[conversation_id]
        known = self._state.visibilities.get((self._tenant_id, conversation.thread.channel))
        turns = [each for each in self._state.turns.values() if each.conversation_id == conversation_id]
        began_at = min((each.accepted_at for each in turns), default=conversation.last_active_at)
        is_public = known is not None and known.is_public and (known.since is None or known.since <= began_at)
        is_seen = conversation.thread.channel in channels or (with_public and is_public)
        return conversation.tenant_id == self._tenant_id and is_seen
