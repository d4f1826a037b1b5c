"""Posts notices to a thread outside any turn: later fills, rejections and expiries of decisions."""

from dataclasses import dataclass, replace
from datetime import timedelta
from typing import Final

from bot.context.further_replies import Recipient, recipient_of
from bot.domain.accounting.corrections import HoldingCorrection
from bot.domain.conversation.replies import Answer
from bot.domain.conversation.states import Event, Intent, State, apply_event, resting_state
from bot.domain.conversation.turns import Turn
from bot.domain.ids import derive_id
from bot.domain.trading.decisions import Action, Decision, DecisionStatus, is_accepted
from bot.domain.trading.execution.orders import OrderReport
from bot.ports import Clock, Transaction
from bot.presentation.account.corrections import CorrectionPresenter
from bot.presentation.decisions.outcomes import OutcomePresenter
from bot.trading.decision_records import outcome_event, record_decisions
from bot.trading.reserved_funds import resized_retry
from bot.turns.persist_turn import rest_conversation

_SILENCE_TOLD_AFTER: Final = timedelta(minutes=5)  # usually a broker answers within seconds


@dataclass(frozen=True, slots=True)
class Notices:
    """Announces the outcome or expiry of a decision outside any turn, and updates its conversation's state.

    An outcome is told in the thread of the decision's card and, if it was confirmed in another one, there too.
    """

    outcomes: OutcomePresenter
    corrections: CorrectionPresenter
    clock: Clock
    decision_ttl: timedelta

    async def lock_conversations(self, tx: Transaction, decision: Decision) -> None:
        """Lock the conversations in which a decision's outcome is told, by id, as all answers do."""
        for each in sorted(turn.conversation_id for turn in await self._turns(tx, decision)):
            await tx.conversations.lock(each)

    async def announce(self, tx: Transaction, decision: Decision, report: OrderReport | None = None) -> None:
        """Store a notice in the transaction that records the outcome or expiry: neither is stored without the other."""
        if decision.proposal.action is Action.HOLD:  # a hold expires too, but needs no notice
            return
        await self.lock_conversations(tx, decision)
        if not await self._needs_notice(tx, decision):
            return
        retry = await self._record_retry(tx, decision, report)
        *others, acting = await self._turns(tx, decision)
        for turn in others:
            await rest_conversation(tx, turn.conversation_id, at=self.clock.now())
            await self._add_notice(tx, turn, decision, report, None)
        await self._move_state(tx, acting, outcome_event(decision, report), retry)
        await self._add_notice(tx, acting, decision, report, retry)

    async def announce_silence(self, tx: Transaction, decision: Decision) -> None:
        """Tell that the broker has said nothing of a confirmed order for some time; the outcome is told when it comes.

        The conversations are locked already. Does nothing before that time, nor a second time.
        """
        since, occasion = decision.decided_at or decision.created_at, "no_answer"
        if self.clock.now() - since < _SILENCE_TOLD_AFTER or not await self._needs_notice(tx, decision):
            return
        for turn in await self._turns(tx, decision):
            if not await self._was_told(tx, turn, decision, occasion):
                to = await recipient_of(tx, turn)
                answer = self.outcomes.about(to.locale, decision, "order-no-answer", since=since)
                await self._add_reply(tx, to, answer, occasion=f"{occasion}:{decision.id}")

    async def tell_elsewhere(self, tx: Transaction, decision: Decision) -> None:
        """Tell the outcome, if there is one, in the thread of the card, which is locked already."""
        stored = await tx.decisions.get(decision.id, version=decision.version)
        report = await tx.accounts.report_for(decision.id)
        await self._add_notice(tx, await tx.turns.get(decision.turn_id), stored, report, None)

    async def tell_withdrawn(self, tx: Transaction, decision: Decision, correction: HoldingCorrection) -> None:
        """Tell in a decision's thread, which is locked already, that a correction of its holding has withdrawn it."""
        to = await recipient_of(tx, await tx.turns.get(decision.turn_id))
        answer = self.corrections.withdrawn(to.locale, decision, correction)
        await self._add_reply(tx, to, answer, occasion=f"withdrawn:{decision.id}")

    async def _turns(self, tx: Transaction, decision: Decision) -> tuple[Turn, ...]:
        """Return the turns that asked for a decision and, in another conversation, that confirmed it."""
        asked = await tx.turns.get(decision.turn_id)
        resolution = await tx.decisions.resolution(decision.id)
        decided = asked if resolution is None else await tx.turns.get(resolution.turn_id)
        return (asked,) if decided.conversation_id == asked.conversation_id else (asked, decided)

    async def _was_told(self, tx: Transaction, turn: Turn, decision: Decision, occasion: str) -> bool:
        notice_id = derive_id(turn.id, f"{occasion}:{decision.id}")
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

    async def _move_state(self, tx: Transaction, turn: Turn, event: Event | None, retry: Decision | None) -> None:
        """Update the state of the conversation in which the decision was under way, and what a "yes" means there."""
        conversation = await tx.conversations.get(turn.conversation_id)
        pending = await tx.decisions.count_pending(conversation.id, at=self.clock.now())
        if event is None or (event is Event.EXPIRED and pending):
            return
        is_over = event is Event.FAILED and conversation.state is not State.EXECUTING  # people talk of other things
        updated = conversation if is_over else replace(conversation, state=apply_event(conversation.state, event))
        if retry is not None:  # shown last: a "yes" is about it, and is read back
            state = apply_event(updated.state, Event.PROPOSED)
            updated = replace(updated, state=state, offered=(retry.key,), is_offer_doubted=True)
            pending = max(pending, 1)
        await tx.conversations.save(replace(updated, state=resting_state(updated.state, pending=pending)))

    async def _add_notice(
        self, tx: Transaction, turn: Turn, decision: Decision, report: OrderReport | None, retry: Decision | None
    ) -> None:
        to = await recipient_of(tx, turn)
        if report is not None and retry is not None:
            asked_by = turn.person.name
            answer: Answer | None = self.outcomes.resized(to.locale, decision, report, retry, asked_by=asked_by)
        else:
            answer = self.outcomes.late_outcome(to.locale, decision, report)
            if answer is not None and await self._was_told(tx, turn, decision, DecisionStatus.REJECTED):
                answer = self.outcomes.correction(to.locale, answer)
        if answer is None:
            return
        await self._add_reply(tx, to, answer, occasion=f"{_news(decision, report)}:{decision.id}")

    async def _add_reply(self, tx: Transaction, to: Recipient, answer: Answer, *, occasion: str) -> None:
        intent = Intent.DECIDE if occasion.startswith(DecisionStatus.EXPIRED) else Intent.CONFIRM
        await tx.replies.add_reply(to.reply(answer, occasion=occasion, at=self.clock.now(), intent=intent))


def _news(decision: Decision, report: OrderReport | None) -> str:
    if report is not None and report.has_lost_its_rest:
        return "cancelled_rest"
    return "accepted" if report is not None and is_accepted(decision, report) else decision.status
