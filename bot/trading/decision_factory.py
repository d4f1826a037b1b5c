"""Turn proposals into decisions: new ones, or new versions of what the same person has pending."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from decimal import Decimal

from bot.context.policy import Policy
from bot.domain.ids import AccountId, ConversationId, DecisionId, TenantId, TurnId
from bot.domain.trading.decisions import Action, Decision, DecisionStatus, Proposal
from bot.domain.trading.orders import Side
from bot.ports import Clock, NewId
from bot.trading.stated_limits import split_limit


@dataclass(frozen=True, slots=True, kw_only=True)
class DecisionOrigin:
    """Who asked for decisions, where, and for which account."""

    tenant_id: TenantId
    conversation_id: ConversationId
    turn_id: TurnId
    account_id: AccountId
    asked_by: str  # the platform's user id
    pending: Mapping[str, Decision]  # what this person has pending, by symbol


@dataclass(frozen=True, slots=True)
class NewDecision:
    """A decision to be stored, and the pending one on the same symbol."""

    decision: Decision
    pending: Decision | None  # the person's own, as it stood before
    is_replaced: bool  # whether `decision` takes the place of `pending`


@dataclass(frozen=True, slots=True)
class DecisionFactory:
    """Makes decisions of proposals."""

    policy: Policy
    clock: Clock
    new_id: NewId

    def __call__(
        self,
        proposals: Iterable[Proposal],
        origin: DecisionOrigin,
        *,
        limit: Decimal | None,
        spending_now: Decimal | None,
        is_change: bool = False,
    ) -> tuple[NewDecision, ...]:
        """Return one decision per proposal, in their order.

        A hold leaves the pending decision as it is, unless that is what was to be changed, or costs more than the
        person now says they will spend.

        Args:
            proposals: Valid ones, one per symbol.
            origin: Who asked, and what they have pending.
            limit: On what all purchases together may cost; each decision gets its part. Account currency.
            spending_now: The most the person now says they will spend.
            is_change: The pending decision is what was to be changed.
        """
        shared = divide_limit(proposals, limit, commission=self.policy.commission)
        return tuple(
            self._new_decision(proposal, origin, spending_now=spending_now, is_change=is_change) for proposal in shared
        )

    def _new_decision(
        self, proposal: Proposal, origin: DecisionOrigin, *, spending_now: Decimal | None, is_change: bool
    ) -> NewDecision:
        pending = origin.pending.get(proposal.symbol)
        is_over = proposal.action is not Action.HOLD or is_change or self._costs_more_than(pending, spending_now)
        is_replaced = pending is not None and is_over
        return NewDecision(self._build_decision(proposal, origin, pending if is_over else None), pending, is_replaced)

    def _build_decision(self, proposal: Proposal, origin: DecisionOrigin, replaced: Decision | None) -> Decision:
        now = self.clock.now()
        return Decision(
            id=replaced.id if replaced else DecisionId(self.new_id()),
            version=replaced.version + 1 if replaced else 1,
            tenant_id=origin.tenant_id,
            conversation_id=origin.conversation_id,
            turn_id=origin.turn_id,
            account_id=origin.account_id,
            asked_by=origin.asked_by,
            proposal=proposal,
            status=DecisionStatus.PROPOSED,
            created_at=now,
            expires_at=now + self.policy.decision_ttl,
        )

    def _costs_more_than(self, pending: Decision | None, limit: Decimal | None) -> bool:
        if pending is None or limit is None or pending.proposal.side is not Side.BUY:
            return False
        return pending.proposal.cash_change + self.policy.commission > limit


def new_version(decision: Decision, proposal: Proposal, *, at: datetime, ttl: timedelta) -> Decision:
    """Return the next version of a pending decision; it is a new offer and expires `ttl` after `at`."""
    return replace(decision, version=decision.version + 1, proposal=proposal, created_at=at, expires_at=at + ttl)


def divide_limit(proposals: Iterable[Proposal], limit: Decimal | None, *, commission: Decimal) -> tuple[Proposal, ...]:
    """Give each purchase its own part of a limit on all of them together; a sale has none.

    They are confirmed one by one, at prices that may have risen by then.
    """
    proposals = tuple(proposals)
    if limit is None:
        return tuple(p if p.side is Side.SELL else replace(p, max_cash=None) for p in proposals)
    costs = {p.symbol: p.cash_change + commission for p in proposals if p.side is Side.BUY}
    own = split_limit(limit, costs)
    return tuple(p if p.side is Side.SELL else replace(p, max_cash=own.get(p.symbol, limit)) for p in proposals)
