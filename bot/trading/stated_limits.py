"""Limits that people state: remembered for whom and for what, and over with the trade they were meant for."""

from collections.abc import Iterable
from collections.abc import Mapping
from dataclasses import dataclass
from dataclasses import replace
from datetime import datetime
from decimal import ROUND_FLOOR
from decimal import Decimal
from bot.context.turn import TurnContext
from bot.domain.conversation.states import Intent
from bot.domain.conversation.understanding import Entities
from bot.domain.trading.decisions import ADJUSTMENT_REASONS
from bot.domain.trading.decisions import Action
from bot.domain.trading.decisions import Decision
from bot.domain.trading.decisions import DecisionQuery
from bot.domain.trading.decisions import DecisionStatus
from bot.domain.trading.limits import Limits
from bot.domain.trading.limits import LimitStatement
from bot.domain.trading.orders import Side
from bot.ports import Transaction


_CARRIED_OUT = frozenset(
    {
        DecisionStatus.CONFIRMED,
        DecisionStatus.SUBMITTED,
        DecisionStatus.FILLED,
        DecisionStatus.PARTIALLY_FILLED,
        DecisionStatus.UNKNOWN,
    }
)
_MAX_DECISIONS = 100  # decisions of a talk, since the limit was stated
_LIMITING_INTENTS = frozenset({Intent.ANALYZE, Intent.DECIDE})  # in "what if …" a stop is only supposed
_MAX_STATEMENTS = 20  # statements remembered per conversation
_CENT = Decimal("0.01")

NO_LIMITS = Limits()


@dataclass(frozen=True, slots=True)
class StatedLimits:
    """What binds one question."""

    limits: Limits
    overridden_max_cash: Decimal | None = (
        None  # a limit stated before for the same share, which a size named now goes before
    )


def stated_in(entities: Entities) -> Limits:
    """Return the limits that a message itself states. "Sell at most $3,000" is a size, and limits no purchase."""
    is_ceiling = entities.amount_is_limit and entities.side is not Side.SELL
    return Limits(max_cash=entities.amount if is_ceiling else None, stop=entities.stop)


def remember_limits(context: TurnContext, symbols: tuple[str, ...]) -> tuple[LimitStatement, ...]:
    """Return what is to be remembered after a message that turned out to be about `symbols`."""
    e, person = context.entities, context.turn.person.id
    symbols = symbols or _symbols_of_message(context)
    own = stated_in(e) if context.understanding.intent in _LIMITING_INTENTS else NO_LIMITS
    before = [_without_max_cash(s) if e.lifts_limit and s.by == person else s for s in context.conversation.stated_limits]
    if own == NO_LIMITS:
        return tuple(s for s in before if s.limits != NO_LIMITS)
    older = _merge(s for s in before if s.by == person and set(s.symbols) == set(symbols))
    merged = Limits(
        max_cash=own.max_cash if own.max_cash is not None else older.max_cash,
        stop=own.stop if own.stop is not None else older.stop,
    )
    others = [s for s in before if s.limits != NO_LIMITS and not (s.by == person and set(s.symbols) <= set(symbols))]
    return (*others, LimitStatement(by=person, symbols=symbols, limits=merged, at=context.turn.accepted_at))[
        -_MAX_STATEMENTS:
    ]


def unaffected_by_lifting(context: TurnContext, symbols: tuple[str, ...]) -> Decision | None:
    """Return the person's pending decision, where a message only lifts a limit that does not bind that one anyway."""
    e = context.entities
    if not e.lifts_limit or e.side is not None or any((e.shares, e.amount, e.fraction, e.stop)):
        return None
    mine = (d for d in context.own_pending if d.proposal.symbol in symbols and d.proposal.max_cash is None)
    return next(mine, None)


