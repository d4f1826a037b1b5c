"""Confirm: compare-and-set on (decision, version, status, expiry at acceptance), under the account's lock."""

import logging
from dataclasses import dataclass, field, replace
from datetime import datetime
from decimal import Decimal
from typing import Final, Self

from bot.context.policy import Policy
from bot.context.portfolio import AccountView, PortfolioService
from bot.domain.conversation.buttons import ButtonAction, ButtonRef
from bot.domain.conversation.turns import Turn
from bot.domain.ids import DecisionId, TurnId
from bot.domain.market.features import compute_features
from bot.domain.market.snapshot import Quote, market_date
from bot.domain.trading.accounts import Account, Position
from bot.domain.trading.bound_checks import cap_excesses, multiple_of_cap, told_cap_excesses
from bot.domain.trading.bound_reasons import untold_limit_violations, with_bound_reasons
from bot.domain.trading.decisions import (
    UNFINISHED_STATUSES,
    Action,
    Decision,
    DecisionStatus,
    Proposal,
    Reason,
    adjust_for_split,
    reprice,
)
from bot.domain.trading.execution.orders import AccountOrder, OrderReport, Side
from bot.domain.trading.execution.reconciliation import difference_violations
from bot.domain.trading.trading_limits import LimitInForce
from bot.domain.trading.validation import Violation
from bot.engines.revisions import requote
from bot.errors import (
    ConcurrentUpdateError,
    ConfirmationInProgressError,
    ConfirmationTooLateError,
    ExchangeClosedError,
    SplitSinceProposalError,
    StalePriceError,
    StoreUnavailableError,
)
from bot.ports import Clock, Stores, Transaction
from bot.trading.account.roll_forward import RollForward
from bot.trading.decision_access import check_open, get_decided_or_open, require_not_ahead, require_same_account
from bot.trading.decision_factory import new_version
from bot.trading.execute import Execute, order_for
from bot.trading.limits.limit_book import limits_in_force
from bot.trading.limits.stated_limits import max_cash_stated_since
from bot.trading.reserved_funds import admission_violations, reserved_by, resized_retry

_SMALL_EXCESS: Final = Decimal("1.05")  # times a cap: what moves of other holdings alone bring about

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Executed:
    """The order was submitted; the report holds its outcome."""

    decision: Decision
    report: OrderReport
    account: Account  # afterwards
    position: Position | None
    retry: Decision | None = None  # a new decision for what fits; None: the order was not rejected for lack of cash


@dataclass(frozen=True, slots=True)
class OutcomePending:
    """The decision is confirmed; the outcome of its order is not known yet."""

    decision: Decision


@dataclass(frozen=True, slots=True)
class Repriced:
    """The price has moved too far, or the position has changed: the new version has to be confirmed."""

    old: Decision
    new: Decision
    held: Decimal | None = None  # shares now; None: the position has not changed
    split_ratio: Decimal = Decimal(1)  # new shares for each old one, since the proposal


@dataclass(frozen=True, slots=True)
class ConfirmationRejected:
    """The trade now breaks rules of the account or stated limits; the decision stays pending."""

    decision: Decision
    violations: tuple[Violation, ...]


@dataclass(frozen=True, slots=True)
class NothingToSell:
    """Nothing is held any more of what was to be sold; the decision cannot be carried out ever."""

    decision: Decision


@dataclass(frozen=True, slots=True)
class BeyondCaps:
    """The trade exceeds caps on the present account, and its person has not been asked about that yet."""

    decision: Decision
    excesses: tuple[Reason, ...]  # the greatest multiple first


ConfirmationObstacle = ConfirmationRejected | NothingToSell | BeyondCaps
ConfirmationResult = Executed | OutcomePending | Repriced | ConfirmationObstacle


@dataclass(frozen=True, slots=True)
class _ConfirmationInputs:
    """What a confirmation is checked against; it is committed only if all of it is unchanged by then."""

    account: Account
    positions: tuple[Position, ...]
    open_orders: tuple[AccountOrder, ...]
    stated_limit: Decimal | None  # stated since the decision was asked for
    limits: tuple[LimitInForce, ...]  # of the asker

    @classmethod
    async def load(cls, tx: Transaction, account: Account, decision: Decision, *, at: datetime) -> Self:
        return cls(
            account,
            await tx.accounts.positions(account.id),
            await tx.accounts.open_orders(account.id),
            await max_cash_stated_since(tx, decision),
            await limits_in_force(tx, decision, market_time=account.market_time, at=at),
        )

    def tightest_limit(self, proposal: Proposal) -> Decimal | None:
        """Return the lower of the limit of a proposed purchase and the one stated since; None: there is neither."""
        return min((each for each in (proposal.max_cash, self.stated_limit) if each is not None), default=None)


