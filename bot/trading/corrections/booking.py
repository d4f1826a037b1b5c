"""Books a planned correction, and moves what stood on the old symbol, in the transaction that stores the answer."""

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from decimal import Decimal
from typing import Protocol

from bot.domain.accounting.corrections import CorrectionStatus, HoldingCorrection, ReleasedPrice
from bot.domain.accounting.ledger import ConversionKind, HoldingConversion, Ledger
from bot.domain.ids import ConversationId
from bot.domain.market.price_history import ActionKind
from bot.domain.market.snapshot import market_date
from bot.domain.trading.decisions import Action, Decision, DecisionQuery, DecisionStatus
from bot.domain.watching.alerts import AlertState, PriceAlert, converted
from bot.errors import ConcurrentUpdateError
from bot.ports import Stores, Transaction
from bot.trading.corrections.planner import PlannedCorrection, open_order_in

_MOST_PENDING = 500
# Of a merger, a level with cash beside it has no equal; of an own share, a dividend leaves levels as they are.
_ALERTS_FOLLOW = frozenset({ConversionKind.RENAME, ConversionKind.SHARES, ConversionKind.OWN_SHARE})


class WithdrawalNotices(Protocol):
    """Tells in a decision's thread that a correction has withdrawn it."""

    async def tell_withdrawn(self, tx: Transaction, decision: Decision, correction: HoldingCorrection) -> None:
        """Tell it; the conversation is locked already."""


@dataclass(frozen=True, slots=True)
class ProposedCorrection:
    """Implements `bot.context.turn.PlannedWork`: a correction stored with the card that shows it, for ever the same."""

    correction: HoldingCorrection

    async def record(self, tx: Transaction) -> None:
        """Store it."""
        await tx.corrections.add_correction(self.correction)


@dataclass(frozen=True, slots=True)
class StandingThings:
    """What stands on the symbols of a correction, and goes with it."""

    withdrawn: tuple[Decision, ...] = ()  # pending decisions on the old symbol
    moved: tuple[tuple[PriceAlert, PriceAlert], ...] = ()  # alerts as they were, and as they are on the other symbol
    removed: tuple[PriceAlert, ...] = ()  # alerts


@dataclass(frozen=True, slots=True, kw_only=True)
class CorrectionWork:
    """Implements `bot.context.turn.PlannedWork`: a correction that is booked or undone."""

    planned: PlannedCorrection
    was: CorrectionStatus
    told_in: ConversationId  # whose answer tells it
    standing: StandingThings = field(default_factory=StandingThings)
    notices: WithdrawalNotices

    async def record(self, tx: Transaction) -> None:
        """Book it and move what stands on it. The conversations of decisions that it withdraws are locked already.

        Raises: ConcurrentUpdateError: the account, an alert or the correction has changed since it was planned.
        """
        planned = self.planned
        account = await tx.accounts.lock(planned.account.id)
        orders = await tx.accounts.open_orders(account.id)
        if account != planned.account or open_order_in(orders, planned.after) is not None:
            raise ConcurrentUpdateError(account=account.id)
        moved = tuple(after.id for _, after in self.standing.moved)
        booked = replace(planned.correction, moved_alerts=moved)
        if not await tx.corrections.move_correction(booked, was=self.was, changed=planned.after):
            raise ConcurrentUpdateError(correction=booked.id)
        await self._move_alerts(tx)
        await self._extend_lists(tx)
        await _audit(tx, planned)
        for decision in self.standing.withdrawn:
            if decision.conversation_id != self.told_in:
                await self.notices.tell_withdrawn(tx, decision, booked)

    async def _move_alerts(self, tx: Transaction) -> None:
        removed = ((each, replace(each, state=AlertState.REMOVED)) for each in self.standing.removed)
        for before, after in (*self.standing.moved, *removed):
            if not await tx.alerts.save_alert(after, was=before):
                raise ConcurrentUpdateError(alert=before.id)

    async def _extend_lists(self, tx: Transaction) -> None:
        """Put the new symbol on watch lists, and under the limits on the old one if it is the same share."""
        change = self.planned.correction.change
        is_booked = self.planned.correction.status is CorrectionStatus.BOOKED
        if not is_booked or not isinstance(change, HoldingConversion) or change.terms.into in {None, change.symbol}:
            return
        await tx.watch_lists.replace_share(change.symbol, change.terms.into, market=self.planned.account.market)
        if change.terms.kind is ConversionKind.RENAME:
            await tx.limits.extend_limits(change.symbol, change.terms.into)


