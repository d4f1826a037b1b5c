"""Stores the result of a turn or press: messages, state, decisions, reply and background work, in one transaction."""

from dataclasses import dataclass, replace
from datetime import datetime
from decimal import Decimal
from time import perf_counter
from typing import Protocol

from bot.context.turn import BROKEN_OFF, ClockMove, TurnResult
from bot.domain.committee.runs import RunBasis
from bot.domain.conversation.buttons import without_typed_words
from bot.domain.conversation.channels import ChannelSetting
from bot.domain.conversation.history import PARLEY, Message, Role, exchange_tokens
from bot.domain.conversation.readings import PickedReading
from bot.domain.conversation.replies import Reply, with_objects_shown
from bot.domain.conversation.states import Intent, State, apply_event, resting_state
from bot.domain.conversation.turns import Claim, Conversation, ConversationCounts, InputKind, LogEntry, Turn, TurnLog
from bot.domain.erasure import ERASED
from bot.domain.ids import ConversationId, derive_id
from bot.domain.jobs import (
    index_episodes_job,
    index_key_of_turn,
    note_turn_job,
    settle_results_job,
    summarise_conversation_job,
)
from bot.domain.memory.episodes import MessageSpan
from bot.domain.memory.summaries.summary import DEFAULT_SCHEDULE, SummarySchedule, due_update
from bot.domain.models.requests import RunLease
from bot.domain.text.locale import Language
from bot.domain.trading.decisions import Action, Decision, DecisionKey
from bot.engines.committee.rule_agents import COMMITTEE
from bot.errors import ConcurrentUpdateError
from bot.memory.episodes import AnsweredTurn, episodes_of_turn
from bot.memory.note_turn import is_worth_noting
from bot.ports import Clock, MarketData, Meter, NewId, Stores, Transaction
from bot.trading.account.roll_forward import book_rolled
from bot.trading.decision_records import record_decisions, require_unfinished, withdraw_decisions
from bot.trading.limits.limit_book import read_run_basis


@dataclass(frozen=True, slots=True, kw_only=True)
class FinishedTurn:
    """One answered turn or press, not yet stored."""

    turn: Turn
    claim: Claim | None  # None for a press, which is not leased, and for an analysis run
    intent: Intent
    confidence: float
    state_before: State | None  # when the turn began; None: the conversation's state when stored, as for a press
    language: Language
    result: TurnResult
    is_in_history: bool = True  # False: no part of the conversation, such as a vote, or a press that was refused
    is_order: bool = False  # it only tells Parley to do something
    is_about_memory: bool = False  # it only shows what was said before, or what Parley can do: no episode is made of it
    symbols: tuple[str, ...] = ()  # shares that the message names
    recalled: int = 0  # episodes that were found for the answer
    picked: PickedReading | None = None  # what the message was picked to mean, if it is learnt from
    steps: tuple[LogEntry, ...] | None = None  # for the turn's log; None: no log is stored
    is_changed: bool = False  # the message was edited or deleted while it was being answered
    market_time: datetime | None = None  # when it began; None: of a press
    analysis_lease: RunLease | None = None  # on the analysis run that the turn ends
    run_basis: RunBasis | None = None  # what that run was begun with
    is_of_any_time: bool = False  # it shows a person what was said before, however the market's clock was moved since

    @property
    def other_conversations(self) -> frozenset[ConversationId]:
        """The other conversations whose decisions it decides, replaces or proposes."""
        result, here = self.result, self.turn.conversation_id
        changed = (*result.decided, *result.ended, *result.proposed)
        return frozenset(each.conversation_id for each in changed) - {here}


class OutcomeNotices(Protocol):
    """Tells outcomes in other threads than the one that is answered."""

    async def tell_elsewhere(self, tx: Transaction, decision: Decision) -> None:
        """Tell the outcome of a decision, if there is one, in the thread of its card, whose conversation is locked."""


