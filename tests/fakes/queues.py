"""In-memory inbox, leases, deliveries, relay and sweeper. Leases use the clock that the test supplies."""

from collections import defaultdict
from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from bot.domain.conversation.channels import ChannelSettings
from bot.domain.conversation.posting import PendingRefresh, PendingThread
from bot.domain.conversation.replies import ANSWER, Reply
from bot.domain.conversation.threads import (
    IncomingCommand,
    IncomingMessage,
    IncomingPress,
    Person,
    PersonLimits,
    Thread,
)
from bot.domain.conversation.turns import AcceptedInput, Claim, Conversation, InputKind, InputStatus, Turn, WorkerScope
from bot.domain.erasure import ERASED
from bot.domain.ids import ConversationId, DecisionId, TenantId, TurnId
from bot.domain.jobs import (
    EMBED_EPISODES,
    INDEX_EPISODES,
    Job,
    embed_episodes_job,
    group_talk_job,
    hide_channel_job,
    index_episodes_job,
    summarise_conversation_job,
)
from bot.domain.memory.episode_text import MAX_MESSAGES, QUIET
from bot.domain.memory.summaries.summary import due_update
from bot.domain.text.locale import Language
from bot.domain.trading.decisions import UNFINISHED_STATUSES, Decision, DecisionStatus
from bot.domain.trading.execution.broker import AccountKey
from bot.domain.trading.execution.orders import LATE_ARRIVAL_WINDOW, OrderStatus, Rejection
from bot.errors import UnknownDecisionError
from bot.ports import Clock, NewId
from db.codec import storable_text
from db.messaging.deliveries import ORIGIN_GRACE
from tests.fakes.episode_store import change_message, forget_episode, note_visibility
from tests.fakes.knowledge_store import note_files
from tests.fakes.memory import AuditLine, ChannelVisibility, InMemoryDatabase, Lease, SharedStore, StoredState
from tests.fakes.overheard_store import overheard_key
from tests.fakes.stores import add_job

_TRIES = 10


