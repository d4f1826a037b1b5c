"""Makes decisions of proposals: new ones, or new versions of pending ones of the same person."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from decimal import ROUND_FLOOR, Decimal

from bot.context.policy import Policy
from bot.domain.ids import AccountId, ConversationId, DecisionId, TenantId, TurnId
from bot.domain.trading.bound_reasons import opening_told
from bot.domain.trading.decisions import Action, Decision, DecisionStatus, Proposal
from bot.domain.trading.execution.orders import Side
from bot.ports import Clock, NewId

_CENT = Decimal("0.01")


@dataclass(frozen=True, slots=True, kw_only=True)
class DecisionOrigin:
    """Who asked for decisions, where, and for which account."""

    tenant_id: TenantId
    conversation_id: ConversationId
    turn_id: TurnId
    account_id: AccountId
    asked_by: str  # the platform's user id
    pending: Mapping[str, Decision]  # of the same person, by symbol


@dataclass(frozen=True, slots=True)
class NewDecision:
    """A decision to be stored, and the person's pending one on the same symbol."""

    decision: Decision
    pending: Decision | None  # as it was before
    is_replaced: bool  # whether `decision` supersedes `pending`


@dataclass(frozen=True, slots=True)
class DecisionFactory:
    """Makes a decision of each proposal; stores nothing."""

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
        """Return one decision per proposal, in the same order.

        A hold leaves the pending decision as it is, except where that decision was to be changed, or costs more than
        the person now wants to spend.

        Args:
            proposals: Valid ones, one per symbol.
            origin: Who asked, and what they have pending.
            limit: On the cost of all purchases together; each decision gets its part. Account currency.
            spending_now: The most the person now wants to spend, account currency.
            is_change: Whether the message asks to change the pending decision.
        """
        shared = _divide_limit(proposals, limit, commission=self.policy.commission)
        return tuple(
            self._new_decision(proposal, origin, spending_now=spending_now, is_change=is_change) for proposal in shared
        )

    def _new_decision(
        self, proposal: Proposal, origin: DecisionOrigin, *, spending_now: Decimal | None, is_change: bool
    ) -> NewDecision:
        pending = origin.pending.get(proposal.symbol)
        supersedes = proposal.action is not Action.HOLD or is_change or self._costs_more_than(pending, spending_now)
        replaced = pending if supersedes else None
        return NewDecision(self._build_decision(proposal, origin, replaced), pending, is_replaced=replaced is not None)

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
            expires_at=_expiry(proposal, at=now, ttl=self.policy.decision_ttl),
        )

    def _costs_more_than(self, pending: Decision | None, limit: Decimal | None) -> bool:
        if pending is None or limit is None or pending.proposal.side is not Side.BUY:
            return False
        return pending.proposal.cash_change + self.policy.commission > limit


def new_version(decision: Decision, proposal: Proposal, *, at: datetime, ttl: timedelta) -> Decision:
    """Return the next version of a pending decision; it is a new offer, and expires anew."""
    expires_at = _expiry(proposal, at=at, ttl=ttl)
    return replace(decision, version=decision.version + 1, proposal=proposal, created_at=at, expires_at=expires_at)


def _expiry(proposal: Proposal, *, at: datetime, ttl: timedelta) -> datetime:
    """Return when an offer expires: `ttl` after it is made; while the exchange is closed, after the opening."""
    return max(at, opening_told(proposal) or at) + ttl


def _divide_limit(proposals: Iterable[Proposal], limit: Decimal | None, *, commission: Decimal) -> tuple[Proposal, ...]:
    """Give each purchase its own part of a limit on all of them together; a sale has none.

    Each part is enforced when its purchase is confirmed; they are confirmed one by one, at prices that may have risen.
    """
    proposals = tuple(proposals)
    if limit is None:
        return tuple(p if p.side is Side.SELL else replace(p, max_cash=None) for p in proposals)
    costs = {p.symbol: p.cash_change + commission for p in proposals if p.side is Side.BUY}
    parts = _split_limit(limit, costs)
    return tuple(p if p.side is Side.SELL else replace(p, max_cash=parts.get(p.symbol, limit)) for p in proposals)


def _split_limit(limit: Decimal, costs: Mapping[str, Decimal]) -> dict[str, Decimal]:
    """Return what each purchase may cost, by symbol; the sum never exceeds `limit`.

    What `limit` leaves above the costs is shared in proportion to them, so that every price may rise by one rate.
    """
    total = sum(costs.values(), Decimal(0))
    shares = (
        {symbol: limit * cost / total for symbol, cost in costs.items()}
        if len(costs) > 1
        else dict.fromkeys(costs, limit)
    )
    return {
        symbol: max(share.quantize(_CENT, ROUND_FLOOR), min(costs[symbol], share)) for symbol, share in shares.items()
    }
