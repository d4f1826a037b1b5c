"""Posts notices to a thread outside any turn: later fills, rejections and expiries of decisions."""

from dataclasses import dataclass, replace
from decimal import Decimal

from bot.domain.conversation.replies import Reply
from bot.domain.conversation.states import Event, Intent
from bot.domain.conversation.transitions import apply_event, resting_state
from bot.domain.conversation.turns import Conversation
from bot.domain.ids import derive_id
from bot.domain.text.locale import Locale
from bot.domain.trading.decisions import Action, Decision, DecisionStatus
from bot.domain.trading.orders import OrderReport, OrderStatus
from bot.ports import Clock, Transaction
from bot.presentation.decisions.outcomes import OutcomePresenter
from bot.trading.outcome_events import outcome_event


@dataclass(frozen=True, slots=True)
class Notices:
    """Announces the outcome or expiry of a decision outside any turn, and updates its conversation's state."""

    outcomes: OutcomePresenter
    clock: Clock

    async def announce(self, tx: Transaction, decision: Decision, report: OrderReport | None = None) -> None:
        """Store a notice in the transaction that records the outcome or expiry: neither is stored without the other."""
        if decision.proposal.action is Action.HOLD:  # a hold expires too, but needs no notice
            return
        conversation = await tx.conversations.lock(decision.conversation_id)
        conversation = await self._move_state(tx, conversation, decision, report)
        if await self._needs_notice(tx, decision):
            await self._add_notice(tx, conversation, decision, report)

    async def _needs_notice(self, tx: Transaction, decision: Decision) -> bool:
        """Return whether a notice is needed: not where the answer to its confirmation, still to come, says the same."""
        resolution = await tx.decisions.resolution(decision.id)
        return resolution is None or resolution.is_answered

    async def _move_state(
        self, tx: Transaction, conversation: Conversation, decision: Decision, report: OrderReport | None
    ) -> Conversation:
        event = outcome_event(decision, report)
        pending = await tx.decisions.count_pending(conversation.id, at=self.clock.now())
        if event is None or (event is Event.EXPIRED and pending):
            return conversation
        updated = replace(conversation, state=resting_state(apply_event(conversation.state, event), pending=pending))
        await tx.conversations.save(updated)
        return updated

    async def _add_notice(
        self, tx: Transaction, conversation: Conversation, decision: Decision, report: OrderReport | None
    ) -> None:
        zone = (await tx.channels.get_settings(conversation.thread.channel)).zone
        turn = await tx.turns.get(decision.turn_id)
        proposal_language = await tx.replies.reply_language(derive_id(turn.id, "reply"))
        language = proposal_language or conversation.language
        answer = self.outcomes.late_outcome(Locale(language, zone), decision, report)
        if answer is None:
            return
        is_cancelled = report is not None and report.status is OrderStatus.CANCELLED
        occasion = f"{'cancelled_rest' if is_cancelled else decision.status}:{decision.id}"
        reply = Reply(
            id=derive_id(turn.id, occasion),
            thread=conversation.thread,
            turn_number=turn.number,
            turn_id=turn.id,
            person=turn.person,
            intent=Intent.DECIDE if decision.status is DecisionStatus.EXPIRED else Intent.CONFIRM,
            confidence=Decimal(1),
            state=conversation.state,
            language=language,
            answer=answer,
            created_at=self.clock.now(),
            occasion=occasion,
        )
        await tx.replies.add_reply(reply)