class FakeInbox:
    """`Inbox`, in memory."""

    def __init__(self, memory: InMemoryDatabase, *, clock: Clock, new_id: NewId, origin: str = "") -> None:
        self._memory = memory
        self._origin = origin
        self._clock = clock
        self._new_id = new_id

    async def register_workspace(self, thread: Thread) -> None:
        """Nothing: accounts in memory need no workspace."""

    async def accept_message(
        self,
        message: IncomingMessage,
        *,
        limits: PersonLimits | None = None,  # noqa: ARG002 - only the database counts
    ) -> AcceptedInput:
        accepted = await self._accept(
            InputKind.MESSAGE, message.thread, message.person, (message.message_id, message.text)
        )
        async with self._memory.transaction() as state:
            note_visibility(
                state, message.thread, message.visibility, at=accepted.turn.accepted_at, is_new=accepted.is_new
            )
            note_files(state, message.thread, message.message_id, message.files)
        return accepted

    async def accept_press(self, press: IncomingPress) -> AcceptedInput:
        accepted = await self._accept(InputKind.PRESS, press.thread, press.person, (press.press_id, press.button_id))
        if not (accepted.is_new or press.is_broadcast):
            facts = {"button": press.button_id}
            key, tenant_id = accepted.turn.id, press.thread.tenant_id
            async with self._memory.transaction() as state:
                line = AuditLine(tenant_id, self._clock.now(), "press_repeated", key, press.person.id, facts)
                state.audit[len(state.audit)] = line
        return accepted

    async def accept_command(
        self,
        command: IncomingCommand,
        *,
        limits: PersonLimits | None = None,  # noqa: ARG002 - only the database counts
    ) -> PendingThread:
        async with self._memory.transaction() as state:
            key = (command.place, command.command_id)
            known = (each for each in state.openings.values() if (each.place, each.command_id) == key)
            stored = next(known, None)
            pending = (
                replace(stored, is_new=False)
                if stored
                else PendingThread(
                    id=self._new_id(),
                    place=command.place,
                    command_id=command.command_id,
                    person=command.person,
                    text=command.text,
                    accepted_at=self._clock.now(),
                )
            )
            state.openings[pending.id] = pending
            if pending.is_new:
                note_visibility(state, command.place, command.visibility, at=pending.accepted_at)
                note_files(state, command.place, command.command_id, command.files)
            return pending

    async def message_edited(self, thread: Thread, *, message_id: str, text: str) -> bool:
        async with self._memory.transaction() as state:
            turn = self._unbegun(state, thread, message_id)
            if turn is not None:
                state.turns[turn.id] = replace(turn, text=text)
            elif not change_message(state, thread, message_id, text):
                self._edit_overheard(state, thread, message_id, text)
            return turn is not None

    async def message_deleted(self, thread: Thread, *, message_id: str) -> TurnId | None:
        async with self._memory.transaction() as state:
            turn = self._unbegun(state, thread, message_id)
            if turn is not None:
                state.turns[turn.id] = replace(turn, status=InputStatus.ANSWERED, text=ERASED)
            elif not change_message(state, thread, message_id, ERASED):
                self._edit_overheard(state, thread, message_id, "")
            return turn.id if turn else None

    async def note_private(self, tenant_id: TenantId, channels: Collection[str]) -> None:
        async with self._memory.transaction() as state:
            for key in {(tenant_id, channel) for channel in channels} & state.visibilities.keys():
                if state.visibilities[key].is_public:
                    hidden = ChannelVisibility(is_public=False, since=self._clock.now(), needs_hiding=True)
                    state.visibilities[key] = hidden

    async def is_participant(self, thread: Thread) -> bool:
        async with self._memory.transaction() as state:
            return thread.conversation_id in state.conversations

    async def decision_thread(self, tenant_id: TenantId, decision_id: DecisionId) -> Thread:
        async with self._memory.transaction() as state:
            for decision in state.decisions.values():
                if (decision.tenant_id, decision.id) == (tenant_id, decision_id):
                    return state.conversations[decision.conversation_id].thread
        raise UnknownDecisionError(id=decision_id)

    async def turn_thread(self, tenant_id: TenantId, turn_id: TurnId) -> Thread:
        async with self._memory.transaction() as state:
            turn = state.turns.get(turn_id)
        if turn is None or turn.tenant_id != tenant_id:
            raise UnknownDecisionError(id=turn_id)
        return turn.thread

    def _edit_overheard(self, state: StoredState, thread: Thread, message_id: str, text: str) -> None:
        key = (thread.tenant_id, thread.channel, message_id)
        if key in state.overheard and state.overheard[key].text:
            state.overheard[key] = replace(state.overheard[key], text=storable_text(text))
            if episode_id := state.talk_episodes.get(key):
                forget_episode(state, episode_id)
                for each in [each for each, its in state.talk_episodes.items() if its == episode_id]:
                    del state.talk_episodes[each]

    def _unbegun(self, state: StoredState, thread: Thread, message_id: str) -> Turn | None:
        for turn in waiting(state):
            if _same(turn, InputKind.MESSAGE, thread, message_id) and not turn.attempts:
                return turn
        return None

    async def _accept(self, kind: InputKind, thread: Thread, person: Person, said: tuple[str, str]) -> AcceptedInput:
        platform_id, text = said
        async with self._memory.transaction() as state:
            self._conversation(state, thread, person)
            found = next((each for each in state.turns.values() if _same(each, kind, thread, platform_id)), None)
            turn = found or Turn(
                id=TurnId(self._new_id()),
                tenant_id=thread.tenant_id,
                conversation_id=thread.conversation_id,
                thread=thread,
                number=1 + sum(each.conversation_id == thread.conversation_id for each in state.turns.values()),
                kind=kind,
                platform_id=platform_id,
                person=replace(person, name=storable_text(person.name)),
                text=storable_text(text),
                status=InputStatus.ACCEPTED,
                accepted_at=self._clock.now(),
            )
            state.turns[turn.id] = turn
            state.origins.setdefault(turn.id, self._origin)
            ahead = sum(each.number < turn.number for each in waiting(state, turn.conversation_id))
            language = self._language(state, thread) if ahead else Language.ENGLISH
            return AcceptedInput(turn, is_new=found is None, turns_ahead=ahead, language=language)

    def _language(self, state: StoredState, thread: Thread) -> Language:
        setting = state.channel_settings.get((thread.tenant_id, thread.channel), ChannelSettings())
        return setting.language or state.conversations[thread.conversation_id].language

    def _conversation(self, state: StoredState, thread: Thread, person: Person) -> None:
        fresh = Conversation(
            id=thread.conversation_id,
            tenant_id=thread.tenant_id,
            thread=thread,
            language=person.language or Language.ENGLISH,
            last_active_at=self._clock.now(),
        )
        state.conversations.setdefault(thread.conversation_id, fresh)


