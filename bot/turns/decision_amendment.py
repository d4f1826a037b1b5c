"""Amendments: a message that names only a stop, a size or a limit changes that of the person's pending decision.

Everything else of the decision is kept. (The Adjust button changes an amount too: see `bot.trading.adjust`.)
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from decimal import Decimal
from enum import StrEnum
from typing import Final

from bot.context.turn import TurnContext
from bot.domain.conversation.understanding import Entities
from bot.domain.trading.decisions import ADJUSTMENT_REASONS, Decision, Proposal, Reason
from bot.domain.trading.limits import Limits
from bot.domain.trading.orders import Side
from bot.engines.revisions.amendment import engine_for_amendment
from bot.engines.revisions.requote import SAME_SIZE
from bot.language.halving import is_halving
from bot.language.problems import Problem
from bot.ports import Engine
from bot.trading.stated_limits import StatedLimits, stated_in

_NAMED: Final = frozenset({"sized_by_named_shares", "sized_by_named_amount", *ADJUSTMENT_REASONS})
_CUT: Final = "named_size_cut"
_ONE: Final = Decimal(1)


class AmendmentKind(StrEnum):
    """The part of the pending decision that a message changes."""

    STOP = "stop"
    HALF = "half"
    LIMIT = "limit"
    SIZE = "size"


@dataclass(frozen=True, slots=True)
class DecisionAmendment:
    """A message and the pending decision of the same person that it changes."""

    kind: AmendmentKind
    old: Decision
    context: TurnContext  # the message, completed from the decision

    @property
    def refusal_message_id(self) -> str:
        """The id of the sentence that says why it cannot be changed; empty: it can."""
        if self.kind is AmendmentKind.STOP and self.old.proposal.side is Side.SELL:
            return "amend-sale-has-no-stop"
        if self.kind is AmendmentKind.HALF and self.old.proposal.shares <= _ONE:
            return "amend-half-of-one"
        return ""

    @property
    def engine(self) -> Engine | None:
        """The engine that makes the change without a model; None: any engine sizes a fraction of the position."""
        if self.kind is AmendmentKind.SIZE and self.context.entities.fraction is not None:
            return None
        old = self.old.proposal
        is_size_named = self.kind in {AmendmentKind.HALF, AmendmentKind.SIZE} or named_shares(old) is not None
        is_size_kept = self.kind is AmendmentKind.STOP
        return engine_for_amendment(old, is_size_named=is_size_named, is_size_kept=is_size_kept)

    def limits_of_new_version(self, stated: StatedLimits) -> StatedLimits:
        """Return the limits of the new version: those of the old one, unless the message says otherwise."""
        if self.kind is AmendmentKind.SIZE:
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
        if self.kind is not AmendmentKind.STOP or named_shares(self.old.proposal) is not None:
            return proposal
        same = Reason(SAME_SIZE, 0.0, {"shares": proposal.shares})
        return replace(
            proposal, reasons=tuple(same if r.code == "sized_by_named_shares" else r for r in proposal.reasons)
        )


def find_amendment(context: TurnContext) -> DecisionAmendment | None:
    """Return which pending decision a message changes, and how; None: it is a request of its own."""
    kind = _amendment_kind(context)
    if kind is None or len(found := matching_decisions(context, kind)) != 1:
        return None
    old, e = found[0], context.entities
    named = named_shares(old.proposal)
    match kind:
        case AmendmentKind.HALF:
            problems = tuple(p for p in e.problems if p != Problem.FRACTION_UNCLEAR)
            e = replace(e, shares=max(old.proposal.shares // 2, _ONE), fraction=None, problems=problems)
        case AmendmentKind.STOP:
            e = replace(e, shares=old.proposal.shares)
        case AmendmentKind.LIMIT if e.lifts_limit and (named is None or old.proposal.max_cash is None):
            return None
        case AmendmentKind.LIMIT if named is None and not _tightens(e, old.proposal):
            return None
        case AmendmentKind.LIMIT:
            e = replace(e, shares=old.proposal.shares if named is None else named)
    e = replace(e, side=old.proposal.side, symbols=(old.proposal.symbol,))
    return DecisionAmendment(kind, old, replace(context, understanding=replace(context.understanding, entities=e)))


def is_ambiguous(context: TurnContext) -> bool:
    """Return whether a message changes one of several pending decisions without saying which."""
    kind = _amendment_kind(context)
    return kind in {AmendmentKind.STOP, AmendmentKind.HALF} and len(matching_decisions(context, kind)) > 1


def matching_decisions(context: TurnContext, kind: AmendmentKind) -> tuple[Decision, ...]:
    """Return the person's pending decisions that a message may mean: on the symbols it names, else on the focus."""
    named = context.entities.symbols
    own = _own_pending_on(context, named or context.conversation.focus)
    if own or named or kind is not AmendmentKind.HALF:
        return own
    is_held = any(position.symbol in context.conversation.focus[:1] for position in context.positions)
    return () if is_held else context.own_pending


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


def _amendment_kind(context: TurnContext) -> AmendmentKind | None:
    e = context.entities
    if is_halving(context.turn.text):
        return AmendmentKind.HALF
    if context.understanding.is_question or e.side is not None or e.unknown_symbols or e.unsupported or e.dates:
        return None
    if names_size(e):
        return AmendmentKind.SIZE if not e.everything else None
    if e.lifts_limit or stated_in(e).max_cash is not None:
        return AmendmentKind.LIMIT
    return AmendmentKind.STOP if e.stop is not None else None
