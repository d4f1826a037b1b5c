"""Limits that a message states, beside whatever else it asks, and the command that lists and removes them."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import Final

from bot.context.policy import Policy
from bot.context.portfolio import PortfolioService
from bot.context.turn import TurnContext, TurnHandler, TurnResult
from bot.domain.conversation.blocks import Block
from bot.domain.conversation.replies import Answer
from bot.domain.conversation.understanding import Entities, LimitProblem, LimitReading
from bot.domain.trading.bound_reasons import untold_limit_violations
from bot.domain.trading.decisions import Decision
from bot.domain.trading.execution.orders import Side
from bot.domain.trading.limit_checks import with_purchase
from bot.domain.trading.trading_limits import LimitInForce, LimitMeasure, LimitScope, LimitUnit
from bot.errors import MarketDataError
from bot.language.limits.price_bounds import names_total
from bot.language.limits.removal import LimitRemoval, read_limit_removal
from bot.presentation.decisions.limits import LimitPresenter
from bot.trading.limits.limit_book import LimitBook
from bot.trading.limits.stated_limits import bounds_in_force, without_bounds

_NEAR_PRICE: Final = Decimal("0.15")  # of the price: a bound this close to it may be a limit price
_SPENDING: Final = frozenset({LimitMeasure.TRADE, LimitMeasure.TOTAL})


@dataclass(frozen=True, slots=True)
class StatedLimitsHandler:
    """Notes the limits of a message before it is answered, and says so."""

    book: LimitBook
    presenter: LimitPresenter
    portfolio: PortfolioService
    policy: Policy

    async def __call__(self, context: TurnContext, handler: TurnHandler) -> TurnResult:
        """Return the answer of `handler`, with what was noted; a limit alone is only noted. Raises as `handler`."""
        reading = context.understanding.limits
        problem = reading.problem if reading is not None else None
        if problem is None and await self._may_be_price(context):
            problem = LimitProblem.PRICE_OR_TOTAL
        if problem is not None:
            return _answer(context, self.presenter.asked_back(context.locale, problem), has_question=True)
        if reading is None:
            return await (self._lift(context, handler) if context.understanding.ends_limits else handler(context))
        changes = await self.book.record(context, reading.terms)
        noted = self.presenter.noted(context.locale, changes)
        if not reading.is_alone:
            return _with_note(await handler(context), noted)
        exceeding = await self._exceeding(context, changes.added)
        if (amending := _amending(context, reading, exceeding)) is not None:
            return _with_note(await handler(amending), noted)
        return _answer(context, (*noted, *self.presenter.exceeding(context.locale, exceeding)))

    async def note(self, context: TurnContext, reading: LimitReading) -> tuple[Block, ...]:
        """Note the limits of a message; return what to say of them and of the pending decisions beyond them."""
        changes = await self.book.record(context, reading.terms)
        exceeding = await self._exceeding(context, changes.added)
        noted = self.presenter.noted(context.locale, changes)
        return (*noted, *self.presenter.exceeding(context.locale, exceeding))

    async def _lift(self, context: TurnContext, handler: TurnHandler) -> TurnResult:
        """End the person's limits that "no limit" can mean; what else the message asks is answered."""
        own = [each for each in await self.book.in_force(context) if _is_liftable(context, each)]
        lifted = _meant(context, own)
        if not own:
            can_lift = _requests(context.entities) or context.own_pending or _has_stated(context)
            return await handler(context) if can_lift else self._nothing_to_lift(context)
        if not lifted:
            listed = self.presenter.listed(context.locale, await self.book.in_force(context))
            return _answer(context, (*self.presenter.sentence(context.locale, "limits-which"), *listed))
        await self.book.end(context, lifted)
        ended = self.presenter.ended(context.locale, lifted)
        is_bound = any(each.proposal.max_cash is not None for each in context.own_pending)
        is_alone = not _requests(context.entities) and not is_bound
        return _answer(context, ended) if is_alone else _with_note(await handler(context), ended)

    def _nothing_to_lift(self, context: TurnContext) -> TurnResult:
        return _answer(context, self.presenter.sentence(context.locale, "limits-none"))

    async def _may_be_price(self, context: TurnContext) -> bool:
        """Return whether a bound is near the price of one of the shares that are ordered, or pending: a limit order?"""
        bound = _stated_bound(context)
        if bound is None or names_total(context.turn.text):
            return False
        trades = await self._trades_bound(context)
        return any(abs(bound / price - 1) <= _NEAR_PRICE and shares * price > bound for price, shares in trades)

    async def _trades_bound(self, context: TurnContext) -> list[tuple[Decimal, Decimal]]:
        """Return the price and the number of shares of the purchases that a bound can belong to."""
        e = context.entities
        if e.side is None:
            pending = (each.proposal for each in context.own_pending if each.proposal.side is Side.BUY)
            return [(each.price, each.shares) for each in pending if not e.symbols or each.symbol in e.symbols]
        if e.side is Side.SELL or e.shares is None or len(e.symbols) != 1:
            return []
        try:
            view = await self.portfolio.account_view(context.account, context.positions)
            quote = await view.quote(e.symbols[0])
        except MarketDataError:
            return []
        return [(quote.price, e.shares)]

    async def _exceeding(self, context: TurnContext, limits: Iterable[LimitInForce]) -> tuple[Decision, ...]:
        """Return the person's pending decisions that exceed the new limits; none if the account has no prices."""
        if not context.own_pending:
            return ()
        try:
            view = await self.portfolio.account_view(context.account, context.positions)
        except MarketDataError:
            return ()
        portfolio, exceeding = replace(view.portfolio, limits=tuple(limits)), []
        for each in context.own_pending:
            is_beyond = untold_limit_violations(
                each.proposal, portfolio.limits, portfolio=portfolio, commission=self.policy.commission
            )
            exceeding += [each] if is_beyond else []
            portfolio = with_purchase(portfolio, each.proposal)  # the next ones count beside it
        return tuple(exceeding)


