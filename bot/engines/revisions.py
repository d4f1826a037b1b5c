"""Changes of pending proposals of every engine, without a model: newer figures, another amount, size, stop or limit."""

from dataclasses import dataclass, replace
from decimal import Decimal
from typing import Final

from bot.domain.market.features import Features
from bot.domain.market.snapshot import market_date
from bot.domain.trading.accounts import BuyingPower, Portfolio
from bot.domain.trading.decision_request import DecisionRequest, TradeRequest
from bot.domain.trading.decision_result import DecisionResult
from bot.domain.trading.decisions import ADJUSTMENT_REASONS, Action, Proposal, Reason, reprice
from bot.domain.trading.execution.orders import Side
from bot.domain.trading.sizes.sizing import size_buy, size_sell
from bot.domain.trading.sizes.stated_size import SizeBound
from bot.engines.common.sized_trade import (
    WHOLE,
    BuyStop,
    action_for,
    buy_stop,
    no_position,
    size_cut,
    sized_by,
    smallest_named_size,
    too_small,
    with_reasons,
)
from bot.engines.registry import engine_entry
from bot.engines.rules.analysis import Analysis, analyse
from bot.engines.rules.proposal import RULES, SIDE_OF_RATING, confidence_in_side, score_figures
from bot.ports import Engine, TextSink

SAME_SIZE: Final = "same_size"
REASONS_OF_BEFORE: Final = "reasons_of_before"


def requote(proposal: Proposal, *, features: Features, portfolio: Portfolio) -> Proposal:
    """Return `proposal` for the same number of shares at the newer `features`.

    The arguments are updated if they are those of the scored rules, else kept with a note of their date. A computed
    stop is computed again; a named one is kept if it is below the price, else replaced by a computed one with a note.

    `proposal`: an earlier proposal of a buy or a sale.
    """
    position = portfolio.position(proposal.symbol)
    stop, named = BuyStop(None), proposal.stop_price if proposal.stop_is_stated else None
    if proposal.action is Action.INCREASE:
        stop = buy_stop(features, named=named)
    requoted = replace(
        reprice(proposal, price=features.price, as_of=features.as_of, held=position.shares if position else Decimal(0)),
        stop_price=stop.price,
        stop_is_stated=stop.is_stated,
    )
    entry = engine_entry(proposal.engine)
    if entry is None or not entry.argues_by_rules or proposal.side is None:
        return replace(requoted, reasons=(*_date_note(proposal), *proposal.reasons, *stop.notes))
    analysis = analyse(features)
    # Changes of the size that people requested are kept.
    adjustments = (reason for reason in proposal.reasons if reason.code in ADJUSTMENT_REASONS)
    same_size = Reason(SAME_SIZE, 0.0, {"shares": proposal.shares})
    notes = (*_changed_view(proposal.side, analysis), *stop.notes, *analysis.notes)
    return with_reasons(
        replace(requoted, confidence=confidence_in_side(proposal.side, analysis)),
        (*analysis.arguments, *adjustments, same_size, *notes),
        features=features,
        portfolio=portfolio,
    )


def _date_note(proposal: Proposal) -> tuple[Reason, ...]:
    """Return a reason with the date of the other reasons; nothing if an earlier requote has added it."""
    if any(reason.code == REASONS_OF_BEFORE for reason in proposal.reasons):
        return ()
    at = market_date(proposal.price_as_of).isoformat()
    return (Reason(REASONS_OF_BEFORE, 0.0, {"price": proposal.price}, {"at": at}),)


def _changed_view(side: Side, analysis: Analysis) -> tuple[Reason, ...]:
    """Return a reason if the score no longer favours `side`; nothing if it does."""
    rated_side = SIDE_OF_RATING.get(analysis.rating)
    if rated_side is side:
        return ()
    return (Reason("score_undecided_now" if rated_side is None else "score_against_now", 0.0, score_figures(analysis)),)


@dataclass(frozen=True, slots=True)
class AdjustmentRequest:
    """A person's request to change the amount of a trade."""

    amount: Decimal  # account currency, above zero
    requested_by: str  # the person's name
    note: str = ""

    @property
    def reason(self) -> Reason:
        """The request as a reason of the new version."""
        numbers = {"amount": self.amount}
        if not self.note:
            return Reason("adjusted", 0.0, numbers, {"by": self.requested_by})
        return Reason("adjusted_with_note", 0.0, numbers, {"by": self.requested_by, "note": self.note})


def adjust_proposal(
    proposal: Proposal, *, request: AdjustmentRequest, features: Features, portfolio: Portfolio, commission: Decimal
) -> Proposal | None:
    """Return `proposal` for the requested amount at the newer `features`; None if not even one share fits.

    A buy spends at most the amount, including commission. A sale raises at most the amount, or closes the position if
    the amount reaches its value. The account's bounds are left to the validator; nothing is cut here.

    `proposal`: an earlier proposal of a buy or a sale. `request`: the new request; its reason replaces that of an
    earlier one. `commission`: of one order, account currency.
    """
    buying_power = BuyingPower.from_portfolio(
        portfolio, symbol=proposal.symbol, price=features.price, commission=commission
    )
    side = Side.BUY if proposal.side is Side.BUY else Side.SELL
    shares = _shares(buying_power, side, request.amount)
    if not shares:
        return None
    resized = replace(
        proposal,
        action=action_for(side, shares, held=buying_power.held_shares),
        shares=shares,
        max_cash=None if proposal.max_cash is None else max(proposal.max_cash, request.amount),
        reasons=tuple(reason for reason in proposal.reasons if not explains_size(reason)),
    )
    requoted = requote(resized, features=features, portfolio=portfolio)
    kept = tuple(reason for reason in requoted.reasons if reason.code != SAME_SIZE)
    return replace(requoted, reasons=(request.reason, *kept))