async def standing_on(stores: Stores, planned: PlannedCorrection) -> StandingThings:
    """Return what a correction that is to be booked takes along."""
    conversion = planned.correction.change
    if not isinstance(conversion, HoldingConversion):
        return StandingThings()
    account, symbol, into = planned.account, conversion.symbol, conversion.terms.into
    query = DecisionQuery(limit=_MOST_PENDING, symbol=symbol, market=account.market)
    async with stores.read(account.tenant_id) as tx:
        found = await tx.decisions.find_matching(query)
        alerts = await tx.alerts.open_on(account.id, symbol)
        ledger = await tx.ledger.load_ledger(account)
    withdrawn = tuple(
        each
        for each in found
        if each.status is DecisionStatus.PROPOSED
        and each.proposal.action is not Action.HOLD
        and each.account_id == account.id
    )
    if into is None or conversion.terms.kind not in _ALERTS_FOLLOW:
        return StandingThings(withdrawn, removed=alerts)
    moved = tuple((each, _moved(each, conversion, into, ledger)) for each in alerts)
    return StandingThings(withdrawn, moved)


async def standing_back(stores: Stores, planned: PlannedCorrection) -> StandingThings:
    """Return the alerts that a correction has moved and its undoing moves back, as far as they are still open."""
    conversion = planned.correction.change
    if not isinstance(conversion, HoldingConversion):
        return StandingThings()
    ratio, symbol, into = conversion.terms.ratio, conversion.symbol, conversion.terms.into
    async with stores.read(planned.account.tenant_id) as tx:
        found = await tx.alerts.find_alerts(planned.correction.moved_alerts)
    at = planned.market_time
    back = (each for each in found if each.is_open and each.symbol == into)
    return StandingThings(moved=tuple((each, converted(each, into=symbol, ratio=1 / ratio, at=at)) for each in back))


def _moved(alert: PriceAlert, conversion: HoldingConversion, into: str, ledger: Ledger) -> PriceAlert:
    """Return an alert on the new symbol: its bounds are for a share of before the splits since its reference price."""
    ratio = conversion.terms.ratio
    for split in _splits_since(alert, ledger):
        ratio *= split
    return converted(alert, into=into, ratio=ratio, at=conversion.effective_at)


def _splits_since(alert: PriceAlert, ledger: Ledger) -> Iterable[Decimal]:
    day = market_date(alert.reference.at)
    return (
        each.value
        for each in ledger.actions
        if (each.symbol, each.kind) == (alert.symbol, ActionKind.SPLIT) and each.ex_date > day
    )


async def _audit(tx: Transaction, planned: PlannedCorrection) -> None:
    change, correction = planned.correction.change, planned.correction
    facts = {"symbol": change.symbol, "shares": str(change.shares), "cash_after": str(planned.cash)}
    if isinstance(change, HoldingConversion):
        terms = change.terms
        facts |= {"into": terms.into or "", "ratio": str(terms.ratio), "cash_per_share": str(terms.cash)}
        facts |= {"shares_into": str(change.shares_into), "cash": str(change.cash)}
    if isinstance(change, ReleasedPrice):
        facts |= {"session": change.session.isoformat(), "last_good": str(change.before.price)}
    facts |= {"price": "" if change.price is None else str(change.price)}
    kind = f"{'price_release' if isinstance(change, ReleasedPrice) else 'holding'}_{correction.status}"
    await tx.audit.add_entry(kind, subject=correction.id, by=correction.person.id, facts=facts)