@dataclass(frozen=True, slots=True)
class PersistTurn:
    """Stores one `FinishedTurn`; a turn that is already answered is not changed."""

    stores: Stores
    clock: Clock
    new_id: NewId
    meter: Meter
    notices: OutcomeNotices
    market: MarketData
    summaries: SummarySchedule = DEFAULT_SCHEDULE
    notes_memory: bool = False  # whether a model notes what is worth keeping of messages

    async def __call__(self, finished: FinishedTurn) -> None:
        """Store everything or nothing.

        Raises: LeaseLostError, StoreUnavailableError; ConcurrentUpdateError: data that the answer is based on changed.
        """
        await (self._store if finished.is_in_history else self._store_aside)(finished)
        seconds = (self.clock.now() - finished.turn.accepted_at).total_seconds()
        self.meter.answered(finished.turn.thread.platform, finished.intent, seconds)

    async def _store(self, finished: FinishedTurn) -> None:
        turn, started = finished.turn, perf_counter()
        async with self.stores.transaction(turn.tenant_id) as tx:
            before = await self._lock_conversations(tx, finished)
            answered_at = self.clock.now()
            counts = await tx.turns.mark_answered(turn, at=answered_at)
            if counts is None:
                await tx.conversations.save(before, ends_lease=finished.claim is not None)
                return
            finished = replace(
                finished,
                turn=replace(turn, text=counts.text),
                is_changed=counts.text != turn.text,
                market_time=await self._latest_market_time(finished, counts),
                result=_doubted_if_followed(finished, counts),
            )
            await _audit_press(tx, finished)
            if finished.analysis_lease is not None:
                await self._require_run_basis(tx, finished)
                await tx.analysis_runs.end(finished.analysis_lease, at=answered_at)
            await _store_engine_runs(tx, finished)
            if finished.result.correction is not None:
                await finished.result.correction.record(tx)
            await withdraw_decisions(tx, finished.result.withdrawn, turn_id=turn.id)
            await record_decisions(tx, finished.result.proposed, superseded=finished.result.superseded)
            await require_unfinished(tx, finished.result.awaited)
            await _move_clock(tx, finished.result.clock_move)
            await self._store_setting(tx, finished)
            await _store_watching(tx, finished)
            if finished.picked is not None:
                await tx.picked_readings.add(finished.picked, at=answered_at)
            pending = counts.pending + _added_pending(finished, at=answered_at)
            after = await self._update_conversation(tx, before, finished, pending=pending)
            await self._add_messages(tx, before, after, finished)
            reply = self._build_reply(after.state, finished)
            await tx.replies.add_reply(reply)
            if finished.result.analysis is not None and finished.turn.text != ERASED:
                await tx.analysis_runs.start(finished.result.analysis, asked=finished.turn, engine=COMMITTEE)
            await self._settle_elsewhere(tx, finished)
            await self._add_background_work(tx, after, finished, counts)
            await _store_turn_log(tx, finished, started=started, at=reply.created_at)

    async def _require_run_basis(self, tx: Transaction, finished: FinishedTurn) -> None:
        """Check that nobody has traded, stated a limit or moved the clock since the run was begun.

        Raises: ConcurrentUpdateError: somebody has; with its journal, the run repeats only what rests on that.
        """
        basis, turn = finished.run_basis, finished.turn
        if basis is None:
            return
        market = basis.account.market
        if await read_run_basis(tx, turn, market=market, at=self.clock.now()) != basis:
            raise ConcurrentUpdateError(turn=turn.id)

    async def _store_aside(self, finished: FinishedTurn) -> None:
        """Store the answer to a press that changes nothing in the conversation: none waits for another, or the disk.

        Should it be lost, its press is unanswered again.
        """
        turn = finished.turn
        async with self.stores.transaction(turn.tenant_id, is_durable=False) as tx:
            counts = await tx.turns.mark_answered(turn, at=self.clock.now())
            if counts is None:
                return
            await _audit_press(tx, finished)
            state = resting_state(counts.state, pending=counts.pending)
            await tx.replies.add_reply(self._build_reply(state, finished))

    async def _latest_market_time(self, finished: FinishedTurn, counts: ConversationCounts) -> datetime | None:
        """Return the latest market time that an answer may tell of: the clock may have moved meanwhile, or by the turn.

        None: of a live market, whose clock only moves forward.
        """
        if self.market.data_range() is None:
            return None
        move = finished.result.clock_move
        times = (counts.market_time or await self.market.now(), finished.market_time, move.to if move else None)
        return max(each for each in times if each is not None)

    async def _lock_conversations(self, tx: Transaction, finished: FinishedTurn) -> Conversation:
        """Lock every conversation that the turn changes, in the order of ids; return the one that is answered."""
        here, claim, locked = finished.turn.conversation_id, finished.claim, dict[ConversationId, Conversation]()
        for each in sorted({here, *finished.other_conversations}):
            if claim is not None and each == here:
                locked[each] = await tx.conversations.check_fence(claim)
            else:
                locked[each] = await tx.conversations.lock(each)
        return locked[here]

    async def _settle_elsewhere(self, tx: Transaction, finished: FinishedTurn) -> None:
        """Bring other conversations up to date, and tell there what became of the decisions that were shown there."""
        for conversation_id in finished.other_conversations:
            await rest_conversation(tx, conversation_id, at=self.clock.now())
        for decision in finished.result.decided:
            if decision.conversation_id != finished.turn.conversation_id:
                await self.notices.tell_elsewhere(tx, decision)

    async def _store_setting(self, tx: Transaction, finished: FinishedTurn) -> None:
        """Change one setting of the channel and audit who changed it; the others keep their current values."""
        change, turn = finished.result.setting_change, finished.turn
        if change is None:
            return
        channel = turn.thread.channel
        before = await tx.channels.get_settings(channel)
        if change.setting is ChannelSetting.LEARN:
            await tx.channels.set_learning(is_on=None if change.value is None else change.value == "on")
        else:
            await tx.channels.store_settings(channel, change.apply_to(before), by=turn.person.id, at=self.clock.now())
        facts = {"channel": channel, "setting": change.setting.value}
        facts |= {"was": change.value_in(before) or "default", "is": change.value or "default"}
        await tx.audit.add_entry("settings", subject=turn.id, by=turn.person.id, facts=facts)

    async def _update_conversation(
        self, tx: Transaction, conversation: Conversation, finished: FinishedTurn, *, pending: int
    ) -> Conversation:
        """Store and return the updated conversation. Its resting state depends on the number of pending decisions."""
        result = finished.result
        state = _state_before_events(conversation, finished)
        if result.event:
            state = apply_event(state, result.event)
        updated = replace(
            conversation,
            state=resting_state(state, pending=pending),
            focus=conversation.focus if result.focus is None else result.focus,
            stated_limits=conversation.stated_limits if result.stated_limits is None else result.stated_limits,
            language=finished.language,
            last_active_at=self.clock.now(),
            message_count=conversation.message_count + 2,
            history_tokens=conversation.history_tokens
            + exchange_tokens(finished.turn.person.name, finished.turn.text, result.answer.brief),
            offered=_offered(conversation, finished),
            is_offer_doubted=result.is_offer_doubted,
        )
        await tx.conversations.save(updated, ends_lease=finished.claim is not None)
        return updated

    async def _add_messages(
        self, tx: Transaction, before: Conversation, after: Conversation, finished: FinishedTurn
    ) -> None:
        turn, state_after_intent = finished.turn, _state_before_events(before, finished)
        question = Message(
            id=self.new_id(),
            conversation_id=after.id,
            turn_id=turn.id,
            role=Role.USER,
            author=turn.person.name,
            text=turn.text,
            intent=None if turn.text == ERASED else finished.intent,
            state_before=finished.state_before or before.state,
            state_after=state_after_intent,
            created_at=turn.accepted_at,
            market_time=finished.market_time,
        )
        await tx.messages.add_message(question)
        is_partial = finished.result.answer.fallback == BROKEN_OFF
        is_later = finished.is_of_any_time and finished.market_time is not None
        # Messages without an intent are told to no model, and left out of summaries.
        answer = replace(
            question,
            id=self.new_id(),
            role=Role.ASSISTANT,
            author=PARLEY,
            intent=None if is_partial or is_later else finished.intent,
            text=finished.result.answer.brief,
            state_before=state_after_intent,
            state_after=after.state,
            created_at=self.clock.now(),
        )
        await tx.messages.add_message(answer)

    def _build_reply(self, state: State, finished: FinishedTurn) -> Reply:
        turn = finished.turn
        return Reply(
            id=derive_id(turn.id, "reply"),
            thread=turn.thread,
            turn_number=turn.number,
            turn_id=turn.id,
            person=turn.person,
            intent=finished.intent,
            confidence=Decimal(str(round(finished.confidence, 2))),
            state=state,
            language=finished.language,
            answer=with_objects_shown(
                finished.result.answer, has_debate=any(each.discussion for each in finished.result.runs)
            ),
            created_at=self.clock.now(),
            recalled=max(finished.recalled, len(finished.result.answer.sources)),
        )

    async def _add_background_work(
        self, tx: Transaction, conversation: Conversation, finished: FinishedTurn, counts: ConversationCounts
    ) -> None:
        result, tenant_id, now = finished.result, conversation.tenant_id, self.clock.now()
        last = conversation.message_count - 1
        answered = AnsweredTurn(
            turn=finished.turn,
            intent=finished.intent,
            language=finished.language,
            answer=result.answer,
            answered_at=now,
            messages=MessageSpan(last - 1, last),
            proposed=result.proposed,
            market_figures=result.market_figures,
            is_about_memory=finished.is_about_memory,
            is_order=finished.is_order,
            symbols=finished.symbols,
            focus=conversation.focus,
            state_before=finished.state_before,
            is_changed=finished.is_changed,
            market_time=finished.market_time,
        )
        episodes = tuple(episodes_of_turn(answered))
        for episode in episodes:
            await tx.episodes.add_episode(episode)
        if episodes:
            key = index_key_of_turn(conversation.id, number=finished.turn.number)
            job = index_episodes_job(self.new_id(), tenant_id=tenant_id, key=key, at=now)
            await tx.outbox.add_job(job)
        if due_update(
            conversation.message_count, counts.summarised, increments=counts.summary_increments, schedule=self.summaries
        ):
            job = summarise_conversation_job(
                self.new_id(), tenant_id=tenant_id, conversation_id=conversation.id, at=now
            )
            await tx.outbox.add_job(job)
        if result.clock_move is not None:  # by which decisions may have become settled
            settling = settle_results_job(self.new_id(), tenant_id=tenant_id, key=str(finished.turn.id), at=now)
            await tx.outbox.add_job(settling)
        if self.notes_memory and is_worth_noting(finished.turn, finished.intent, result.answer):
            note = note_turn_job(self.new_id(), tenant_id=tenant_id, turn_id=finished.turn.id, at=now)
            await tx.outbox.add_job(note)


