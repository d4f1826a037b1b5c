"""Cancel: the same compare-and-set as a confirmation, to the other end."""

from dataclasses import dataclass, replace

from bot.domain.conversation.buttons import ButtonRef
from bot.domain.conversation.turns import Turn
from bot.domain.trading.decisions import Decision, DecisionStatus
from bot.errors import ConcurrentUpdateError
from bot.ports import Stores
from bot.trading.decision_access import decided_or_open


@dataclass(frozen=True, slots=True)
class Cancel:
    """A person says no to one version of one decision."""

    stores: Stores

    async def __call__(self, ref: ButtonRef, *, through: Turn) -> Decision:
        """Return the cancelled decision. Safe to run again for the same turn or press. Raises as `Confirm` does."""
        async with self.stores.transaction(through.tenant_id) as tx:
            decision, is_mine = await decided_or_open(tx, ref, through)
            if is_mine:
                return decision
            cancelled = replace(
                decision,
                status=DecisionStatus.CANCELLED,
                decided_by=through.person.id,
                decided_at=through.accepted_at,
            )
            if not await tx.decisions.save(cancelled, was=DecisionStatus.PROPOSED, unexpired_at=through.accepted_at):
                raise ConcurrentUpdateError(decision=decision.id)
            await tx.turns.named(through)  # the card may be drawn anew before this turn is answered
            await tx.decisions.approve(cancelled, turn_id=through.id)
            facts = {"version": str(decision.version), "through": str(through.id)}
            await tx.audit.add("cancelled", subject=decision.id, by=through.person.id, facts=facts)
            return cancelled