def _same(turn: Turn, kind: InputKind, thread: Thread, platform_id: str) -> bool:
    return (turn.tenant_id, turn.thread.channel, turn.platform_id, turn.kind) == (
        thread.tenant_id,
        thread.channel,
        platform_id,
        kind,
    )


def waiting(state: StoredState, conversation_id: ConversationId | None = None) -> list[Turn]:
    """The unanswered messages, of one conversation or all, in the order of their acceptance."""
    found = [
        each
        for each in state.turns.values()
        if each.kind is InputKind.MESSAGE
        and each.status is InputStatus.ACCEPTED
        and conversation_id in (None, each.conversation_id)
    ]
    return sorted(found, key=lambda each: (each.accepted_at, each.number))


def _served(scope: WorkerScope, thread: Thread) -> bool:
    chosen: Collection[ConversationId] | None = scope.conversations
    return thread.platform in scope.platforms and (chosen is None or thread.conversation_id in chosen)


class _FencedLeases(SharedStore):
    """What leases on conversations and on analysis runs have in common."""

    async def renew(self, claim: Claim, *, ttl: timedelta) -> bool:
        return await self._set(claim, Lease(claim.owner, self._clock.now() + ttl, claim.fence))

    async def release(self, claim: Claim, *, counts_as_attempt: bool = True) -> None:
        if await self._set(claim, Lease("", self._clock.now(), claim.fence)) and not counts_as_attempt:
            async with self._memory.transaction() as state:
                turn = state.turns[claim.turn.id]
                state.turns[turn.id] = replace(turn, attempts=turn.attempts - 1)

    async def _set(self, claim: Claim, lease: Lease) -> bool:
        async with self._memory.transaction() as state:
            leases, key = self._held(state, claim)
            held = leases.get(key)
            if held is None or (held.owner, held.fence) != (claim.owner, claim.fence):
                return False
            leases[key] = lease
            return True

    def _held(self, state: StoredState, claim: Claim) -> tuple[dict[Any, Lease], UUID]:
        """The table of the leases, and the key of the one that was claimed."""
        return state.leases, claim.turn.conversation_id


class FakeLeases(_FencedLeases):
    """`Leases`, in memory."""

    async def claim_turns(
        self,
        *,
        owner: str,
        scope: WorkerScope,
        ttl: timedelta,
        limit: int = 1,
        running: Collection[Turn] = (),  # noqa: ARG002 - nobody has to share the fake
    ) -> tuple[Claim, ...]:
        claims: list[Claim] = []
        async with self._memory.transaction() as state:
            now = self._clock.now()
            for turn in waiting(state):
                lease = state.leases.get(turn.conversation_id, Lease("", now, 0))
                if _served(scope, turn.thread) and lease.until <= now and len(claims) < limit:
                    claims.append(self._take(state, turn.conversation_id, Lease(owner, now + ttl, lease.fence + 1)))
        return tuple(claims)

    def _take(self, state: StoredState, conversation_id: ConversationId, lease: Lease) -> Claim:
        first = min(waiting(state, conversation_id), key=lambda each: each.number)
        begun = replace(first, attempts=first.attempts + 1)
        state.turns[first.id] = begun
        state.leases[conversation_id] = lease
        return Claim(begun, lease.owner, lease.fence)

    async def claim_presses(
        self, *, scope: WorkerScope, older_than: timedelta, ttl: timedelta, limit: int = 1
    ) -> tuple[Turn, ...]:
        now = self._clock.now()
        before = now - older_than
        async with self._memory.transaction() as state:
            found = [
                each
                for each in state.turns.values()
                if each.kind is InputKind.PRESS
                and each.status is InputStatus.ACCEPTED
                and each.accepted_at <= before
                and _served(scope, each.thread)
                and state.press_claims.get(each.id, now) <= now
            ]
            claimed = sorted(found, key=lambda each: (each.accepted_at, each.number))[:limit]
            state.press_claims.update({each.id: now + ttl for each in claimed})
            return tuple(claimed)


