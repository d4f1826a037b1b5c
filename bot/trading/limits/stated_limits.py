"""Limits that people state: which persons and shares they bind, and until which trade."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import datetime
from decimal import Decimal

from bot.context.turn import TurnContext
from bot.domain.conversation.requests.named_shares import NamedShares
from bot.domain.conversation.requests.trades import OrderRequest, TradeTerms
from bot.domain.trading.decisions import ADJUSTMENT_REASONS, Action, Decision, DecisionQuery, DecisionStatus
from bot.domain.trading.execution.orders import Side
from bot.domain.trading.trading_limits import Limits, LimitStatement
from bot.ports import Stores, Transaction

_CONFIRMED = frozenset(
    {
        DecisionStatus.CONFIRMED,
        DecisionStatus.SUBMITTED,
        DecisionStatus.FILLED,
        DecisionStatus.PARTIALLY_FILLED,
        DecisionStatus.UNKNOWN,
    }
)
_MAX_DECISIONS = 100  # read of those made since the limit was stated
_MAX_STATEMENTS = 20  # kept per conversation

NO_LIMITS = Limits()


@dataclass(frozen=True, slots=True)
class StatedLimits:
    """The limits that bind the answer to one message."""

    limits: Limits
    overridden_max_cash: Decimal | None = None  # stated before for the same share; a size named now takes precedence


@dataclass(frozen=True, slots=True)
class BoundRequest:
    """A request for a trade with the limits that bind its answer."""

    request: OrderRequest
    stated: StatedLimits


def stated_in(terms: TradeTerms) -> Limits:
    """Return the limits that the message itself states."""
    return Limits(max_cash=terms.max_cash, stop=terms.stop)


def remember_limits(
    context: TurnContext, terms: TradeTerms, symbols: tuple[str, ...], *, is_order: bool
) -> tuple[LimitStatement, ...]:
    """Return the statements to keep after a message that was answered about `symbols`, oldest first.

    `terms`: what the message says of a trade; a bound in them binds what is proposed later. `is_order`: whether the
    message orders or changes a purchase: "buy 5 IBM for at most $1,000", and not "should I buy IBM?".
    """
    person = context.turn.person.id
    symbols = symbols or _symbols_of_message(context, terms.shares)
    own = stated_in(terms)
    before = [
        _without_max_cash(s) if terms.lifts_max_cash and s.by == person else s
        for s in context.conversation.stated_limits
    ]
    if own == NO_LIMITS:
        return tuple(s for s in before if s.limits != NO_LIMITS)
    older = _merge(s for s in before if s.by == person and set(s.symbols) == set(symbols))
    merged = Limits(
        max_cash=own.max_cash if own.max_cash is not None else older.max_cash,
        stop=own.stop if own.stop is not None else older.stop,
    )
    kept = [s for s in before if s.limits != NO_LIMITS and not (s.by == person and set(s.symbols) <= set(symbols))]
    was_of_order = any(s.is_of_order for s in before if s not in kept)
    is_of_order = was_of_order if own.max_cash is None else is_order
    new = LimitStatement(
        by=person, symbols=symbols, limits=merged, at=context.turn.accepted_at, is_of_order=is_of_order
    )
    return (*kept, new)[-_MAX_STATEMENTS:]


def unaffected_by_lifting(context: TurnContext, terms: TradeTerms, symbols: tuple[str, ...]) -> Decision | None:
    """Return the person's pending decision if the message only lifts a limit and that decision is under none."""
    if not terms.lifts_max_cash or terms.side is not None or any((terms.size, terms.max_cash, terms.stop)):
        return None
    unlimited = (d for d in context.own_pending if d.proposal.symbol in symbols and d.proposal.max_cash is None)
    return next(unlimited, None)


