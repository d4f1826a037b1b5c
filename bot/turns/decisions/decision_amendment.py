"""Amendments: a message that names only a stop, a size or a limit changes that of the person's pending decision.

Everything else of the decision is kept. (The Adjust button changes an amount too: see `bot.trading.adjust`.)
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from decimal import Decimal
from enum import StrEnum
from typing import Final

from bot.context.turn import TurnContext
from bot.domain.conversation.understanding import Correction, CorrectionKind, Entities
from bot.domain.trading.decisions import ADJUSTMENT_REASONS, Decision, Proposal, Reason
from bot.domain.trading.execution.orders import Side
from bot.domain.trading.limits import Limits
from bot.domain.trading.sizes.settled_size import SETTLED_SIZES
from bot.domain.trading.sizes.stated_risk import stated_risk_of
from bot.domain.trading.sizes.stated_size import FractionBase
from bot.engines.revisions.amendment import engine_for_amendment
from bot.engines.revisions.requote import SAME_SIZE
from bot.language.quantities.quantity import MAX_PLAIN_COUNT
from bot.ports import Engine
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
    context: TurnContext  # the message, completed from the decision

    @property
    def refusal_message_id(self) -> str:
        """The id of the sentence that says why it cannot be changed; empty: it can."""
        is_sale = self.old.proposal.side is Side.SELL
        correction, shares = self.context.understanding.correction, self.old.proposal.shares
        factor = correction.value if correction is not None else None
        match self.kind:
            case AmendmentKind.STOP | AmendmentKind.RISK if is_sale:
                return "amend-sale-has-no-stop"
            case AmendmentKind.MULTIPLE if factor is not None and factor < 1 and shares <= _ONE:
                return "amend-half-of-one"
            case AmendmentKind.SIZE:
                return self._refusal_of_size
            case AmendmentKind.SIDE if self.context.entities.side is self.old.proposal.side:
                return "amend-unchanged"
            case AmendmentKind.VAGUE:
                return "amend-how-much"
        return ""

    @property
    def added(self) -> Decimal | None:
        """How much "10 more" adds, in shares or account currency; None: it adds nothing."""
        correction = self.context.understanding.correction
        is_more = correction is not None and correction.is_difference and (correction.value or 0) > 0
        return correction.value if is_more and correction is not None else None

    @property
    def _refusal_of_size(self) -> str:
        e, correction = self.context.entities, self.context.understanding.correction
        if correction is not None and correction.value is not None and not names_size(e):
            return "amend-which-unit" if not correction.is_difference else "amend-how-much"
        if e.shares == self.old.proposal.shares:
            return "amend-same-size"
        is_kept = _keeps_minimum(e, self.old.proposal) or _moves_back(e, self.old.proposal)
        return "amend-unchanged" if is_kept else ""

    @property
    def engine(self) -> Engine | None:
        """The engine that makes the change without a model; None: any engine sizes a fraction of the position."""
        if self.kind in {AmendmentKind.SHARE, AmendmentKind.SIDE}:
            return None
        if self.kind is AmendmentKind.SIZE and self.context.entities.fraction is not None:
            return None
        old = self.old.proposal
        is_size_named = self.kind in {AmendmentKind.MULTIPLE, AmendmentKind.SIZE} or named_shares(old) is not None
        is_size_kept = self.kind in {AmendmentKind.STOP, AmendmentKind.RISK}
        return engine_for_amendment(old, is_size_named=is_size_named, is_size_kept=is_size_kept)

    def limits_of_new_version(self, stated: StatedLimits) -> StatedLimits:
        """Return the limits of the new version: those of the old one, unless the message says otherwise."""
        if self.kind in {AmendmentKind.SIZE, AmendmentKind.SHARE, AmendmentKind.SIDE}:
            return stated
        old, entities = self.old.proposal, self.context.entities
        own = stated_in(entities)
        before = None if entities.lifts_limit else old.max_cash
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


def find_amendment(context: TurnContext) -> DecisionAmendment | None:
    """Return which pending decision a message changes, and how; None: it is a request of its own."""
    context = _with_target_of_decision(context)
    kind = _amendment_kind(context)
    if kind is None or len(found := matching_decisions(context, kind)) != 1:
        return None
    e = _entities_of_change(context, kind, found[0].proposal)
    if e is None:
        return None
    understanding = replace(context.understanding, entities=e)
    if understanding.correction is not None:
        understanding = replace(understanding, is_question=False)  # 是卖不是买 asks nothing
    return DecisionAmendment(kind, found[0], replace(context, understanding=understanding))


def _with_target_of_decision(context: TurnContext) -> TurnContext:
    """Return a message without its side if its target is that of a pending purchase: "reduce google to 10 shares".

    Nothing of the share is held that the target could be one of.
    """
    e = context.entities
    held = {position.symbol for position in context.positions}
    if not e.is_target or e.side is None or not names_size(e) or held & set(context.symbols):
        return context
    bought = {each.proposal.symbol for each in context.own_pending if each.proposal.side is Side.BUY}
    if not context.symbols or not set(context.symbols) <= bought:
        return context
    e = replace(e, side=None, target_side=e.target_side or e.side)
    return context.with_entities(e)


def _entities_of_change(context: TurnContext, kind: AmendmentKind, old: Proposal) -> Entities | None:
    """Return what a message asks for, completed from the proposal that it changes; None: it does not change it."""
    e, correction = context.entities, context.understanding.correction
    side = correction.side if correction is not None else e.side
    if kind is AmendmentKind.SIZE and side not in {None, old.side}:
        return None
    if correction is not None:
        e = _corrected(context, old)
    elif kind in {AmendmentKind.STOP, AmendmentKind.RISK}:
        e = replace(e, shares=old.shares)
    elif kind is AmendmentKind.LIMIT:
        named = named_shares(old)
        has_nothing_to_lift = e.lifts_limit and (named is None or old.max_cash is None)
        if has_nothing_to_lift or (named is None and not _tightens(e, old)):
            return None
        e = replace(e, shares=old.shares if named is None else named)
    if kind is AmendmentKind.SHARE:
        return e
    if old.side is Side.BUY and kind is not AmendmentKind.SIDE:
        e = replace(e, risk=e.risk or stated_risk_of(old))
    e = replace(e, is_target=False)  # "raise it to" speaks of the decision
    return replace(e, side=e.side if kind is AmendmentKind.SIDE else old.side, symbols=(old.symbol,))


def is_ambiguous(context: TurnContext) -> bool:
    """Return whether a message changes one of several pending decisions without saying which."""
    kind = _amendment_kind(context)
    is_correction = context.understanding.correction is not None
    return (kind in {AmendmentKind.STOP, AmendmentKind.RISK} or (kind is not None and is_correction)) and (
        len(matching_decisions(context, kind)) > 1
    )


def matching_decisions(context: TurnContext, kind: AmendmentKind) -> tuple[Decision, ...]:
    """Return the person's pending decisions that a message may mean.

    Those on the symbols it names; else those that Parley spoke of last, those on the focus, or, of a correction, all.
    """
    named = _dropped(context) if kind is AmendmentKind.SHARE else context.entities.symbols
    if named:
        return _own_pending_on(context, named)
    offered = tuple(d for d in context.own_pending if d.key in context.conversation.offered)
    own = offered or _own_pending_on(context, context.conversation.focus)
    if own or context.understanding.correction is None:
        return own
    is_held = any(position.symbol in context.conversation.focus[:1] for position in context.positions)
    return () if kind is AmendmentKind.MULTIPLE and is_held else context.own_pending


def _dropped(context: TurnContext) -> tuple[str, ...]:
    """Return the share that a correction names as no longer meant, if it does."""
    correction = context.understanding.correction
    return (correction.dropped,) if correction is not None and correction.dropped is not None else ()


def names_size(e: Entities) -> bool:
    """Return whether a message names a size; an upper bound is not a size."""
    is_amount = e.amount is not None and not e.amount_is_limit
    return is_amount or e.everything or e.shares is not None or e.fraction is not None


def named_shares(proposal: Proposal) -> Decimal | None:
    """Return the shares that a person named for this proposal, before a limit cut them; None: the engine chose."""
    for reason in proposal.reasons:
        if reason.code == _CUT:
            return reason.numbers["named"]
    return proposal.shares if any(reason.code in _NAMED for reason in proposal.reasons) else None


def _tightens(e: Entities, proposal: Proposal) -> bool:
    """Return whether a message states a limit for a purchase that is not above its present one."""
    limit = stated_in(e).max_cash
    before = proposal.max_cash
    return proposal.side is Side.BUY and limit is not None and (before is None or limit <= before)


def _own_pending_on(context: TurnContext, symbols: Iterable[str]) -> tuple[Decision, ...]:
    wanted = set(symbols)
    return tuple(d for d in context.own_pending if d.proposal.symbol in wanted)


def _corrected(context: TurnContext, old: Proposal) -> Entities:
    """Return what a correction asks for: its size in the unit of the old one, or the old size of another share."""
    correction, e = context.understanding.correction, context.entities
    e = replace(e, amount=None, amount_is_limit=False, shares=None, fraction=None, is_minimum=False, problems=())
    if correction is None or correction.kind is CorrectionKind.VAGUE:
        return e
    if correction.kind is CorrectionKind.SIDE:
        return replace(e, side=correction.side, shares=old.shares)
    if correction.kind is CorrectionKind.MULTIPLE and correction.value is not None:
        return replace(e, shares=max(old.shares * correction.value // 1, _ONE))
    if correction.kind is CorrectionKind.SHARE and correction.symbol is not None:
        e = replace(e, symbols=(correction.symbol,), side=correction.side or old.side)
    return _with_corrected_size(e, correction, old)


def _with_corrected_size(e: Entities, correction: Correction, old: Proposal) -> Entities:
    """Return the size that a correction names, in its unit or in that of the old one; none if that is not clear."""
    value = correction.value
    if value is None and (correction.keeps_money or correction.keeps_count):
        is_amount = correction.keeps_money
        return replace(
            e,
            amount=_named_amount(old) or abs(old.cash_change) if is_amount else None,
            shares=None if is_amount else old.shares,
        )
    if value is None:
        amount = _named_amount(old)
        return replace(e, amount=amount, shares=None if amount is not None else named_shares(old))
    if correction.is_difference:
        return _changed_by(e, value, old, is_money=correction.is_money)
    is_amount = not correction.has_unit and _named_amount(old) is not None
    if is_amount and value < old.price:  # "5 is enough", of 8 % of the account: percent?
        return e
    if correction.is_money or is_amount:
        return replace(e, amount=value)
    is_much_more = value > MAX_PLAIN_COUNT and value > _MUCH_MORE * old.shares  # "use 1000", of 3 shares: dollars?
    is_named_in_shares = named_shares(old) is not None and not is_much_more
    is_count = correction.has_unit or is_named_in_shares or value < old.price
    return replace(e, shares=value) if is_count and value % 1 == 0 else e


def _changed_by(e: Entities, value: Decimal, old: Proposal, *, is_money: bool) -> Entities:
    """Return a size that is `value` more than the old one, or less; without a size: nothing would be left."""
    before = abs(old.cash_change) if is_money else old.shares
    after = before + value
    if after <= 0 or (not is_money and after % 1):
        return e
    return replace(e, amount=after) if is_money else replace(e, shares=after)


def _keeps_minimum(e: Entities, old: Proposal) -> bool:
    """Return whether the old size is at least the one that a message names as the least."""
    if not e.is_minimum:
        return False
    return (e.shares is not None and old.shares >= e.shares) or (
        e.amount is not None and abs(old.cash_change) >= e.amount
    )


def _moves_back(e: Entities, old: Proposal) -> bool:
    """Return whether a message would raise a size to a smaller one, or reduce it to a greater one."""
    size, before = (e.shares, old.shares) if e.shares is not None else (e.amount, abs(old.cash_change))
    if e.target_side is None or size is None:
        return False
    return size < before if e.target_side is Side.BUY else size > before


def _named_amount(proposal: Proposal) -> Decimal | None:
    """Return the amount that a person named for this proposal; None: a number of shares, or none."""
    return next((r.numbers["amount"] for r in proposal.reasons if r.code in _NAMED_AMOUNTS), None)


def _amendment_kind(context: TurnContext) -> AmendmentKind | None:
    e = context.entities
    correction = context.understanding.correction
    if correction is not None:
        return AmendmentKind(correction.kind)
    is_of_position = bool(e.symbols) or e.fraction_of is FractionBase.POSITION
    is_target_of_position = e.fraction is not None and e.is_target and is_of_position
    is_bare_limit = e.side is Side.BUY and e.amount_is_limit and not e.symbols  # "spend at most $3,000"
    names_other_side = e.side is not None and not is_bare_limit
    names_more = bool(names_other_side or e.unknown_symbols or e.unsupported or e.dates)
    only_asks = context.understanding.is_question and not e.is_target  # "can you bring it down to $1,000?" wants that
    if only_asks or names_more or is_target_of_position:
        return None
    return _kind_of_part(e)


def _kind_of_part(e: Entities) -> AmendmentKind | None:
    """Return the part of a decision that a message without a side names."""
    if names_size(e):
        return AmendmentKind.SIZE if not e.everything else None
    if e.risk is not None:
        return AmendmentKind.RISK
    if e.lifts_limit or stated_in(e).max_cash is not None:
        return AmendmentKind.LIMIT
    return AmendmentKind.STOP if e.stop is not None else None