class FakeAnalysisLeases(_FencedLeases):
    """`TurnLeases` of analysis runs, in memory."""

    async def claim_turns(
        self,
        *,
        owner: str,
        scope: WorkerScope,
        ttl: timedelta,
        limit: int = 1,
        running: Collection[Turn] = (),  # noqa: ARG002 - as the database
    ) -> tuple[Claim, ...]:
        claims: list[Claim] = []
        async with self._memory.transaction() as state:
            now = self._clock.now()
            for kept in sorted(state.analysis_runs.values(), key=lambda each: each.run.started_at):
                turn = state.turns[kept.run.turn_id]
                lease = state.analysis_leases.get(kept.run.id, Lease("", now, 0))
                is_free = kept.run.ended_at is None and lease.until <= now
                if is_free and _served(scope, turn.thread) and len(claims) < limit:
                    state.analysis_leases[kept.run.id] = Lease(owner, now + ttl, lease.fence + 1)
                    state.turns[turn.id] = begun = replace(turn, attempts=turn.attempts + 1)
                    claims.append(Claim(begun, owner, lease.fence + 1))
        return tuple(claims)

    def _held(self, state: StoredState, claim: Claim) -> tuple[dict[UUID, Lease], UUID]:
        runs = (each.run for each in state.analysis_runs.values())
        return state.analysis_leases, next(run.id for run in runs if run.turn_id == claim.turn.id)


class FakeDeliveries:
    """`Deliveries`, in memory."""

    def __init__(self, memory: InMemoryDatabase, *, clock: Clock, own_first: timedelta = ORIGIN_GRACE) -> None:
        self._memory = memory
        self._own_first = own_first
        self._clock = clock

    async def claim_deliveries(
        self, *, owner: str, scope: WorkerScope, ttl: timedelta, limit: int = 1
    ) -> tuple[Reply | PendingRefresh, ...]:
        async with self._memory.transaction() as state:
            replies = [*self._deliverable(state, owner, scope)][:limit]
            until = self._clock.now() + ttl
            state.delivering.update({each.id: Lease(owner, until) for each in replies})
            refreshes = [*self._refreshable(state, scope)][: limit - len(replies)]
            state.redrawing.update({each.reply.id: until for each in refreshes})
            return (*replies, *refreshes)

    def _deliverable(self, state: StoredState, owner: str, scope: WorkerScope) -> Iterator[Reply]:
        now = self._clock.now()
        for reply in self._first_of_each(state):
            lease, retry_at = state.delivering.get(reply.id), state.retry_at.get(reply.id)
            free = (lease is None or lease.until <= now) and (retry_at is None or retry_at <= now)
            own = scope.conversations is None or state.origins[reply.turn_id] == owner
            if free and _served(scope, reply.thread) and (own or reply.created_at <= now - self._own_first):
                yield reply

    def _refreshable(self, state: StoredState, scope: WorkerScope) -> Iterator[PendingRefresh]:
        now = self._clock.now()
        for reply in state.replies.values():
            wanted, done = state.redraws.get(reply.id, (0, 0))
            lease = state.redrawing.get(reply.id)
            is_shown = reply.id in state.delivered and reply.id not in state.undeliverable
            put_off = state.redraws_put_off.get(reply.id)
            is_shown = is_shown and (put_off is None or put_off <= now)
            if wanted > done and is_shown and _served(scope, reply.thread) and (lease is None or lease <= now):
                yield PendingRefresh(reply, change_number=wanted)

    def _first_of_each(self, state: StoredState) -> Iterator[Reply]:
        first: dict[ConversationId, Reply] = {}  # public ones
        for reply in state.replies.values():
            if reply.id in state.delivered:
                continue
            before = first.get(reply.thread.conversation_id)
            if not reply.answer.is_private:
                first.setdefault(reply.thread.conversation_id, reply)
            if before is None or (reply.answer.is_private and self._has_failed(state, before)):
                yield reply

    def _has_failed(self, state: StoredState, reply: Reply) -> bool:
        lease = state.delivering.get(reply.id)
        return reply.id in state.retry_at and (lease is None or lease.until <= self._clock.now())

    async def delivered_answers(self, turns: Sequence[Turn]) -> tuple[Reply, ...]:
        ids = {turn.id for turn in turns}
        async with self._memory.transaction() as state:
            answers = [each for each in state.replies.values() if each.turn_id in ids and each.occasion == ANSWER]
            return tuple(each for each in answers if each.id in state.delivered)

    async def mark_delivered(self, reply: Reply, *, platform_id: str | None) -> None:
        async with self._memory.transaction() as state:
            state.delivered.setdefault(reply.id, platform_id)

    async def delivery_failed(self, reply: Reply, *, why: str, retry_after: timedelta | None = None) -> None:  # noqa: ARG002 - for logs
        async with self._memory.transaction() as state:
            state.delivering.pop(reply.id, None)
            state.retry_at[reply.id] = self._clock.now() + (retry_after or timedelta(seconds=2))

    async def give_up(self, reply: Reply, *, why: str) -> None:  # noqa: ARG002 - for logs
        async with self._memory.transaction() as state:
            state.delivered.setdefault(reply.id, None)
            state.undeliverable.add(reply.id)

    async def postpone_refresh(self, refresh: PendingRefresh, *, retry_after: timedelta) -> None:
        async with self._memory.transaction() as state:
            state.redrawing[refresh.reply.id] = self._clock.now() + retry_after

    async def mark_refreshed(self, refresh: PendingRefresh) -> None:
        async with self._memory.transaction() as state:
            wanted, done = state.redraws[refresh.reply.id]
            state.redraws[refresh.reply.id] = (wanted, max(done, refresh.change_number))
            state.redrawing.pop(refresh.reply.id, None)
            if wanted == refresh.change_number:
                state.redraws_put_off.pop(refresh.reply.id, None)


