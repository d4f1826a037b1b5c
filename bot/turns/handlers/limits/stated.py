"""Limits that a message states or ends, alone or beside another request."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import Final, NamedTuple

from bot.context.policy import Policy
from bot.context.portfolio import PortfolioService
from bot.context.turn import RequestHandlers, TurnContext, TurnHandler, TurnResult
from bot.domain.conversation.blocks import Block
from bot.domain.conversation.replies import Answer
from bot.domain.conversation.requests import Request, shares_named
from bot.domain.conversation.requests.limits import AddLimits, EndLimits, RemoveLimits, StateLimits
from bot.domain.conversation.requests.named_shares import NamedShares
from bot.domain.conversation.requests.trades import Order, OrderRequest, TradeTerms
from bot.domain.trading.bound_checks import with_purchase
from bot.domain.trading.bound_reasons import exceeds_limit, with_bound_reasons
from bot.domain.trading.decisions import Decision
from bot.domain.trading.execution.orders import Side
from bot.domain.trading.sizes.sizing import stated_risk_of
from bot.domain.trading.trading_limits import (
    LimitInForce,
    LimitMeasure,
    LimitProblem,
    LimitScope,
    LimitTerms,
    LimitUnit,
    limits_shown,
)
from bot.errors import MarketDataError
from bot.presentation.decisions.limits import LimitPresenter
from bot.reading.assembly.limit_words import names_total
from bot.trading.limits.limit_book import LimitBook, limit_of
from bot.turns.handlers.decide import DecideHandler

_NEAR_PRICE: Final = Decimal("0.15")  # of the price: a bound this close to it may be a limit price
_SPENDING: Final = frozenset({LimitMeasure.TRADE, LimitMeasure.TOTAL})


class _Purchase(NamedTuple):
    price: Decimal  # of a share, account currency
    shares: Decimal


@dataclass(frozen=True, slots=True)
class StatedLimitsHandler:
    """Notes and ends the limits that a message speaks of, alone or beside another request, and says so."""

    book: LimitBook
    presenter: LimitPresenter
    portfolio: PortfolioService
    policy: Policy
    change_order: DecideHandler  # of a pending purchase under a limit

    def handlers(self) -> RequestHandlers:
        """Return the handler of each kind."""
        return {StateLimits: self._state, EndLimits: self._end_alone}

    async def __call__(self, context: TurnContext, handler: TurnHandler) -> TurnResult:
        """Return the answer of `handler` to a message that speaks of limits beside its request, or bounds an order.

        Raises as `handler`.
        """
        request, beside = context.request, next(iter(context.beside), None)
        terms = request.terms if isinstance(request, OrderRequest) else TradeTerms(shares=shares_named(request))
        stated = beside if isinstance(beside, StateLimits) else None
        bound = _order_bound(context, terms) if stated is None else _spending_bound(context, stated.terms)
        problem = stated.problem if stated is not None else None
        problem = problem or _price_problem(bound, await self._purchases_ordered(context, terms) if bound else ())
        if problem is not None:
            return self._asked_back(context, problem, terms.symbols)
        if isinstance(beside, EndLimits):
            return await self._end(context, beside, handler, terms)
        if stated is None:
            return await handler(context)
        changes = await self.book.record(context, stated.terms)
        noted = self.presenter.noted(context.locale, changes)
        return _with_note(await handler(context), noted, changes.added)

    async def note(
        self, context: TurnContext, terms: Sequence[LimitTerms], *, symbols: tuple[str, ...] = (), amends: bool = False
    ) -> TurnResult:
        """Note limits; say so, and which pending decisions are beyond them; `amends`: the only one is changed."""
        changes = await self.book.record(context, terms)
        noted = self.presenter.noted(context.locale, changes)
        pending = await self.within_bounds(context, changes.added)
        exceeding = tuple(each for each in pending if exceeds_limit(each.proposal))
        if amends and (amending := _amending(context, terms, exceeding)) is not None:
            return _with_note(await self.change_order(context, amending), noted, changes.added)
        own = {each.terms.bounded for each in changes.added if not _is_of_channel(each)}
        of_channel = filter(_is_of_channel, await self.book.in_force(context))
        left = self.presenter.left(context.locale, (each for each in of_channel if each.terms.bounded in own))
        blocks = (*noted, *left, *self.presenter.exceeding(context.locale, exceeding))
        result = _answer(context, blocks, symbols=symbols, limits=changes.added)
        return result.undone_by(*undoing(changes.added, changes.ended))

    async def _state(self, context: TurnContext, request: StateLimits) -> TurnResult:
        """Note the limits that a message only states; one for everybody is offered with buttons."""
        if request.for_everybody:
            locale, of_everybody = context.locale, request.for_everybody
            alone = tuple(replace(each, scope=LimitScope.PERSON) for each in of_everybody)
            limits = tuple(LimitInForce(limit_of(context.turn, each, at)) for at, each in enumerate(of_everybody))
            answer = self.presenter.offered(locale, limits, turn_id=context.turn.id)
            guesses = (AddLimits(of_everybody), AddLimits(alone))
            return context.aside(replace(answer, guesses=guesses, symbols=request.symbols))
        bound = _spending_bound(context, request.terms)
        problem = request.problem or _price_problem(bound, _purchases_pending(context, request.symbols))
        if problem is not None:
            return self._asked_back(context, problem, request.symbols)
        return await self.note(context, request.terms, symbols=request.symbols, amends=True)

    def _asked_back(self, context: TurnContext, problem: LimitProblem, symbols: tuple[str, ...]) -> TurnResult:
        blocks = self.presenter.asked_back(context.locale, problem)
        return _answer(context, blocks, symbols=symbols, has_question=True)

    async def _end_alone(self, context: TurnContext, request: EndLimits) -> TurnResult:
        lifting = TradeTerms(lifts_max_cash=True)

        async def change(context: TurnContext) -> TurnResult:
            return await self.change_order(context, Order(terms=lifting))

        return await self._end(context, request, change, lifting)

    async def _end(
        self, context: TurnContext, request: EndLimits, handler: TurnHandler, terms: TradeTerms
    ) -> TurnResult:
        """End the person's limits that "no limit" can mean; what else the message asks is answered."""
        locale, symbols, limits = context.locale, terms.symbols, await self.book.in_force(context)
        own = [each for each in limits if _is_liftable(context, each)]
        pending = [each.proposal for each in context.own_pending]
        is_bound = any(each.max_cash is not None or stated_risk_of(each) is not None for each in pending)
        if not own:
            if _requests(terms) or is_bound or _has_stated(context):
                return await handler(context)
            left = self.presenter.listed(locale, limits) if limits else ()
            none = self.presenter.paragraph(locale, "limits-none-own" if limits else "limits-none")
            return _answer(context, (*none, *left), symbols=symbols, limits=limits)
        if not (lifted := _meant(request, own)):
            listed = self.presenter.listed(locale, limits)
            which = (*self.presenter.paragraph(locale, "limits-which"), *listed)
            return _answer(context, which, symbols=symbols, limits=limits)
        await self.book.end(context, lifted)
        ended = (*self.presenter.ended(locale, lifted), *self.presenter.left(locale, filter(_is_of_channel, limits)))
        if _requests(terms) or is_bound:
            return _with_note(await handler(context), ended)
        return _answer(context, ended, symbols=symbols).undone_by(*undoing(ended=lifted))

    async def _purchases_ordered(self, context: TurnContext, terms: TradeTerms) -> list[_Purchase]:
        if terms.side is None:
            return _purchases_pending(context, terms.symbols)
        if terms.side is Side.SELL or terms.count is None or len(terms.symbols) != 1:
            return []
        try:
            view = await self.portfolio.account_view(context.account, context.positions)
            quote = await view.quote(terms.symbols[0])
        except MarketDataError:
            return []
        return [_Purchase(quote.price, terms.count)]

    async def within_bounds(self, context: TurnContext, limits: Sequence[LimitInForce]) -> tuple[Decision, ...]:
        """Return the person's pending purchases with reasons of now, in place of those of their cards, about bounds.

        Each counts beside those before it. Empty if the account has no prices.
        """
        if not context.own_pending:
            return ()
        try:
            view = await self.portfolio.account_view(context.account, context.positions)
        except MarketDataError:
            return ()
        portfolio, purchases = replace(view.portfolio, limits=tuple(limits)), []
        reserved, commission = Decimal(0), self.policy.commission
        for each in context.own_pending:
            if each.proposal.side is Side.BUY:
                told = with_bound_reasons(
                    each.proposal, portfolio=portfolio, commission=commission, reserved_cash=reserved
                )
                purchases.append(replace(each, proposal=told))
                reserved += each.proposal.cash_change + commission
            portfolio = with_purchase(portfolio, each.proposal)
        return tuple(purchases)


