"""Posts notices to a thread outside any turn: later fills, rejections and expiries of decisions."""

from dataclasses import dataclass, replace
from datetime import timedelta
from decimal import Decimal
from typing import Final

from bot.domain.conversation.replies import Answer, Reply
from bot.domain.conversation.states import Event, Intent
from bot.domain.conversation.transitions import apply_event, resting_state
from bot.domain.conversation.turns import Conversation, Turn
from bot.domain.ids import derive_id
from bot.domain.text.locale import Locale
from bot.domain.trading.decisions import Action, Decision, DecisionStatus
from bot.domain.trading.orders import OrderReport
from bot.ports import Clock, Transaction
from bot.presentation.decisions.outcomes import OutcomePresenter
from bot.trading.decision_records import record_decisions
from bot.trading.outcome_events import outcome_event
from bot.trading.resized_retry import resized_retry

_SILENCE_TOLD_AFTER: Final = timedelta(minutes=5)  # usually a broker answers within seconds


@dataclass(frozen=True, slots=True)
class _Recipient:
    """Whom a notice is for: who asked for the decision, in its thread."""

    conversation: Conversation
    turn: Turn  # that asked for it
    locale: Locale


@dataclass(frozen=True, slots=True)
class Notices:
    """Announces the outcome or expiry of a decision outside any turn, and updates its conversation's state."""

    outcomes: OutcomePresenter
    clock: Clock
    decision_ttl: timedelta

    async def announce(self, tx: Transaction, decision: Decision, report: OrderReport | None = None) -> None:
        """Store a notice in the transaction that records the outcome or expiry: neither is stored without the other."""
        if decision.proposal.action is Action.HOLD:  # a hold expires too, but needs no notice
            return
        conversation = await tx.conversations.lock(decision.conversation_id)
        retry = None
        if needs_notice := await self._needs_notice(tx, decision):
            retry = await self._record_retry(tx, decision, report)
        conversation = await self._move_state(tx, conversation, outcome_event(decision, report), retry)
        if needs_notice:
            await self._add_notice(tx, conversation, decision, report, retry)

    async def announce_silence(self, tx: Transaction, decision: Decision) -> None:
        """Tell that the broker has said nothing of a confirmed order for some time; the outcome is told when it comes.

        The conversation is locked already. Does nothing before that time, nor a second time.
        """
        since, occasion = decision.decided_at or decision.created_at, f"no_answer:{decision.id}"
        if (
            await self._was_told(tx, decision, "no_answer")
            or self.clock.now() - since < _SILENCE_TOLD_AFTER
            or not await self._needs_notice(tx, decision)
        ):
            return
        conversation = await tx.conversations.get(decision.conversation_id)
        recipient = await self._recipient(tx, conversation, decision)
        answer = self.outcomes.no_answer(recipient.locale, decision, since=since)
        await self._add_reply(tx, recipient, answer, occasion=occasion)

    async def _was_told(self, tx: Transaction, decision: Decision, occasion: str) -> bool:
        notice_id = derive_id(decision.turn_id, f"{occasion}:{decision.id}")
        return await tx.replies.reply_language(notice_id) is not None

    async def _needs_notice(self, tx: Transaction, decision: Decision) -> bool:
        """Return whether a notice is needed: not where the answer to its confirmation, still to come, says the same."""
        resolution = await tx.decisions.resolution(decision.id)
        return resolution is None or resolution.is_answered

    async def _record_retry(self, tx: Transaction, decision: Decision, report: OrderReport | None) -> Decision | None:
        """Store the new decision for what fits after a rejection; None: there is none."""
        if report is None:
            return None
        retry = resized_retry(decision, report, at=self.clock.now(), ttl=self.decision_ttl)
        if retry is not None:
            await record_decisions(tx, (retry,), superseded=())
        return retry

    async def _move_state(
        self, tx: Transaction, conversation: Conversation, event: Event | None, retry: Decision | None
    ) -> Conversation:
        pending = await tx.decisions.count_pending(conversation.id, at=self.clock.now())
        if event is None or (event is Event.EXPIRED and pending):
            return conversation
        after = apply_event(conversation.state, event)
        if retry is not None:
            after = apply_event(after, Event.PROPOSED)
        updated = replace(conversation, state=resting_state(after, pending=pending))
        await tx.conversations.save(updated)
        return updated

    async def _add_notice(
        self,
        tx: Transaction,
        conversation: Conversation,
        decision: Decision,
        report: OrderReport | None,
        retry: Decision | None,
    ) -> None:
        recipient = await self._recipient(tx, conversation, decision)
        locale, turn = recipient.locale, recipient.turn
        if report is not None and retry is not None:
            answer: Answer | None = self.outcomes.resized(locale, decision, report, retry, asked_by=turn.person.name)
        else:
            answer = self.outcomes.late_outcome(locale, decision, report)
            if answer is not None and await self._was_told(tx, decision, DecisionStatus.REJECTED):
                answer = self.outcomes.correction(locale, answer)
        if answer is None:
            return
        has_lost_its_rest = report is not None and report.has_lost_its_rest
        occasion = f"{'cancelled_rest' if has_lost_its_rest else decision.status}:{decision.id}"
        await self._add_reply(tx, recipient, answer, occasion=occasion)

    async def _recipient(self, tx: Transaction, conversation: Conversation, decision: Decision) -> _Recipient:
        zone = (await tx.channels.get_settings(conversation.thread.channel)).zone
        turn = await tx.turns.get(decision.turn_id)
        proposal_language = await tx.replies.reply_language(derive_id(turn.id, "reply"))
        return _Recipient(conversation, turn, Locale(proposal_language or conversation.language, zone))

    async def _add_reply(self, tx: Transaction, to: _Recipient, answer: Answer, *, occasion: str) -> None:
        turn = to.turn
        is_expiry = occasion.startswith(DecisionStatus.EXPIRED)
        reply = Reply(
            id=derive_id(turn.id, occasion),
            thread=to.conversation.thread,
            turn_number=turn.number,
            turn_id=turn.id,
            person=turn.person,
            intent=Intent.DECIDE if is_expiry else Intent.CONFIRM,
            confidence=Decimal(1),
            state=to.conversation.state,
            language=to.locale.language,
            answer=answer,
            created_at=self.clock.now(),
            occasion=occasion,
        )
        await tx.replies.add_reply(reply)