class FakeRelay(SharedStore):
    """`Relay`, in memory."""

    async def claim_jobs(self, *, limit: int, ttl: timedelta) -> tuple[Job, ...]:
        async with self._memory.transaction() as state:
            now = self._clock.now()
            ready = [
                row
                for row in state.outbox.values()
                if not row.given_up and row.due_at <= now and (row.taken_until is None or row.taken_until <= now)
            ]
            taken = sorted(ready, key=lambda row: row.due_at)[:limit]
            state.outbox.update({row.job.id: replace(row, taken_until=now + ttl) for row in taken})
            return tuple(row.job for row in taken)

    async def job_finished(self, job_id: UUID, *, seconds: float = 0.0) -> None:  # noqa: ARG002 - for operators
        async with self._memory.transaction() as state:
            state.outbox.pop(job_id, None)

    async def job_failed(self, job_id: UUID, *, why: str, seconds: float = 0.0) -> None:  # noqa: ARG002 - for operators
        async with self._memory.transaction() as state:
            row = state.outbox.get(job_id)
            if row is not None:
                failures = row.failures + 1
                due_at = self._clock.now() + min(timedelta(hours=1), timedelta(seconds=10) * 2**row.failures)
                tried = replace(row, failures=failures, due_at=due_at, taken_until=None, given_up=failures >= _TRIES)
                state.outbox[job_id] = tried


def _is_unfinished(state: StoredState, decision: Decision) -> bool:
    if decision.status is DecisionStatus.PARTIALLY_FILLED:
        report = state.reports.get(state.orders[decision.id].client_order_id)
        return report is not None and report.status is OrderStatus.PARTIALLY_FILLED
    return decision.status in UNFINISHED_STATUSES


def _may_have_arrived(state: StoredState, decision: Decision, *, now: datetime) -> bool:
    if decision.status is not DecisionStatus.REJECTED or decision.decided_at is None:
        return False
    report = state.reports.get(state.orders[decision.id].client_order_id)
    is_given_up = report is not None and report.rejection == Rejection("too_late")
    is_recent = decision.decided_at > now - LATE_ARRIVAL_WINDOW
    return is_given_up and (is_recent or bool(state.accounts[decision.account_id].differences))