async def max_cash_stated_since(tx: Transaction, decision: Decision) -> Decimal | None:
    """Return what the asker of a purchase, by a limit stated since for its share, may spend on it; None: no limit.

    Usually such a limit has made a new version of the decision; this covers the cases where it could not. What was
    confirmed since on the other shares that the limit was stated for counts towards it.
    """
    if decision.proposal.side is not Side.BUY:
        return None
    since = (await tx.turns.get(decision.turn_id)).accepted_at
    # An adjustment is made by a form, which is no turn: only the new version has its time.
    if any(reason.code in ADJUSTMENT_REASONS for reason in decision.proposal.reasons):
        since = max(since, decision.created_at)
    stated = (await tx.conversations.get(decision.conversation_id)).stated_limits
    own = (s for s in stated if s.by == decision.asked_by and s.limits.max_cash is not None and s.at > since)
    latest = next((s for s in reversed(tuple(own)) if decision.proposal.symbol in s.symbols), None)
    if latest is None or latest.limits.max_cash is None:
        return None
    return max(latest.limits.max_cash - await _spent_on_others(tx, latest, decision), Decimal(0))


async def _spent_on_others(tx: Transaction, stated: LimitStatement, decision: Decision) -> Decimal:
    """Return what purchases confirmed since a limit was stated cost, on the other shares that it was stated for."""
    query = DecisionQuery(limit=_MAX_DECISIONS, conversation_id=decision.conversation_id, asked_by=decision.asked_by)
    spent = Decimal(0)
    for each in await tx.decisions.find_matching(query):
        is_bound = each.id != decision.id and each.proposal.symbol in stated.symbols
        is_since = each.decided_at is not None and each.decided_at >= stated.at
        if not (is_bound and is_since and each.status in _CONFIRMED and each.proposal.side is Side.BUY):
            continue
        order, report = await tx.accounts.order_for(each.id), await tx.accounts.report_for(each.id)
        cost = order.shares * order.reference_price if order else each.proposal.cash_change
        spent += cost + (report.commission if report else 0)
    return spent


async def stated_limits_for(
    stores: Stores, context: TurnContext, terms: TradeTerms, symbols: tuple[str, ...]
) -> StatedLimits:
    """Return the limits for an answer about `symbols`: the message's own, then those the same person stated before.

    A limit binds answers about the shares it was stated for; until a decision made under it is confirmed, cancelled or
    expired, also answers about other shares. A confirmation ends it. It never cuts a size named in the message itself.
    One that was stated with an order binds only answers about its share, while that order is pending.
    """
    own = stated_in(terms)
    is_new = (
        terms.side is not None and terms.size is not None
    )  # the bound of the order in whose place it comes is not its
    carried = await _load_carried_limits(stores, context, symbols, is_new=is_new)
    stop = own.stop if own.stop is not None else carried.own.stop
    if own.max_cash is not None or terms.lifts_max_cash:
        return StatedLimits(Limits(max_cash=own.max_cash, stop=stop))
    if terms.size is not None:
        return StatedLimits(Limits(stop=stop), overridden_max_cash=carried.own.max_cash)
    max_cash = carried.own.max_cash if carried.own.max_cash is not None else carried.max_cash_of_others
    return StatedLimits(Limits(max_cash=max_cash, stop=stop))


@dataclass(frozen=True, slots=True)
class _CarriedLimits:
    own: Limits  # stated for the shares in question
    max_cash_of_others: Decimal | None  # the latest stated for any share; its newest purchase, if any, is pending


async def bounds_in_force(stores: Stores, context: TurnContext) -> tuple[LimitStatement, ...]:
    """Return the bounds on cash that the person stated with requests in this conversation and that still bind some."""
    in_force, made = await _load_in_force(stores, context)
    now = context.turn.accepted_at
    bounds = (s for s in in_force if s.limits.max_cash is not None)
    return tuple(s for s in bounds if s.symbols or all(d.is_pending(at=now) for d in _purchases_under(s, made)[:1]))


def without_bounds(context: TurnContext) -> tuple[LimitStatement, ...]:
    """Return the statements to keep after the person has ended all their bounds on cash."""
    own = context.turn.person.id
    left = (_without_max_cash(s) if s.by == own else s for s in context.conversation.stated_limits)
    return tuple(s for s in left if s.limits != NO_LIMITS)


