"""Retrieves past decisions with the price change since, and recently refused orders, for an engine."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from decimal import Decimal
from typing import Final

from bot.context.policy import Policy
from bot.context.portfolio import MarketView, PortfolioService
from bot.context.turn import TurnContext
from bot.domain.conversation.retrieval import PastDecision, RefusedOrder, RetrievalResult
from bot.domain.ids import DecisionId
from bot.domain.market.snapshot import Quote, market_date
from bot.domain.trading.actual_result import ActualResult, known_results
from bot.domain.trading.decisions import Decision, DecisionKey, DecisionQuery
from bot.domain.trading.execution.orders import AccountOrder, OrderStatus, Side
from bot.domain.trading.forecasts.reflection import ReflectionQuery
from bot.domain.trading.performance import ReferencePrice, reference_price
from bot.errors import MarketDataError
from bot.ports import Clock, Stores, TradingCalendar, Transaction
from bot.trading.performance.decision_performance import closed_sessions

LATEST: Final = 5  # decisions per share
_REFUSED_WITHIN: Final = timedelta(hours=24)
_MAX_ORDERS: Final = 100  # latest orders of the account searched for refused ones
_FILLED: Final = frozenset({OrderStatus.FILLED, OrderStatus.PARTIALLY_FILLED})


@dataclass(frozen=True, slots=True, kw_only=True)
class PastDecisions:
    """Retrieves, for one turn, the history of its shares. Prices after the account's market time are never used."""

    stores: Stores
    portfolio: PortfolioService
    calendar: TradingCalendar
    policy: Policy
    clock: Clock

    async def __call__(self, context: TurnContext, symbols: tuple[str, ...]) -> RetrievalResult:
        """Return the history of `symbols`; without a price, `change_since` is None. Raises: StoreUnavailableError."""
        wanted = tuple(dict.fromkeys(symbols))
        if not wanted:
            return RetrievalResult()
        async with self.stores.read(context.turn.tenant_id) as tx:
            found = {each: await tx.decisions.find_matching(_query(context, symbol=each)) for each in wanted}
            decisions_by_symbol = {symbol: decisions for symbol, decisions in found.items() if decisions}
            refused = await self._find_refused_orders(tx, context, wanted)
            reflections = await tx.reflections.known(_reflection_query(context, wanted))
            results = await self._find_results(tx, context, decisions_by_symbol.values())
        market_view = await self.portfolio.market_view(context.account)
        quotes = await market_view.quotes(decisions_by_symbol)
        since = _Since(market_view, quotes, results)
        return RetrievalResult(
            past_decisions={
                symbol: tuple([await self._past_decision(d, since, context) for d in decisions])
                for symbol, decisions in decisions_by_symbol.items()
            },
            refused_orders=refused,
            reflections=reflections,
        )

    async def _find_results(
        self, tx: Transaction, context: TurnContext, decisions: Iterable[tuple[Decision, ...]]
    ) -> Mapping[DecisionKey, tuple[ActualResult, ...]]:
        """Return the stored results of decisions; before a session has closed since one there is none to look for."""
        keys = [each.key for some in decisions for each in some if self._sessions_since(each, context)]
        return await tx.actual_results.find(keys) if keys else {}

    async def _past_decision(self, decision: Decision, since: "_Since", context: TurnContext) -> PastDecision:
        p = decision.proposal
        reference, change = await since.change(decision)
        known = known_results(since.results.get(decision.key, ()), context.market_time)
        return PastDecision(
            symbol=p.symbol,
            session=market_date(p.price_as_of),
            action=p.action,
            status=decision.status,
            price=reference.price,
            shares=reference.shares,
            confidence=p.confidence,
            reasons=tuple(reason.words.get("text") or reason.code for reason in p.reasons),
            change_since=change,
            sessions_since=self._sessions_since(decision, context),
            facts=tuple(fact for reason in p.reasons for fact in reason.facts),
            result=max(known, key=lambda each: each.sessions, default=None),
        )

    def _sessions_since(self, decision: Decision, context: TurnContext) -> int:
        return closed_sessions(self.calendar, decision.proposal.price_as_of, context.market_time)

    async def _find_refused_orders(
        self, tx: Transaction, context: TurnContext, symbols: tuple[str, ...]
    ) -> tuple[RefusedOrder, ...]:
        """Return recently refused orders without a later fill of the same symbol, newest first."""
        orders = await tx.accounts.orders(context.account.id, limit=_MAX_ORDERS)
        refused = _refused_without_later_fill(
            (o for o in orders if o.symbol in symbols), since=self.clock.now() - _REFUSED_WITHIN
        )
        found = []
        for order in refused:
            report = await tx.accounts.report_for(order.decision_id)
            reason = report.rejection.code if report and report.rejection else "unknown"
            cost = order.shares * order.reference_price + self.policy.commission
            required = cost if order.side is Side.BUY else order.shares
            found.append(RefusedOrder(symbol=order.symbol, reason=reason, required=required))
        return tuple(found)


@dataclass(frozen=True, slots=True)
class _Since:
    """What is known of the prices since some decisions."""

    view: MarketView
    quotes: Mapping[str, Quote | MarketDataError]
    results: Mapping[DecisionKey, tuple[ActualResult, ...]]

    async def change(self, decision: Decision) -> tuple[ReferencePrice, Decimal | None]:
        """Return the price of a decision, and its change since; None: not known.

        A split in between is taken into account.
        """
        reference, quote = reference_price(decision.proposal, None), self.quotes[decision.proposal.symbol]
        if isinstance(quote, MarketDataError):
            return reference, None
        try:
            ratio = await self.view.split_ratio(quote.symbol, after=market_date(reference.as_of), through=quote.session)
        except MarketDataError:
            return reference, None
        reference = reference.after_split(ratio)
        return reference, quote.price / reference.price - 1


def _query(context: TurnContext, *, symbol: str) -> DecisionQuery:
    return DecisionQuery(limit=LATEST, symbol=symbol, market=context.account.market, known_at=context.market_time)


def _reflection_query(context: TurnContext, symbols: tuple[str, ...]) -> ReflectionQuery:
    """Return the search for what is known of these shares, and of the decisions that were recalled as similar."""
    recalled = (each.episode for each in context.conversation_context.episodes)
    return ReflectionQuery(
        account_id=context.account.id,
        known_at=context.market_time,
        symbols=symbols,
        decisions=tuple(
            DecisionKey(DecisionId(each.decision_id), each.decision_version)
            for each in recalled
            if each.decision_id is not None and each.decision_version is not None
        ),
    )


def _refused_without_later_fill(orders: Iterable[AccountOrder], *, since: datetime) -> tuple[AccountOrder, ...]:
    """Return refused orders created at `since` or later; `orders` are newest first."""
    refused: list[AccountOrder] = []
    filled_symbols: set[str] = set()
    for order in orders:
        if order.status in _FILLED:
            filled_symbols.add(order.symbol)
        elif order.status is OrderStatus.REJECTED and order.symbol not in filled_symbols and order.created_at >= since:
            refused.append(order)
    return tuple(refused)