class FakeSweeper:
    """`Sweeper`, in memory."""

    def __init__(
        self, memory: InMemoryDatabase, *, clock: Clock, new_id: NewId, embedding_model: str | None = None
    ) -> None:
        self._memory = memory
        self._embedding_model = embedding_model
        self._clock = clock
        self._new_id = new_id

    async def unfinished_decisions(self, *, older_than: timedelta) -> tuple[Decision, ...]:
        now = self._clock.now()
        before = now - older_than
        async with self._memory.transaction() as state:
            decided = state.decisions.values()
            open_ones = [e for e in decided if _is_unfinished(state, e) or _may_have_arrived(state, e, now=now)]
            return tuple(each for each in open_ones if each.decided_at and each.decided_at <= before)

    async def claim_accounts(self, *, compared_before: datetime) -> tuple[AccountKey, ...]:
        async with self._memory.transaction() as state:
            traded = {order.account_id: order.tenant_id for order in state.orders.values()}
            due = [each for each in traded if each not in state.compared or state.compared[each] <= compared_before]
            state.compared.update(dict.fromkeys(due, self._clock.now()))
            return tuple(AccountKey(traded[each], each) for each in due)

    async def set_compared_at(self, account: AccountKey, at: datetime) -> None:
        async with self._memory.transaction() as state:
            state.compared[account.account_id] = at

    async def differing_accounts(self) -> tuple[AccountKey, ...]:
        async with self._memory.transaction() as state:
            return tuple(AccountKey(each.tenant_id, each.id) for each in state.accounts.values() if each.differences)

    async def tenants_with_expired_decisions(self) -> tuple[TenantId, ...]:
        now = self._clock.now()
        async with self._memory.transaction() as state:
            proposed = [each for each in state.decisions.values() if each.status is DecisionStatus.PROPOSED]
            return tuple({each.tenant_id for each in proposed if each.expires_at <= now})

    async def add_missing_jobs(self) -> int:
        async with self._memory.transaction() as state:
            missing = (self._unindexed, self._unembedded, self._ungrouped, self._unhidden, self._unsummarised)
            return sum(add_job(state, job) for job in [job for find in missing for job in find(state)])

    def _unindexed(self, state: StoredState) -> Iterator[Job]:
        for tenant_id in {each.tenant_id for each in state.episodes.values() if each.id not in state.episode_terms}:
            yield index_episodes_job(self._new_id(), tenant_id=tenant_id, key=str(tenant_id), at=self._clock.now())

    def _unembedded(self, state: StoredState) -> Iterator[Job]:
        model = self._embedding_model
        lacking = [each for each in state.episode_terms if model and (model, each) not in state.episode_vectors]
        busy = {row.job.tenant_id for row in state.outbox.values() if row.job.name in {EMBED_EPISODES, INDEX_EPISODES}}
        for tenant_id in {state.episodes[each].tenant_id for each in lacking} - busy:
            yield embed_episodes_job(self._new_id(), tenant_id=tenant_id, key=str(tenant_id), at=self._clock.now())

    def _ungrouped(self, state: StoredState) -> Iterator[Job]:
        now, heard = self._clock.now(), defaultdict[tuple[TenantId, ConversationId], list[datetime]](list)
        for each in state.overheard.values():
            if each.text and overheard_key(each) not in state.talk_episodes:
                heard[each.thread.tenant_id, each.thread.conversation_id].append(each.said_at)
        for (tenant_id, conversation_id), times in heard.items():
            if len(times) >= MAX_MESSAGES or now - max(times) >= QUIET:
                yield group_talk_job(self._new_id(), tenant_id=tenant_id, conversation_id=conversation_id, at=now)

    def _unhidden(self, state: StoredState) -> Iterator[Job]:
        for (tenant_id, channel), known in state.visibilities.items():
            if known.needs_hiding:
                yield hide_channel_job(self._new_id(), tenant_id=tenant_id, channel=channel, at=self._clock.now())

    def _unsummarised(self, state: StoredState) -> Iterator[Job]:
        for each in state.conversations.values():
            summary = state.summaries.get(each.id)
            covered, increments = (summary.covered_count, summary.increments) if summary else (0, 0)
            if due_update(each.message_count, covered, increments=increments):
                yield summarise_conversation_job(
                    self._new_id(), tenant_id=each.tenant_id, conversation_id=each.id, at=self._clock.now()
                )
