"""Adjust: another amount for a pending decision, as a new version of it that is to be confirmed like the first."""

from dataclasses import dataclass, replace
from decimal import Decimal

from bot.context.policy import Policy
from bot.context.portfolio import AccountView, PortfolioService
from bot.domain.conversation.buttons import AdjustRef, ButtonRef
from bot.domain.conversation.turns import Turn
from bot.domain.market.features import compute_features
from bot.domain.trading.accounts import Account, Position
from bot.domain.trading.decisions import Decision, Proposal
from bot.domain.trading.limits import Limits
from bot.domain.trading.orders import Order, Side
from bot.domain.trading.validation import Violation, find_violations
from bot.engines.rules.adjustment import AdjustmentRequest, adjust_proposal
from bot.language.form_fields import read_amount, read_note
from bot.ports import Clock, Stores
from bot.trading.decision_access import ahead_of_clock_error, get_open_decision, other_market_error
from bot.trading.reserved_funds import open_orders, reserved_cash, reserved_shares


@dataclass(frozen=True, slots=True)
class Adjusted:
    """A new version is to be stored in place of the old one."""

    old: Decision
    new: Decision
    note: str


@dataclass(frozen=True, slots=True)
class UnreadableAmount:
    """What was written is no amount of money; the decision stays as it was."""

    decision: Decision


@dataclass(frozen=True, slots=True)
class AmountTooSmall:
    """The amount is not enough for one share; the decision stays as it was."""

    decision: Decision
    price: Decimal
    commission: Decimal  # that a buy pays besides


@dataclass(frozen=True, slots=True)
class AdjustmentRejected:
    """The account does not admit it; the decision stays as it was."""

    decision: Decision
    wanted: Proposal
    violations: tuple[Violation, ...]


Adjustment = Adjusted | UnreadableAmount | AmountTooSmall | AdjustmentRejected


@dataclass(frozen=True, slots=True)
class _AdjustmentInputs:
    """What an adjustment is judged by."""

    account: Account
    positions: tuple[Position, ...]
    orders: tuple[Order, ...]  # on their way
    others: tuple[Decision, ...]  # pending on the same account


@dataclass(frozen=True, slots=True)
class Adjust:
    """A person wants the same trade at another amount."""

    stores: Stores
    portfolio: PortfolioService
    policy: Policy
    clock: Clock

    async def get_adjustable(self, ref: ButtonRef, *, turn: Turn) -> Decision:
        """Return the decision if this person may adjust it now; raises as `__call__`."""
        async with self.stores.transaction(turn.tenant_id) as tx:
            return await get_open_decision(tx, ref, turn)

    async def __call__(self, ref: AdjustRef, *, turn: Turn) -> Adjustment:
        """Size the decision anew at the present price. Stores nothing: whoever stores it supersedes the old version.

        Raises: UnknownDecisionError, NotYourDecisionError, StaleDecisionError, DecisionExpiredError, MarketDataError.
        """
        decision, books = await self._read(ref, turn)
        amount = read_amount(ref.amount)
        if amount is None:
            return UnreadableAmount(decision)
        account_view = await self.portfolio.account_view(books.account, books.positions)
        if account_view.as_of is not None and decision.proposal.price_as_of > account_view.as_of:
            raise ahead_of_clock_error(decision)
        wanted = AdjustmentRequest(amount, turn.person.name, read_note(ref.note))
        return await self._resized(decision, wanted, account_view=account_view, books=books)

    async def _read(self, ref: AdjustRef, turn: Turn) -> tuple[Decision, _AdjustmentInputs]:
        async with self.stores.transaction(turn.tenant_id) as tx:
            decision = await get_open_decision(tx, ref.button, turn)
            account, positions = await self.portfolio.holdings(tx)
            if decision.account_id != account.id:
                raise other_market_error(decision)
            orders = await open_orders(tx, account.id)
            pending = await tx.decisions.pending(at=self.clock.now())
        others = tuple(d for d in pending if d.account_id == account.id and d.id != decision.id)
        return decision, _AdjustmentInputs(account, positions, orders, others)

    async def _resized(
        self, decision: Decision, wanted: AdjustmentRequest, *, account_view: AccountView, books: _AdjustmentInputs
    ) -> Adjustment:
        old = decision.proposal
        if old.side is Side.SELL and account_view.portfolio.position(old.symbol) is None:
            return AdjustmentRejected(decision, old, (Violation("no_position"),))
        known = compute_features(await account_view.snapshot(old.symbol))
        new = adjust_proposal(
            old,
            request=wanted,
            features=known,
            portfolio=account_view.portfolio,
            commission=self.policy.commission,
        )
        if new is None:
            commission = self.policy.commission if old.side is Side.BUY else Decimal(0)
            return AmountTooSmall(decision, known.price, commission)
        if broken := self._broken(new, account_view=account_view, books=books):
            return AdjustmentRejected(decision, new, broken)
        return Adjusted(decision, self._next_version(decision, new), wanted.note)

    def _broken(self, new: Proposal, *, account_view: AccountView, books: _AdjustmentInputs) -> tuple[Violation, ...]:
        """The rules of every proposal, and that nothing is sold twice."""
        broken = find_violations(
            new,
            portfolio=account_view.portfolio,
            commission=self.policy.commission,
            limits=Limits(max_cash=new.max_cash),
            reserved_cash=reserved_cash(books.orders, books.others, commission=self.policy.commission),
        )
        position = account_view.portfolio.position(new.symbol)
        left = (position.shares if position else Decimal(0)) - reserved_shares(books.orders, new.symbol)
        if not broken and new.side is Side.SELL and new.shares > left:
            return (Violation("sells_more_than_held", {"shares": new.shares, "held": left}),)
        return broken

    def _next_version(self, decision: Decision, proposal: Proposal) -> Decision:
        """A new version is a new offer: it has its own time."""
        now = self.clock.now()
        expires_at = now + self.policy.decision_ttl
        return replace(decision, version=decision.version + 1, proposal=proposal, created_at=now, expires_at=expires_at)
