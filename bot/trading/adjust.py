"""Adjust: give a pending decision another amount; the new version has to be confirmed like the first."""

from dataclasses import dataclass, replace
from decimal import Decimal

from bot.context.policy import Policy
from bot.context.portfolio import AccountView, PortfolioService
from bot.domain.conversation.buttons import AdjustRef, ButtonRef
from bot.domain.conversation.turns import Turn
from bot.domain.ids import DecisionId, TenantId
from bot.domain.market.features import compute_features
from bot.domain.trading.accounts import Account, Position, ReservedCash
from bot.domain.trading.bound_reasons import with_bound_reasons
from bot.domain.trading.decisions import Decision, Proposal
from bot.domain.trading.execution.orders import AccountOrder, Side
from bot.domain.trading.trading_limits import LimitInForce
from bot.domain.trading.validation import Violation
from bot.engines.revisions import AdjustmentRequest, adjust_proposal
from bot.errors import NotYourDecisionError
from bot.ports import Clock, Stores
from bot.reading.recognisers.numbers import read_amount, read_note
from bot.trading.account.roll_forward import RollForward
from bot.trading.decision_access import check_open, get_open_decision, require_not_ahead, require_same_account
from bot.trading.decision_factory import new_version
from bot.trading.limits.limit_book import limits_in_force
from bot.trading.reserved_funds import admission_violations


@dataclass(frozen=True, slots=True)
class Adjusted:
    """The new version, to be stored in place of the old one."""

    old: Decision
    new: Decision
    note: str


@dataclass(frozen=True, slots=True)
class UnreadableAmount:
    """The text is no amount of money; the decision stays as it was."""

    decision: Decision


@dataclass(frozen=True, slots=True)
class AmountTooSmall:
    """The amount is not enough for one share; the decision stays as it was."""

    decision: Decision
    price: Decimal
    commission: Decimal  # added to a buy; account currency


@dataclass(frozen=True, slots=True)
class AdjustmentRejected:
    """The new amount breaks rules of the account; the decision stays as it was."""

    decision: Decision
    proposal: Proposal
    violations: tuple[Violation, ...]


AdjustmentResult = Adjusted | UnreadableAmount | AmountTooSmall | AdjustmentRejected


@dataclass(frozen=True, slots=True, kw_only=True)
class AdjustableDecision:
    """A pending decision whose amount may be changed."""

    decision: Decision
    currency: str  # of its account; ISO 4217


@dataclass(frozen=True, slots=True)
class _AdjustmentInputs:
    account: Account
    positions: tuple[Position, ...]
    orders: tuple[AccountOrder, ...]  # open
    reserved: ReservedCash  # by these, and by other decisions on the same account
    limits: tuple[LimitInForce, ...]  # of the asker


@dataclass(frozen=True, slots=True)
class Adjust:
    """Resizes a pending decision to the amount that a person enters."""

    stores: Stores
    portfolio: PortfolioService
    roll_forward: RollForward
    policy: Policy
    clock: Clock

    async def get_adjustable(self, ref: ButtonRef, *, turn: Turn) -> Decision:
        """Return the decision if this person may adjust it now; raises as `__call__`."""
        async with self.stores.read(turn.tenant_id) as tx:
            return await get_open_decision(tx, ref, turn)

    async def load_adjustable(
        self, tenant_id: TenantId, decision_id: DecisionId, version: int, *, person_id: str | None = None
    ) -> AdjustableDecision:
        """Return one version of a decision if it may be adjusted now, before there is a turn.

        `person_id` is who wants to adjust it; None: anybody who may.

        Raises: UnknownDecisionError, NotYourDecisionError, StaleDecisionError, DecisionExpiredError,
            StoreUnavailableError.
        """
        async with self.stores.read(tenant_id) as tx:
            decision = await tx.decisions.get(decision_id, version=version)
            account, _ = await self.portfolio.holdings(tx)
        if person_id not in {None, decision.asked_by}:
            raise NotYourDecisionError(asked_by=decision.asked_by)
        check_open(decision, at=self.clock.now())
        require_same_account(decision, account)
        return AdjustableDecision(decision=decision, currency=account.currency)

    async def __call__(self, ref: AdjustRef, *, turn: Turn) -> AdjustmentResult:
        """Size the decision by the amount at the present price. Stores nothing; storing the result supersedes the old.

        Raises: UnknownDecisionError, NotYourDecisionError, StaleDecisionError, DecisionExpiredError,
            ActionWaitsForOrderError, MarketDataError.
        """
        decision, inputs = await self._load(ref, turn)
        if await self.roll_forward.catch_up_before_trade(inputs.account, symbol=decision.proposal.symbol):
            decision, inputs = await self._load(ref, turn)
        amount = read_amount(ref.amount)
        if amount is None:
            return UnreadableAmount(decision)
        account_view = await self.portfolio.account_view(inputs.account, inputs.positions)
        require_not_ahead(decision, as_of=account_view.as_of)
        request = AdjustmentRequest(amount, turn.person.name, read_note(ref.note))
        return await self._resize(decision, request, account_view=account_view, inputs=inputs)

    async def _load(self, ref: AdjustRef, turn: Turn) -> tuple[Decision, _AdjustmentInputs]:
        async with self.stores.read(turn.tenant_id) as tx:
            decision = await get_open_decision(tx, ref.button, turn)
            account, positions = await self.portfolio.holdings(tx)
            require_same_account(decision, account)
            orders = await tx.accounts.open_orders(account.id)
            reserved = await tx.accounts.reserved_cash(account.id, at=self.clock.now(), except_decisions={decision.id})
            limits = await limits_in_force(tx, decision, market_time=account.market_time, at=self.clock.now())
        return decision, _AdjustmentInputs(account, positions, orders, reserved, limits)

    async def _resize(
        self, decision: Decision, request: AdjustmentRequest, *, account_view: AccountView, inputs: _AdjustmentInputs
    ) -> AdjustmentResult:
        old, portfolio, commission = decision.proposal, account_view.portfolio, self.policy.commission
        if old.side is Side.SELL and portfolio.position(old.symbol) is None:
            return AdjustmentRejected(decision, old, (Violation("no_position"),))
        features = compute_features(await account_view.snapshot(old.symbol))
        new = adjust_proposal(old, request=request, features=features, portfolio=portfolio, commission=commission)
        if new is None:
            return AmountTooSmall(decision, features.price, commission if old.side is Side.BUY else Decimal(0))
        violations = admission_violations(
            new, portfolio=portfolio, orders=inputs.orders, reserved=inputs.reserved, commission=commission
        )
        if violations:
            return AdjustmentRejected(decision, new, violations)
        new = with_bound_reasons(
            new,
            portfolio=replace(portfolio, limits=inputs.limits),
            commission=commission,
            reserved_cash=inputs.reserved.with_commission(commission),
            features=features,
        )
        version = new_version(decision, new, at=self.clock.now(), ttl=self.policy.decision_ttl)
        return Adjusted(decision, version, request.note)