def split_limit(limit: Decimal, costs: Mapping[str, Decimal]) -> dict[str, Decimal]:
    """Return what each purchase may cost of a limit on all of them together, by symbol; together never more than it.

    What the limit leaves beside the costs is shared in proportion to them, so that each price may rise by as much.
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


async def max_cash_stated_since(tx: Transaction, decision: Decision) -> Decimal | None:
    """Return the limit that who asked for a purchase has stated for its share since they asked; None: none in force.

    It has mostly become a new version of the decision; this is for where it could not.
    """
    if decision.proposal.side is not Side.BUY:
        return None
    since = (await tx.turns.get(decision.turn_id)).accepted_at
    if any(
        reason.code in ADJUSTMENT_REASONS for reason in decision.proposal.reasons
    ):  # through a form, at no turn of its own
        since = max(since, decision.created_at)
    talk = await tx.conversations.get(decision.conversation_id)
    return _merge(
        s
        for s in talk.stated_limits
        if s.by == decision.asked_by and decision.proposal.symbol in s.symbols and s.at > since
    ).max_cash


async def stated_limits_for(tx: Transaction, context: TurnContext, symbols: tuple[str, ...]) -> StatedLimits:
    """Return what binds a question about `symbols`: what it says itself, then what the same person stated before.

    A limit binds questions on the shares it was stated for; until a decision made under it is confirmed, cancelled or
    expired, also those on others. Once confirmed, it is over. A size named in the question itself is never cut by it.
    """
    e, own = context.entities, stated_in(context.entities)
    carried = await _load_carried_limits(tx, context, symbols)
    stop = own.stop if own.stop is not None else carried.own.stop
    if own.max_cash is not None or e.lifts_limit:
        return StatedLimits(Limits(max_cash=own.max_cash, stop=stop))
    if e.shares is not None or e.amount is not None or e.fraction is not None:
        return StatedLimits(Limits(stop=stop), overridden_max_cash=carried.own.max_cash)
    max_cash = carried.own.max_cash if carried.own.max_cash is not None else carried.max_cash_of_others
    return StatedLimits(Limits(max_cash=max_cash, stop=stop))


@dataclass(frozen=True, slots=True)
class _CarriedLimits:
    own: Limits  # stated for the shares in question
    max_cash_of_others: Decimal | None  # the latest limit on cash stated for another share, still to be acted on


async def _load_carried_limits(tx: Transaction, context: TurnContext, symbols: tuple[str, ...]) -> _CarriedLimits:
    mine = [s for s in context.conversation.stated_limits if s.by == context.turn.person.id]
    if not mine:
        return _CarriedLimits(NO_LIMITS, None)
    query = DecisionQuery(limit=_MAX_DECISIONS, made_since=min(s.at for s in mine))
    made = [d for d in await tx.decisions.find_matching(query) if _is_in_conversation(d, context)]
    alive = [s for s in mine if not any(d.status in _CARRIED_OUT for d in _purchases_under(s, made))]
    own = [
        _reduced_by_pending(s, made, symbols, at=context.turn.accepted_at)
        for s in alive
        if set(s.symbols) & set(symbols)
    ]
    spreading = [
        s for s in alive if all(d.is_pending(at=context.turn.accepted_at) for d in _purchases_under(s, made)[:1])
    ]
    ceilings = [s.limits.max_cash for s in spreading if s.limits.max_cash is not None]
    return _CarriedLimits(_merge(own), ceilings[-1] if ceilings else None)


def _symbols_of_message(context: TurnContext) -> tuple[str, ...]:
    """What a limit was said about where the answer was about nothing, because something failed."""
    e = context.entities
    return () if e.unknown_symbols or e.uncovered else context.symbols


def _is_in_conversation(decision: Decision, context: TurnContext) -> bool:
    return decision.asked_by == context.turn.person.id and decision.conversation_id == context.conversation.id


def _purchases_under(stated: LimitStatement, made: Iterable[Decision]) -> list[Decision]:
    """Purchases proposed since a limit was stated that it was meant for, newest first."""
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
    """Return a limit stated for several shares together, less what is pending under it on the others of them."""
    if stated.limits.max_cash is None:
        return stated
    others = (d for d in _purchases_under(stated, made) if d.is_pending(at=at) and d.proposal.symbol in stated.symbols)
    taken = sum(
        (_cash_reserved_by(d, stated.limits.max_cash) for d in others if d.proposal.symbol not in symbols), Decimal(0)
    )
    left = max(stated.limits.max_cash - taken, Decimal(0))
    return replace(stated, limits=replace(stated.limits, max_cash=left))


def _cash_reserved_by(decision: Decision, limit: Decimal) -> Decimal:
    """What a pending decision may come to cost: its own part of the limit, where it has one."""
    own = decision.proposal.max_cash
    return decision.proposal.cash_change if own is None or own >= limit else max(own, decision.proposal.cash_change)


def _merge(stated: Iterable[LimitStatement]) -> Limits:
    """The latest ceiling and the latest stop among statements, oldest first."""
    max_cash = stop = None
    for each in stated:
        max_cash = each.limits.max_cash if each.limits.max_cash is not None else max_cash
        stop = each.limits.stop if each.limits.stop is not None else stop
    return Limits(max_cash=max_cash, stop=stop)


def _without_max_cash(stated: LimitStatement) -> LimitStatement:
    return LimitStatement(by=stated.by, symbols=stated.symbols, limits=Limits(stop=stated.limits.stop), at=stated.at)