def _has_position_changed(proposal: Proposal, held: Decimal) -> bool:
    """Return whether `held` shares are not those for which the target of a proposal was computed."""
    value_then = proposal.target_cash_amount - proposal.cash_change
    return abs(value_then - held * proposal.price) > proposal.price / 1_000


def _has_price_moved(proposal: Proposal, quote: Quote, tolerance: Decimal) -> bool:
    percent = abs(quote.price / proposal.price - 1) * 100
    is_stopped = proposal.stop_price is not None and proposal.stop_price >= quote.price
    return is_stopped or percent > tolerance


def _require_fillable(quote: Quote) -> None:
    if quote.opens_at is not None:
        raise ExchangeClosedError(symbol=quote.symbol, opens=quote.opens_at)
    if not quote.can_fill:
        raise StalePriceError(
            symbol=quote.symbol, how=quote.staleness or quote.kind, traded=quote.as_of, session=quote.session
        )


def _beyond_caps(decision: Decision, account_view: AccountView) -> BeyondCaps | None:
    """Return the caps that a trade exceeds at the price on its card, from which the present one hardly differs.

    What the card says stays asked about, though the account has grown since. What it does not say is asked about only
    if it is more than a small excess, as it comes when other holdings have fallen a little since.
    """
    told = told_cap_excesses(decision.proposal)
    now = cap_excesses(decision.proposal, portfolio=account_view.portfolio)
    excesses = (now or told) if told else tuple(each for each in now if multiple_of_cap(each) > _SMALL_EXCESS)
    return BeyondCaps(decision, excesses) if excesses else None