async def _load_carried_limits(
    stores: Stores, context: TurnContext, symbols: tuple[str, ...], *, is_new: bool
) -> _CarriedLimits:
    in_force, made = await _load_in_force(stores, context)
    in_force = tuple(_without_max_cash(s) if is_new and s.is_of_order else s for s in in_force)
    now = context.turn.accepted_at
    own = [_reduced_by_pending(s, made, symbols, at=now) for s in in_force if set(s.symbols) & set(symbols)]
    unsettled = [s for s in in_force if all(d.is_pending(at=now) for d in _purchases_under(s, made)[:1])]
    max_cash = [s.limits.max_cash for s in unsettled if s.limits.max_cash is not None and not s.is_of_order]
    return _CarriedLimits(_merge(own), max_cash[-1] if max_cash else None)


async def _load_in_force(
    stores: Stores, context: TurnContext
) -> tuple[tuple[LimitStatement, ...], tuple[Decision, ...]]:
    """Return the person's statements that still bind something, and the decisions made since the first of them."""
    stated = [s for s in context.conversation.stated_limits if s.by == context.turn.person.id]
    if not stated:
        return (), ()
    query = DecisionQuery(
        limit=_MAX_DECISIONS,
        conversation_id=context.conversation.id,
        asked_by=context.turn.person.id,
        made_since=min(s.at for s in stated),
    )
    async with stores.read(context.turn.tenant_id) as tx:
        made = tuple(await tx.decisions.find_matching(query))
    unfinished = (s for s in stated if not any(d.status in _CONFIRMED for d in _purchases_under(s, made)))
    settled = (_without_ended_bound(s, made, at=context.turn.accepted_at) for s in unfinished)
    return tuple(s for s in settled if s.limits != NO_LIMITS), made


def _without_ended_bound(stated: LimitStatement, made: Iterable[Decision], *, at: datetime) -> LimitStatement:
    """Return a statement without the bound of an order that is not pending any more, or not under it."""
    is_pending = any(d.is_pending(at=at) and d.proposal.max_cash is not None for d in _purchases_under(stated, made))
    return _without_max_cash(stated) if stated.is_of_order and not is_pending else stated


def _symbols_of_message(context: TurnContext, shares: NamedShares) -> tuple[str, ...]:
    """Return the shares that a limit was stated for; used when the answer has none, because of an error."""
    return () if shares.unknown or shares.unsupported else context.named_or_focus(shares)


def _purchases_under(stated: LimitStatement, made: Iterable[Decision]) -> list[Decision]:
    """Return the purchases proposed under a limit since it was stated, newest first."""
    return [
        d
        for d in made
        if d.created_at >= stated.at
        and d.proposal.action is Action.INCREASE
        and (d.proposal.symbol in stated.symbols or d.proposal.max_cash is not None)
    ]


def _reduced_by_pending(
    stated: LimitStatement, made: Iterable[Decision], symbols: tuple[str, ...], *, at: datetime
) -> LimitStatement:
    """Return a limit on several shares together, reduced by what is pending under it on those not in `symbols`."""
    if stated.limits.max_cash is None:
        return stated
    others = (d for d in _purchases_under(stated, made) if d.is_pending(at=at) and d.proposal.symbol in stated.symbols)
    limit = stated.limits.max_cash
    reserved = sum((_cash_reserved_by(d, limit) for d in others if d.proposal.symbol not in symbols), Decimal(0))
    return replace(stated, limits=replace(stated.limits, max_cash=max(limit - reserved, Decimal(0))))


def _cash_reserved_by(decision: Decision, limit: Decimal) -> Decimal:
    """Return what a pending decision may cost at most: its own part of the limit, where it has one."""
    own = decision.proposal.max_cash
    return decision.proposal.cash_change if own is None or own >= limit else max(own, decision.proposal.cash_change)


def _merge(stated: Iterable[LimitStatement]) -> Limits:
    max_cash = stop = None
    for each in stated:
        max_cash = each.limits.max_cash if each.limits.max_cash is not None else max_cash
        stop = each.limits.stop if each.limits.stop is not None else stop
    return Limits(max_cash=max_cash, stop=stop)


def _without_max_cash(stated: LimitStatement) -> LimitStatement:
    return LimitStatement(by=stated.by, symbols=stated.symbols, limits=Limits(stop=stated.limits.stop), at=stated.at)