def _shares(buying_power: BuyingPower, side: Side, amount: Decimal) -> Decimal:
    """Return whole shares, or for a sale of at least the position's value all shares, including fractions."""
    if side is Side.BUY:
        return buying_power.affordable_shares_after_commission(amount)
    return buying_power.held_shares if amount >= buying_power.current_value else buying_power.affordable_shares(amount)


def explains_size(reason: Reason) -> bool:
    """Return whether a reason explains the size of the proposal."""
    return reason.code.startswith(("sized_by_", *ADJUSTMENT_REASONS)) or reason.code == "named_size_cut"


_ZERO: Final = Decimal(0)
_RECOMPUTED_REASONS: Final = frozenset({SAME_SIZE, "stop_not_below_price"})  # determined again for the changed proposal


@dataclass(frozen=True, slots=True)
class AmendingEngine:
    """Changes the size, stop or limit of one pending proposal of any engine. Implements `bot.ports.Engine`."""

    pending: Proposal  # a buy or a sale
    is_size_named: bool  # True: a person named the requested size; False: it is that of `pending`
    name: str = RULES  # shown while it works: no model is asked

    async def decide(self, request: DecisionRequest, *, show: TextSink | None = None) -> DecisionResult:  # noqa: ARG002 - too fast for drafts
        """Return the changed proposal, or a hold if not even one share fits. Without a named stop, it is computed."""
        return DecisionResult(proposals=tuple(self._amend(features, request) for features in request.features))

    def _amend(self, features: Features, request: DecisionRequest) -> Proposal:
        buying_power = BuyingPower.from_portfolio(
            request.portfolio,
            symbol=self.pending.symbol,
            price=features.price,
            commission=request.commission,
            reserved_cash=request.reserved_cash,
        )
        trade_request = replace(request.trade_request, side=self.pending.side, is_order=True)
        stop = buy_stop(features, named=trade_request.stop).price
        bound = _bound(buying_power, trade_request, stop=stop)
        if not bound.shares:
            return _hold(self.pending, bound, features=features, portfolio=request.portfolio)
        resized = _resize(self.pending, bound.shares, held=buying_power.held_shares, stop=trade_request.stop)
        requoted = requote(resized, features=features, portfolio=request.portfolio)
        named = smallest_named_size(buying_power, trade_request, stop=stop)
        kept = (reason for reason in requoted.reasons if reason.code != SAME_SIZE)
        return replace(requoted, reasons=(*_size_reasons(bound, named=named if self.is_size_named else None), *kept))


def engine_for_amendment(pending: Proposal, *, is_size_named: bool, is_size_kept: bool) -> Engine:
    """Return the engine that carries out an amendment of `pending` without a model.

    It is the proposal's own engine if that needs no model and the size of the order is given; else `AmendingEngine`.

    `is_size_named`: whether a person named the size, in the amendment or before. `is_size_kept`: whether the amendment
    leaves the size as it is.
    """
    entry = engine_entry(pending.engine)
    if entry is not None and entry.build_for_amendments is not None and (is_size_named or is_size_kept):
        return entry.build_for_amendments()
    return AmendingEngine(pending, is_size_named)


def _bound(buying_power: BuyingPower, trade_request: TradeRequest, *, stop: Decimal | None) -> SizeBound:
    if trade_request.side is Side.BUY:
        return size_buy(buying_power, trade_request=trade_request, stop=stop)
    return size_sell(buying_power, trade_request=trade_request, fraction=WHOLE)


def _resize(proposal: Proposal, shares: Decimal, *, held: Decimal, stop: Decimal | None) -> Proposal:
    side = Side.BUY if proposal.side is Side.BUY else Side.SELL
    return replace(
        proposal,
        action=action_for(side, shares, held=held),
        shares=shares,
        stop_price=stop if side is Side.BUY else None,
        stop_is_stated=side is Side.BUY and stop is not None,
        reasons=tuple(r for r in proposal.reasons if not explains_size(r) and r.code not in _RECOMPUTED_REASONS),
    )


def _size_reasons(bound: SizeBound, *, named: Decimal | None) -> tuple[Reason, ...]:
    """Return the bound of the size as a reason, or that the size is unchanged if no person named one."""
    if named is None and bound.code == "named_shares":
        return (Reason(SAME_SIZE, 0.0, {"shares": bound.shares}),)
    return (sized_by(bound), *size_cut(bound, named=named))


def _hold(proposal: Proposal, bound: SizeBound, *, features: Features, portfolio: Portfolio) -> Proposal:
    position = portfolio.position(proposal.symbol)
    is_short = proposal.side is Side.SELL and position is None
    reasons = (no_position(),) if is_short else (too_small(features.price), sized_by(bound))
    hold = replace(proposal, action=Action.HOLD, shares=_ZERO, stop_price=None, stop_is_stated=False)
    return reprice(
        with_reasons(hold, reasons, features=features, portfolio=portfolio),
        price=features.price,
        as_of=features.as_of,
        held=position.shares if position else _ZERO,
    )