@dataclass(frozen=True, slots=True)
class ConfirmDecision:
    """Confirms and executes one version of one decision."""

    stores: Stores
    portfolio: PortfolioService
    roll_forward: RollForward
    execute: Execute
    policy: Policy
    clock: Clock
    # What this process is about to begin to confirm, and for which message or press: it spares the others the attempt.
    _beginning: dict[tuple[DecisionId, int], TurnId] = field(default_factory=dict, init=False)

    async def __call__(self, ref: ButtonRef, *, turn: Turn) -> ConfirmationResult:
        """Confirm and execute; return the outcome.

        Safe to run again for the same turn or press: a decision that it has confirmed before is executed, not refused.

        It is carried out only if that begins before the decision's expiry and soon enough after it was accepted; a
        trade beyond a cap only by the button of the second question.

        Raises: UnknownDecisionError, NotYourDecisionError, StaleDecisionError, DecisionExpiredError,
            ConfirmationTooLateError, ConfirmationInProgressError, SplitSinceProposalError, ActionWaitsForOrderError,
            MarketDataError: there is no believed price, or none at which an order may be filled;
            ConcurrentUpdateError: account or decision have changed. After each of these nothing is confirmed.
        """
        decision, is_repeated = await self._begin(ref, turn)
        if is_repeated:
            return await self._execute_order(decision)
        try:
            is_accepted = ref.action is ButtonAction.CONFIRM_BEYOND_CAP
            result = await self._confirm(decision, turn, is_excess_accepted=is_accepted)
        except Exception:
            await self._end(decision, turn)
            raise
        if isinstance(result, ConfirmationObstacle):  # nothing is confirmed
            await self._end(decision, turn)
        return result if not isinstance(result, Decision) else await self._execute_order(result)

    async def find_obstacle(self, decision: Decision, *, turn: Turn) -> Repriced | ConfirmationObstacle | None:
        """Return why a pending decision cannot be confirmed at present, before it is offered; None: nothing is known.

        A price of an earlier day that differs from the present one is such a reason, however little it has moved.

        Raises: MarketDataError: there is no believed price, or none at which an order may be filled;
            StoreUnavailableError.
        """
        async with self.stores.read(turn.tenant_id) as tx:
            account, _ = await self.portfolio.holdings(tx)
            inputs = await _ConfirmationInputs.load(tx, account, decision, at=turn.accepted_at)
        if account.id != decision.account_id or account.differences:
            return None  # said when it is confirmed
        account_view = await self.portfolio.account_view(inputs.account, inputs.positions)
        quote = await account_view.quote(decision.proposal.symbol)
        _require_fillable(quote)
        is_of_today = market_date(decision.proposal.price_as_of) == market_date(account_view.market_time)
        tolerance = self.policy.max_price_move_percent if is_of_today else Decimal(0)
        refusal = await self._recheck(
            decision, quote=quote, account_view=account_view, inputs=inputs, tolerance=tolerance
        )
        return refusal or _beyond_caps(decision, account_view)

    def _require_in_time(self, decision: Decision, turn: Turn) -> None:
        """Raise DecisionExpiredError or ConfirmationTooLateError if it is too late to carry out what was accepted."""
        now, within = self.clock.now(), self.policy.confirm_within
        check_open(decision, at=now)
        if now > turn.accepted_at + within:
            raise ConfirmationTooLateError(symbol=decision.proposal.symbol, seconds=int(within.total_seconds()))

    async def _begin(self, ref: ButtonRef, turn: Turn) -> tuple[Decision, bool]:
        """Begin before all work, so that of a hundred presses one does it. One that sees another begun writes nothing.

        Returns: The decision, and whether this same turn or press has confirmed it before.
        Raises: ConfirmationInProgressError: another has begun; StaleDecisionError, DecisionExpiredError: and ended.
        """
        async with self.stores.read(turn.tenant_id) as tx:
            decision, is_repeated = await get_decided_or_open(tx, ref, turn)
            if is_repeated:
                return decision, True
            self._require_in_time(decision, turn)
            begun_by = await tx.decisions.confirmation_begun_by(decision, at=self.clock.now())
        version = decision.id, decision.version
        if begun_by not in {None, turn.id} or self._beginning.setdefault(version, turn.id) != turn.id:
            raise ConfirmationInProgressError(symbol=decision.proposal.symbol)
        try:
            async with self.stores.transaction(turn.tenant_id, is_durable=False) as tx:
                if await tx.decisions.begin_confirmation(decision, turn_id=turn.id, at=self.clock.now()):
                    return decision, False
                decided, is_repeated = await get_decided_or_open(tx, ref, turn)
                if is_repeated:  # by another delivery of the same press, since it was read
                    return decided, True
                raise ConfirmationInProgressError(symbol=decision.proposal.symbol)
        finally:
            self._beginning.pop(version, None)

    async def _end(self, decision: Decision, turn: Turn) -> None:
        async with self.stores.transaction(decision.tenant_id, is_durable=False) as tx:
            await tx.decisions.end_confirmation(decision, turn_id=turn.id)

    async def _confirm(
        self, decision: Decision, turn: Turn, *, is_excess_accepted: bool
    ) -> Decision | Repriced | ConfirmationObstacle:
        async with self.stores.read(turn.tenant_id) as tx:
            account, _ = await self.portfolio.holdings(tx)
            inputs = await _ConfirmationInputs.load(tx, account, decision, at=turn.accepted_at)
        require_same_account(decision, account)
        if await self.roll_forward.catch_up_before_trade(account, symbol=decision.proposal.symbol):
            raise ConcurrentUpdateError(account=account.id)  # read all of it again
        if inputs.account.differences:
            return ConfirmationRejected(decision, difference_violations(inputs.account.differences))
        account_view = await self.portfolio.account_view(inputs.account, inputs.positions)
        require_not_ahead(decision, as_of=account_view.as_of)
        quote = await account_view.quote(decision.proposal.symbol, anew=True)
        _require_fillable(quote)
        refusal = await self._recheck(
            decision,
            quote=quote,
            account_view=account_view,
            inputs=inputs,
            tolerance=self.policy.max_price_move_percent,
        )
        if refusal is not None:
            return refusal
        beyond_caps = None if is_excess_accepted else _beyond_caps(decision, account_view)
        if beyond_caps is not None:
            return beyond_caps
        self._require_in_time(decision, turn)
        return await self._commit(decision, quote=quote, inputs=inputs, turn=turn)

    async def _recheck(
        self,
        decision: Decision,
        *,
        quote: Quote,
        account_view: AccountView,
        inputs: _ConfirmationInputs,
        tolerance: Decimal,
    ) -> Repriced | ConfirmationObstacle | None:
        """Check the trade against the present price and account; None: it can be confirmed as it is.

        `tolerance`: percent by which the price may have moved.
        """
        ratio = await self.roll_forward.split_ratio(
            decision.proposal.symbol, since=decision.proposal.price_as_of, as_of=account_view.as_of
        )
        proposal = adjust_for_split(decision.proposal, ratio=ratio)
        if proposal is None:
            raise SplitSinceProposalError(symbol=decision.proposal.symbol)
        position = account_view.portfolio.position(proposal.symbol)
        held = position.shares if position else Decimal(0)
        if proposal.side is Side.SELL and not held:
            return NothingToSell(decision)
        is_changed = _has_position_changed(proposal, held)
        proposal = replace(proposal, shares=held) if proposal.action is Action.CLOSE else proposal  # all, as it is now
        at_quote = reprice(proposal, price=quote.price, as_of=quote.as_of, held=held)
        # A stop that the price has passed is a reason to ask again, not to refuse: it is left out here.
        violations = admission_violations(
            replace(at_quote, stop_price=None, max_cash=inputs.tightest_limit(proposal)),
            portfolio=account_view.portfolio,
            orders=inputs.open_orders,
            reserved=reserved_by(inputs.open_orders),
            commission=self.policy.commission,
        )
        violations += untold_limit_violations(
            at_quote, inputs.limits, portfolio=account_view.portfolio, commission=self.policy.commission
        )
        if violations:
            return ConfirmationRejected(decision, violations)
        if ratio == 1 and not is_changed and not _has_price_moved(proposal, quote, tolerance):
            return None
        features = compute_features(await account_view.snapshot(proposal.symbol))
        portfolio = replace(account_view.portfolio, limits=inputs.limits)
        requoted = with_bound_reasons(
            requote(proposal, features=features, portfolio=portfolio),
            portfolio=portfolio,
            commission=self.policy.commission,
            reserved_cash=Decimal(0),
            features=features,
        )
        new = new_version(decision, requoted, at=self.clock.now(), ttl=self.policy.decision_ttl)
        return Repriced(decision, new, held=held if is_changed else None, split_ratio=ratio)

    async def _commit(self, decision: Decision, *, quote: Quote, inputs: _ConfirmationInputs, turn: Turn) -> Decision:
        """Store the confirmation: only one press can, and only if the account is as it was when checked."""
        confirmed = replace(
            decision, status=DecisionStatus.CONFIRMED, decided_by=turn.person.id, decided_at=turn.accepted_at
        )
        async with self.stores.transaction(decision.tenant_id) as tx:
            account = await tx.accounts.lock(decision.account_id)
            if await _ConfirmationInputs.load(tx, account, decision, at=turn.accepted_at) != inputs:
                raise ConcurrentUpdateError(account=account.id)
            await tx.turns.update_person(turn)  # the card may be redrawn before this turn is answered
            if not await tx.decisions.save(
                confirmed, expected_status=DecisionStatus.PROPOSED, unexpired_at=self.clock.now()
            ):
                raise ConcurrentUpdateError(decision=decision.id)
            await tx.decisions.record_approval(confirmed, turn_id=turn.id)
            await tx.accounts.add_order(order_for(confirmed, quote=quote, at=turn.accepted_at))
            facts = {"version": str(decision.version), "through": str(turn.id), "price": str(quote.price)}
            await tx.audit.add_entry("confirmed", subject=decision.id, by=turn.person.id, facts=facts)
        return confirmed

    async def _execute_order(self, decision: Decision) -> Executed | OutcomePending:
        """Execute a confirmed decision. From here on no failure may be reported as "nothing was traded"."""
        try:
            executed, report = await self.execute(decision)
        except (StoreUnavailableError, ConcurrentUpdateError):
            raise
        except Exception:  # noqa: BLE001  # the sweeper continues; the outcome is asked of the broker, not guessed
            _log.exception("decision %s is confirmed, its order's outcome unknown to us", decision.id)
            recorded = await self._recorded_outcome(decision)  # perhaps by the sweeper, which leaves us the answer
            if recorded is None:
                return OutcomePending(decision)
            executed, report = recorded
        async with self.stores.transaction(decision.tenant_id) as tx:
            account = await tx.accounts.lock(decision.account_id)
            positions = await tx.accounts.positions(account.id)
        held = next((p for p in positions if p.symbol == decision.proposal.symbol), None)
        retry = resized_retry(executed, report, at=self.clock.now(), ttl=self.policy.decision_ttl)
        return Executed(executed, report, account, held, retry)

    async def _recorded_outcome(self, decision: Decision) -> tuple[Decision, OrderReport] | None:
        """Return the outcome recorded meanwhile; None: there is none."""
        async with self.stores.read(decision.tenant_id) as tx:
            stored = await tx.decisions.get(decision.id, version=decision.version)
            report = await tx.accounts.report_for(decision.id)
        return None if report is None or stored.status in UNFINISHED_STATUSES else (stored, report)