async def rest_conversation(tx: Transaction, conversation_id: ConversationId, *, at: datetime) -> None:
    """Store the resting state of a conversation, locked, whose pending decisions another one has changed."""
    conversation = await tx.conversations.get(conversation_id)
    pending = await tx.decisions.count_pending(conversation_id, at=at)
    await tx.conversations.save(replace(conversation, state=resting_state(conversation.state, pending=pending)))


async def _store_watching(tx: Transaction, finished: FinishedTurn) -> None:
    turn, result = finished.turn, finished.result
    for change in result.watch_changes:
        await tx.watch_lists.change(change)
    if result.brief_change is not None:
        await tx.briefs.change(result.brief_change)
        new = result.brief_change.subscription
        facts = {"channel": result.brief_change.channel, "is": ", ".join(sorted(new.phases)) if new else "off"}
        await tx.audit.add_entry("briefs", subject=turn.id, by=turn.person.id, facts=facts)


async def _store_turn_log(tx: Transaction, finished: FinishedTurn, *, started: float, at: datetime) -> None:
    """Store the turn's log; its last entry is this step, measured from `started` (of `perf_counter`) until now."""
    if finished.steps is None:
        return
    entries = (*finished.steps, LogEntry("persist", round((perf_counter() - started) * 1_000, 1)))
    log = TurnLog(number=finished.turn.number, intent=finished.intent, entries=entries, at=at)
    await tx.turn_logs.replace_log(finished.turn, log)


