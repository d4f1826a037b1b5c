"""Amendments: a message that names only a stop, a size or a limit changes that of the person's pending decision.

Everything else of the decision is kept. (The Adjust button changes an amount too: see `bot.trading.adjust`.)
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from decimal import Decimal
from enum import StrEnum
from typing import Final

from bot.context.turn import TurnContext
from bot.domain.conversation.requests.named_shares import NamedShares
from bot.domain.conversation.requests.trades import (
    CorrectOrder,
    Order,
    OrderChange,
    OrderChangeKind,
    OrderRequest,
    TradeTerms,
)
from bot.domain.trading.decisions import ADJUSTMENT_REASONS, Decision, Proposal, Reason
from bot.domain.trading.execution.orders import Side
from bot.domain.trading.sizes.settled_size import SETTLED_SIZES
from bot.domain.trading.sizes.sizing import stated_risk_of
from bot.domain.trading.sizes.stated_size import Size, SizeUnit
from bot.domain.trading.trading_limits import Limits
from bot.engines.revisions import SAME_SIZE, engine_for_amendment
from bot.ports import Engine
from bot.reading.quantities.quantity import MAX_PLAIN_COUNT
from bot.trading.limits.stated_limits import StatedLimits, stated_in

_NAMED: Final = frozenset(
    {
        *("sized_by_named_shares", "sized_by_named_amount", *ADJUSTMENT_REASONS),
        *(f"sized_by_{code}" for code in SETTLED_SIZES),
    }
)
_NAMED_AMOUNTS: Final = frozenset(
    {"sized_by_named_amount", "sized_by_minimum_amount", "sized_by_share_of_assets", "sized_by_share_of_cash"}
)
_CUT: Final = "named_size_cut"
_FRACTION: Final = "sized_by_named_fraction"  # of what is held
_ONE: Final = Decimal(1)
_MUCH_MORE: Final = 5  # times the size before: a number without a unit may be dollars


class AmendmentKind(StrEnum):
    """The part of the pending decision that a message changes."""

    STOP = "stop"
    MULTIPLE = "multiple"
    LIMIT = "limit"
    RISK = "risk"  # the loss at the stop; the size becomes no greater
    SIZE = "size"
    VAGUE = "vague"  # more or less, without a number
    SHARE = "share"  # another share in its place
    SIDE = "side"  # a sale in place of a purchase, or the other way round


@dataclass(frozen=True, slots=True)
class DecisionAmendment:
    """A message and the pending decision of the same person that it changes."""

    kind: AmendmentKind
    old: Decision
    request: Order  # what the message orders, completed from the decision
    change: OrderChange | None = None  # of a message that only corrects

    @property
    def refusal_message_id(self) -> str:
        """The id of the sentence that says why it cannot be changed; empty: it can."""
        is_sale, shares = self.old.proposal.side is Side.SELL, self.old.proposal.shares
        has_bound = self.request.terms.stop is not None or self.request.terms.risk is not None
        factor = self.change.value if self.change is not None else None
        match self.kind:
            case AmendmentKind.STOP | AmendmentKind.RISK | AmendmentKind.MULTIPLE if is_sale and has_bound:
                return "amend-sale-has-no-stop"
            case AmendmentKind.MULTIPLE if factor is not None and factor < 1 and shares <= _ONE:
                return "amend-half-of-one"
            case AmendmentKind.SIZE:
                return self._refusal_of_size
            case AmendmentKind.SIDE if self.request.terms.side is self.old.proposal.side:
                return "amend-unchanged"
            case AmendmentKind.VAGUE:
                asks_stop = self.change is not None and self.change.is_of_stop
                of_stop = "amend-sale-has-no-stop" if is_sale else "amend-which-stop"
                return of_stop if asks_stop else "amend-how-much"
        return ""

    def exceeds(self, held: Decimal) -> bool:
        """Return whether it would sell more than the shares that are `held`, at the price of the decision."""
        terms, price = self.request.terms, self.old.proposal.price
        count = terms.count if terms.amount is None else terms.amount / price
        is_priced = terms.amount is None or terms.symbols == (self.old.proposal.symbol,)
        return terms.side is Side.SELL and is_priced and count is not None and count > held

    @property
    def added(self) -> Decimal | None:
        """How much "10 more" adds, in shares or account currency; None: it adds nothing."""
        if self.change is None or not self.change.is_difference or (self.change.value or 0) <= 0:
            return None
        return self.change.value

    @property
    def _refusal_of_size(self) -> str:
        terms, change = self.request.terms, self.change
        if change is not None and change.value is not None and not terms.names_size:
            return "amend-which-unit" if not change.is_difference else "amend-how-much"
        if terms.count == self.old.proposal.shares:
            return "amend-same-size"
        is_kept = _keeps_minimum(terms, self.old.proposal) or _moves_back(terms, self.old.proposal)
        return "amend-unchanged" if is_kept else ""

    @property
    def engine(self) -> Engine | None:
        """The engine that makes the change without a model; None: any engine sizes a fraction of the position."""
        if self.kind in {AmendmentKind.SHARE, AmendmentKind.SIDE}:
            return None
        size = self.request.terms.size
        if self.kind is AmendmentKind.SIZE and size is not None and size.is_fraction:
            return None
        old = self.old.proposal
        is_size_named = self.kind in {AmendmentKind.MULTIPLE, AmendmentKind.SIZE} or named_shares(old) is not None
        is_size_kept = self.kind in {AmendmentKind.STOP, AmendmentKind.RISK}
        return engine_for_amendment(old, is_size_named=is_size_named, is_size_kept=is_size_kept)

    def limits_of_new_version(self, stated: StatedLimits) -> StatedLimits:
        """Return the limits of the new version: those of the old one, unless the message says otherwise."""
        if self.kind in {AmendmentKind.SIZE, AmendmentKind.SHARE, AmendmentKind.SIDE}:
            return stated
        old, terms = self.old.proposal, self.request.terms
        own = stated_in(terms)
        before = None if terms.lifts_max_cash else old.max_cash
        stop = old.stop_price if old.stop_is_stated else stated.limits.stop
        return StatedLimits(
            Limits(
                max_cash=own.max_cash if own.max_cash is not None else before,
                stop=own.stop if own.stop is not None else stop,
            )
        )

    def with_fitting_reasons(self, proposal: Proposal) -> Proposal:
        """Return `proposal`; a reason that its size was named becomes one that the size is the old one, where it is."""
        if self.kind not in {AmendmentKind.STOP, AmendmentKind.RISK} or named_shares(self.old.proposal) is not None:
            return proposal
        same = Reason(SAME_SIZE, 0.0, {"shares": proposal.shares})
        return replace(
            proposal, reasons=tuple(same if r.code == "sized_by_named_shares" else r for r in proposal.reasons)
        )


def find_amendment(context: TurnContext, request: OrderRequest) -> DecisionAmendment | None:
    """Return which pending decision a message changes, and how; None: it is a request of its own."""
    request = _with_target_of_decision(context, request)
    kind = _amendment_kind(request)
    if kind is None or len(found := matching_decisions(context, request, kind)) != 1:
        return None
    terms = _terms_of_change(request, kind, found[0].proposal)
    return None if terms is None else DecisionAmendment(kind, found[0], Order(terms=terms), _change_in(request))


def _change_in(request: OrderRequest) -> OrderChange | None:
    return request.change if isinstance(request, CorrectOrder) else None


def _with_target_of_decision(context: TurnContext, request: OrderRequest) -> OrderRequest:
    """Return a message without its side if its target is that of a pending purchase: "reduce google to 10 shares".

    Nothing of the share is held that the target could be one of, or the message is a change of what is pending.
    """
    terms = request.terms
    symbols = context.named_or_focus(terms.shares)
    held = {position.symbol for position in context.positions}
    is_change = isinstance(request, Order) and request.is_change
    if not terms.is_target or terms.side is None or (held & set(symbols) and not is_change):
        return request
    bought = {each.proposal.symbol for each in context.own_pending if each.proposal.side is Side.BUY}
    if not symbols or not set(symbols) <= bought:
        return request
    return replace(request, terms=replace(terms, side=None, target_side=terms.target_side or terms.side))


def _terms_of_change(request: OrderRequest, kind: AmendmentKind, old: Proposal) -> TradeTerms | None:
    terms, change = request.terms, _change_in(request)
    side = change.side if change is not None else terms.side
    if kind is AmendmentKind.SIZE and side not in {None, old.side}:
        return None
    if change is not None:
        terms = _corrected(terms, change, old)
    elif kind in {AmendmentKind.STOP, AmendmentKind.RISK}:
        named = named_shares(old) if _is_risk_reread(terms, old) else None
        terms = replace(terms, size=Size(old.shares if named is None else named))
    elif kind is AmendmentKind.LIMIT:
        named = named_shares(old)
        is_bound = old.max_cash is not None or stated_risk_of(old) is not None
        has_nothing_to_lift = terms.lifts_max_cash and (named is None or not is_bound)
        if has_nothing_to_lift or (named is None and not _tightens(terms, old)):
            return None
        terms = replace(terms, size=Size(old.shares if named is None else named))
    if kind is AmendmentKind.SHARE:
        return terms
    if old.side is Side.BUY and kind is not AmendmentKind.SIDE:
        is_without = terms.lifts_max_cash or _is_risk_reread(terms, old)
        terms = replace(terms, risk=terms.risk or (None if is_without else stated_risk_of(old)))
    if terms.size is not None:
        terms = replace(terms, size=replace(terms.size, is_target=False))  # "raise it to" speaks of the decision
    side = terms.side if kind is AmendmentKind.SIDE else old.side
    return replace(terms, side=side, shares=replace(terms.shares, symbols=(old.symbol,)))


def is_ambiguous(context: TurnContext, request: OrderRequest) -> bool:
    """Return whether a message changes one of several pending decisions without saying which."""
    kind = _amendment_kind(request)
    if kind is None or not (kind in {AmendmentKind.STOP, AmendmentKind.RISK} or isinstance(request, CorrectOrder)):
        return False
    return len(matching_decisions(context, request, kind)) > 1


def matching_decisions(context: TurnContext, request: OrderRequest, kind: AmendmentKind) -> tuple[Decision, ...]:
    """Return the person's pending decisions that a message may mean.

    Those on the symbols it names; else those that Parley spoke of last, those on the focus, or, of a correction, all.
    """
    change = _change_in(request)
    dropped = (change.dropped,) if change is not None and change.dropped is not None else ()
    named = dropped if kind is AmendmentKind.SHARE else request.terms.symbols
    if named:
        return _own_pending_on(context, named)
    offered = tuple(d for d in context.own_pending if d.key in context.conversation.offered)
    own = offered or _own_pending_on(context, context.conversation.focus)
    if own or change is None:
        return own
    latest = next(iter(context.dialogue.answers_to(context.turn.person.id)), None)
    is_open = latest is not None and latest.asks is not None and bool(latest.symbols)  # of an order of another share
    is_held = any(position.symbol in context.conversation.focus[:1] for position in context.positions)
    return () if is_open or (kind is AmendmentKind.MULTIPLE and is_held) else context.own_pending


def named_shares(proposal: Proposal) -> Decimal | None:
    """Return the shares that a person named for this proposal, before a limit cut them; None: the engine chose."""
    for reason in proposal.reasons:
        if reason.code == _CUT:
            return reason.numbers["named"]
    return proposal.shares if any(reason.code in _NAMED for reason in proposal.reasons) else None


def _is_risk_reread(terms: TradeTerms, proposal: Proposal) -> bool:
    """Return whether a message says of the amount that was taken for a risk that it is the stop."""
    risk = stated_risk_of(proposal)
    return risk is not None and terms.stop == risk.amount


def named_size(proposal: Proposal) -> Size | None:
    """Return the size that a person named for this proposal, in its unit; None: the engine chose it."""
    amount, count = _named_amount(proposal), named_shares(proposal)
    if amount is not None:
        return Size(amount, SizeUnit.MONEY)
    return None if count is None else Size(count)


def _tightens(terms: TradeTerms, proposal: Proposal) -> bool:
    """Return whether a message states a limit for a purchase that is not above its present one."""
    limit = stated_in(terms).max_cash
    before = proposal.max_cash
    return proposal.side is Side.BUY and limit is not None and (before is None or limit <= before)


def _own_pending_on(context: TurnContext, symbols: Iterable[str]) -> tuple[Decision, ...]:
    wanted = set(symbols)
    return tuple(d for d in context.own_pending if d.proposal.symbol in wanted)


def _corrected(terms: TradeTerms, change: OrderChange, old: Proposal) -> TradeTerms:
    """Return what a correction asks for: its size in the unit of the old one, or the old size of another share."""
    is_minimum = terms.size is not None and terms.size.is_minimum
    terms = replace(terms, size=None, problems=())
    if change.kind is OrderChangeKind.VAGUE:
        return terms
    if change.kind is OrderChangeKind.SIDE:
        return replace(terms, side=change.side, size=Size(old.shares))
    if change.kind is OrderChangeKind.MULTIPLE and change.value is not None:
        if change.is_part and any(reason.code == _FRACTION for reason in old.reasons):
            return replace(terms, size=Size(change.value, SizeUnit.POSITION))  # a third, and now half: of what is held
        return replace(terms, size=Size(max(old.shares * change.value // 1, _ONE)))
    if change.kind is OrderChangeKind.SHARE and change.symbol is not None:
        terms = replace(terms, shares=NamedShares(symbols=(change.symbol,)), side=change.side or old.side)
    size = _corrected_size(change, old)
    return replace(terms, size=size if size is None else replace(size, is_minimum=is_minimum))


def _corrected_size(change: OrderChange, old: Proposal) -> Size | None:
    """Return the size that a correction names, in its unit or in that of the old one; None: that is not clear."""
    value = change.value
    if value is None and change.keeps_money:
        return Size(_named_amount(old) or abs(old.cash_change), SizeUnit.MONEY)
    if value is None:
        return named_size(old)
    if change.is_difference:
        return _changed_by(value, old, is_money=change.is_money)
    is_amount = not change.has_unit and _named_amount(old) is not None
    if is_amount and value < old.price:  # "5 is enough", of 8 % of the account: percent?
        return None
    if change.is_money or is_amount:
        return Size(value, SizeUnit.MONEY)
    is_much_more = value > MAX_PLAIN_COUNT and value > _MUCH_MORE * old.shares  # "use 1000", of 3 shares: dollars?
    is_named_in_shares = named_shares(old) is not None and not is_much_more
    is_count = change.has_unit or is_named_in_shares or value < old.price
    return Size(value) if is_count and value % 1 == 0 else None


def _changed_by(value: Decimal, old: Proposal, *, is_money: bool) -> Size | None:
    """Return a size that is `value` more than the old one, or less; None: nothing would be left."""
    before = abs(old.cash_change) if is_money else old.shares
    after = before + value
    if after <= 0 or (not is_money and after % 1):
        return None
    return Size(after, SizeUnit.MONEY if is_money else SizeUnit.SHARES)


def _keeps_minimum(terms: TradeTerms, old: Proposal) -> bool:
    """Return whether the old size is at least the one that a message names as the least."""
    if terms.size is None or not terms.size.is_minimum:
        return False
    least_count, least_amount = terms.count, terms.amount
    return (least_count is not None and old.shares >= least_count) or (
        least_amount is not None and abs(old.cash_change) >= least_amount
    )


def _moves_back(terms: TradeTerms, old: Proposal) -> bool:
    """Return whether a message would raise a size to a smaller one, or reduce it to a greater one."""
    count = terms.count
    size, before = (count, old.shares) if count is not None else (terms.amount, abs(old.cash_change))
    if terms.target_side is None or size is None:
        return False
    return size < before if terms.target_side is Side.BUY else size > before


def _named_amount(proposal: Proposal) -> Decimal | None:
    """Return the amount that a person named for this proposal; None: a number of shares, or none."""
    return next((r.numbers["amount"] for r in proposal.reasons if r.code in _NAMED_AMOUNTS), None)


def _amendment_kind(request: OrderRequest) -> AmendmentKind | None:
    if (change := _change_in(request)) is not None:
        return AmendmentKind(change.kind)
    terms, size = request.terms, request.terms.size
    is_fraction = size is not None and size.is_fraction
    is_of_position = bool(terms.symbols) or terms.unit is SizeUnit.POSITION
    is_target_of_position = is_fraction and terms.is_target and is_of_position
    is_bare_limit = (
        terms.side is Side.BUY and terms.max_cash is not None and not terms.symbols
    )  # "spend at most $3,000"
    names_other_side = terms.side is not None and not is_bare_limit
    names_more = bool(names_other_side or terms.shares.unknown or terms.shares.unsupported or terms.dates)
    only_asks = request.is_question and not terms.is_target  # "can you bring it down to $1,000?" wants that
    if only_asks or names_more or is_target_of_position:
        return None
    return _kind_of_part(terms)


def _kind_of_part(terms: TradeTerms) -> AmendmentKind | None:
    if terms.names_size:
        return AmendmentKind.SIZE if not terms.is_everything else None
    if terms.risk is not None:
        return AmendmentKind.RISK
    if terms.lifts_max_cash or stated_in(terms).max_cash is not None:
        return AmendmentKind.LIMIT
    return AmendmentKind.STOP if terms.stop is not None else None