@dataclass(frozen=True, slots=True)
class LimitsCommand:
    """Handler of /limits: lists, adds and removes limits. Anyone in a channel may change its limits."""

    stated: StatedLimitsHandler
    book: LimitBook
    presenter: LimitPresenter

    async def __call__(self, context: TurnContext) -> TurnResult:
        """Carry out the command."""
        reading, arguments = context.understanding.limits, context.understanding.arguments
        limits = await self.book.in_force(context)
        if (removal := read_limit_removal(arguments)) is not None:
            return await self._remove(context, limits, removal)
        if not arguments:
            return _result(await self._listed(context, limits))
        if reading is None or reading.problem is not None:
            return _result(self.presenter.sentence(context.locale, "limits-not-read"))
        if not reading.is_alone:
            return _result(self.presenter.sentence(context.locale, "limits-not-read"))
        return _result(await self.stated.note(context, reading))

    async def _remove(
        self, context: TurnContext, limits: tuple[LimitInForce, ...], removal: LimitRemoval
    ) -> TurnResult:
        """End one limit by its number in the list, or all of the person's own."""
        number = removal.number
        own = tuple(each for each in limits if each.terms.scope is not LimitScope.CHANNEL)
        chosen = own if number is None else limits[number - 1 : number] if number > 0 else ()
        bounds = await bounds_in_force(self.book.stores, context) if number is None else ()
        if not chosen and not bounds:
            return _result(await self._listed(context, limits))
        await self.book.end(context, chosen)
        result = _result(self.presenter.ended(context.locale, chosen, bounds))
        return replace(result, stated_limits=without_bounds(context)) if bounds else result

    async def _listed(self, context: TurnContext, limits: tuple[LimitInForce, ...]) -> tuple[Block, ...]:
        """Return all limits in force, also those stated with a request."""
        return self.presenter.listed(context.locale, limits, await bounds_in_force(self.book.stores, context))


def _stated_bound(context: TurnContext) -> Decimal | None:
    """Return the bound on purchases that a message states for its request or for the conversation, account currency."""
    e, reading = context.entities, context.understanding.limits
    if reading is None:
        return e.amount if e.amount_is_limit else None
    terms = reading.terms[0] if len(reading.terms) == 1 else None
    is_bound = terms is not None and terms.measure in _SPENDING and terms.unit is LimitUnit.MONEY
    return terms.value if terms is not None and is_bound and terms.scope is LimitScope.THREAD else None


def _meant(context: TurnContext, own: Sequence[LimitInForce]) -> list[LimitInForce]:
    """Return the limits that a message ends: all, the one it names by its number, or the only one; empty: nobody knows.

    "No limit" beside a request ends those of the conversation.
    """
    value = context.understanding.lifted_value
    if context.understanding.lifts_all_limits:
        return list(own)
    if value is not None:
        named = [each for each in own if each.terms.value == value]
        return named if len(named) == 1 else []
    of_thread = [each for each in own if each.terms.scope is LimitScope.THREAD]
    if not context.understanding.ends_limits and of_thread:
        return of_thread
    return list(own) if len(own) == 1 else []


def _amending(context: TurnContext, reading: LimitReading, exceeding: Sequence[Decision]) -> TurnContext | None:
    """Return a bound on spending as a change of the one pending purchase that exceeds it; None: it is none."""
    terms = reading.terms[0]
    is_spending = len(reading.terms) == 1 and terms.measure in _SPENDING and terms.unit is LimitUnit.MONEY
    purchases = [each for each in context.own_pending if each.proposal.side is Side.BUY]
    if not is_spending or len(exceeding) != 1 or len(purchases) != 1:
        return None
    entities = Entities(symbols=(exceeding[0].proposal.symbol,), amount=terms.value, amount_is_limit=True)
    return context.with_entities(entities)


def _is_liftable(context: TurnContext, limit: LimitInForce) -> bool:
    is_own = limit.terms.scope is not LimitScope.CHANNEL and limit.limit.stated_by.id == context.turn.person.id
    return is_own and limit.terms.measure is not LimitMeasure.PREFERENCE


def _has_stated(context: TurnContext) -> bool:
    """Return whether the person has said a limit with a request in this conversation."""
    return any(each.by == context.turn.person.id for each in context.conversation.stated_limits)


def _requests(entities: Entities) -> bool:
    return entities.side is not None or bool(entities.symbols)


def _answer(context: TurnContext, blocks: tuple[Block, ...], *, has_question: bool = False) -> TurnResult:
    return TurnResult(
        answer=Answer(blocks=blocks, symbols=context.entities.symbols, has_question=has_question),
        state=context.state,
        stated_limits=context.conversation.stated_limits,
        offered=(),
    )


def _with_note(result: TurnResult, note: tuple[Block, ...]) -> TurnResult:
    return replace(result, answer=replace(result.answer, blocks=(*note, *result.answer.blocks)))


def _result(blocks: tuple[Block, ...]) -> TurnResult:
    return TurnResult(answer=Answer(blocks=blocks))