async def _store_engine_runs(tx: Transaction, finished: FinishedTurn) -> None:
    """Store the engine's runs; before its decisions, which refer to them."""
    for recorded in finished.result.runs:
        await tx.engine_runs.add_run(recorded.run, recorded.discussion, turn=finished.turn)
        if recorded.fusion:
            await tx.analysis_runs.keep_fusion(recorded.run, recorded.fusion, turn=finished.turn)
    added = finished.result.added
    if added is not None:
        await tx.engine_runs.add_messages(added.run_id, added.messages)
        for fusion in added.fusion:
            await tx.analysis_runs.update_fusion(added.run_id, fusion)


def _doubted_if_followed(finished: FinishedTurn, counts: ConversationCounts) -> TurnResult:
    """Return the result; if people went on talking while a run was under way, a "yes" behind its card is read back."""
    is_late = finished.turn.kind is InputKind.ANALYSIS and counts.is_followed
    return replace(finished.result, is_offer_doubted=True) if is_late else finished.result


async def _audit_press(tx: Transaction, finished: FinishedTurn) -> None:
    turn, refusals = finished.turn, finished.result.refusals
    if turn.kind is InputKind.PRESS:
        facts = {"button": without_typed_words(turn.text)} | ({"refused": ", ".join(refusals)} if refusals else {})
        await tx.audit.add_entry("pressed", subject=turn.id, by=turn.person.id, facts=facts)


