"""Cancel: the same compare-and-set as Confirm, from proposed to cancelled."""

from dataclasses import dataclass, replace

from bot.domain.conversation.buttons import ButtonRef
from bot.domain.conversation.turns import Turn
from bot.domain.trading.decisions import Decision, DecisionStatus
from bot.errors import ConcurrentUpdateError
from bot.ports import Stores
from bot.trading.decision_access import get_decided_or_open


@dataclass(frozen=True, slots=True)
class CancelDecision:
    """Cancels one version of one decision."""

    stores: Stores

    async def __call__(self, ref: ButtonRef, *, turn: Turn) -> Decision:
        """Return the cancelled decision. Safe to run again for the same turn or press. Raises: as `ConfirmDecision`."""
        async with self.stores.transaction(turn.tenant_id) as tx:
            decision, is_repeated = await get_decided_or_open(tx, ref, turn)
            if is_repeated:
                return decision
            cancelled = replace(
                decision, status=DecisionStatus.CANCELLED, decided_by=turn.person.id, decided_at=turn.accepted_at
            )
            await tx.turns.update_person(turn)  # the card may be redrawn before this turn is answered
            if not await tx.decisions.save(
                cancelled, expected_status=DecisionStatus.PROPOSED, unexpired_at=turn.accepted_at
            ):
                raise ConcurrentUpdateError(decision=decision.id)
            await tx.decisions.record_approval(cancelled, turn_id=turn.id)
            facts = {"version": str(decision.version), "through": str(turn.id)}
            await tx.audit.add_entry("cancelled", subject=decision.id, by=turn.person.id, facts=facts)
            return cancelled