def undoing(added: Sequence[LimitInForce] = (), ended: Sequence[LimitInForce] = ()) -> tuple[Request, ...]:
    """Return what undoes a change of limits; empty: one that ended was used in part, and would begin anew."""
    if any(each.spent for each in ended):
        return ()
    again = (AddLimits(tuple(each.terms for each in ended)),) if ended else ()  # each ends the one that replaced it
    if len(added) == len(ended):
        return again
    gone = (RemoveLimits(ids=tuple(each.limit.id for each in added)),) if added else ()
    return (*gone, *again)


def _price_problem(bound: Decimal | None, purchases: Iterable[_Purchase]) -> LimitProblem | None:
    """Return that a bound is near the price of one of the shares that it binds: it may be that of a limit order."""
    if bound is None:
        return None
    is_near = any(abs(bound / each.price - 1) <= _NEAR_PRICE and each.shares * each.price > bound for each in purchases)
    return LimitProblem.PRICE_OR_TOTAL if is_near else None


def _purchases_pending(context: TurnContext, symbols: Collection[str]) -> list[_Purchase]:
    """Return the person's pending purchases of some shares, or of all if none is named."""
    pending = (each.proposal for each in context.own_pending if each.proposal.side is Side.BUY)
    return [_Purchase(each.price, each.shares) for each in pending if not symbols or each.symbol in symbols]