def _added_pending(finished: FinishedTurn, *, at: datetime) -> int:
    """Return how many more decisions a turn answered at `at`, which supersedes expired ones too, can confirm here."""
    result, here = finished.result, finished.turn.conversation_id
    proposed = sum(decision.proposal.action is not Action.HOLD for decision in result.proposed)
    return proposed - sum(each.is_pending(at=at) and each.conversation_id == here for each in result.ended)


def _state_before_events(conversation: Conversation, finished: FinishedTurn) -> State:
    return finished.result.state or finished.state_before or conversation.state


def _offered(before: Conversation, finished: FinishedTurn) -> tuple[DecisionKey, ...]:
    """Return the decisions that a typed "yes" confirms now.

    An answer to a press leaves what it is about. While a later message has been dropped, nothing: it may have objected.
    """
    result = finished.result
    if before.dropped_turn > finished.turn.number:
        return ()
    if result.offered is not None:
        return result.offered
    proposed = tuple(each.key for each in result.proposed if each.proposal.action is not Action.HOLD)
    if proposed or finished.turn.kind is not InputKind.PRESS:
        return proposed
    shown = {each.key for each in result.answer.decisions}
    return tuple(each for each in before.offered if each in shown)


async def _move_clock(tx: Transaction, move: ClockMove | None) -> None:
    """Move the account's market clock, and book what becomes due by it.

    Raises: ConcurrentUpdateError: the account has changed since it was read, or an order is open.
    """
    if move is None:
        return
    is_changed = await tx.accounts.lock(move.account.id) != move.account
    if is_changed or await tx.accounts.open_orders(move.account.id):
        raise ConcurrentUpdateError(account=move.account.id)
    await tx.accounts.set_market_time(move.account.id, move.to)
    await book_rolled(tx, await tx.accounts.lock(move.account.id), move.rolled, to=move.to)
    await move.work.record(tx)