def _order_bound(context: TurnContext, terms: TradeTerms) -> Decimal | None:
    """Return the bound on the cost of what a message orders, account currency; None: none that may be a price."""
    return None if names_total(context.turn.text) else terms.max_cash


def _spending_bound(context: TurnContext, limits: Sequence[LimitTerms]) -> Decimal | None:
    """Return the bound on purchases of a conversation, account currency; None: none that may be a price."""
    is_of_thread = len(limits) == 1 and _is_spending(limits[0]) and limits[0].scope is LimitScope.THREAD
    return limits[0].value if is_of_thread and not names_total(context.turn.text) else None


def _is_spending(terms: LimitTerms) -> bool:
    return terms.measure in _SPENDING and terms.unit is LimitUnit.MONEY


def _meant(request: EndLimits, own: Sequence[LimitInForce]) -> list[LimitInForce]:
    """Return the limits that end: all, the one named by its number, or the only one; empty: nobody knows."""
    if request.is_all:
        return list(own)
    named = [each for each in own if request.value in {None, each.terms.value}]
    return named if len(named) == 1 else []


def _amending(context: TurnContext, limits: Sequence[LimitTerms], exceeding: Sequence[Decision]) -> Order | None:
    """Return a bound on spending as a change of the one pending purchase that exceeds it; None: it is none."""
    purchases = [each for each in context.own_pending if each.proposal.side is Side.BUY]
    is_spending = len(limits) == 1 and _is_spending(limits[0])
    if not is_spending or len(exceeding) != 1 or len(purchases) != 1:
        return None
    shares = NamedShares(symbols=(exceeding[0].proposal.symbol,))
    return Order(terms=TradeTerms(shares=shares, max_cash=limits[0].value))


def _is_of_channel(limit: LimitInForce) -> bool:
    return limit.terms.scope is LimitScope.CHANNEL


def _is_liftable(context: TurnContext, limit: LimitInForce) -> bool:
    is_own = not _is_of_channel(limit) and limit.limit.stated_by.id == context.turn.person.id
    return is_own and limit.terms.measure is not LimitMeasure.PREFERENCE


def _has_stated(context: TurnContext) -> bool:
    return any(each.by == context.turn.person.id for each in context.conversation.stated_limits)


def _requests(terms: TradeTerms) -> bool:
    return terms.side is not None or bool(terms.symbols)


def _answer(
    context: TurnContext,
    blocks: tuple[Block, ...],
    *,
    symbols: tuple[str, ...] = (),
    has_question: bool = False,
    limits: Sequence[LimitInForce] = (),
) -> TurnResult:
    shows = limits_shown(limits)
    return context.aside(Answer(blocks=blocks, symbols=symbols, has_question=has_question, shows=shows))


def _with_note(result: TurnResult, note: tuple[Block, ...], limits: Sequence[LimitInForce] = ()) -> TurnResult:
    answer = result.answer
    shows = (*limits_shown(limits), *answer.shows)
    return replace(result, answer=replace(answer, blocks=(*note, *answer.blocks), shows=shows))
