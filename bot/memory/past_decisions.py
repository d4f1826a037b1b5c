"""What an engine is told of before: past decisions on each share with what came since, and orders lately refused."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from bot.context.policy import Policy
from bot.context.portfolio import PortfolioService
from bot.context.turn import TurnContext
from bot.domain.conversation.retrieval import PastDecision, RefusedOrder, RetrievalResult
from bot.domain.market.snapshot import Quote, market_date
from bot.domain.trading.decisions import Decision, DecisionQuery, Reason
from bot.domain.trading.orders import Order, OrderReport, OrderStatus, Side
from bot.errors import MarketDataError
from bot.ports import Clock, Stores, TradingCalendar, Transaction

LATEST: Final = 5  # decisions per share
_REFUSED_WITHIN: Final = timedelta(hours=24)
_MAX_DECISIONS: Final = 200  # decisions read in one go, for several shares
_MAX_ORDERS: Final = 100  # the account's latest, among which refused ones are looked for
_FILLED: Final = frozenset({OrderStatus.FILLED, OrderStatus.PARTIALLY_FILLED})


@dataclass(frozen=True, slots=True, kw_only=True)
class PastDecisions:
    """Looks up, for one turn, what its shares have been through. Nothing priced after the account's now is seen."""

    stores: Stores
    portfolio: PortfolioService
    calendar: TradingCalendar
    policy: Policy
    clock: Clock

    async def __call__(self, context: TurnContext, symbols: tuple[str, ...]) -> RetrievalResult:
        """Return the history of each of `symbols`. Raises: StoreUnavailableError; a price not to be had is left out."""
        wanted = tuple(dict.fromkeys(symbols))
        if not wanted:
            return RetrievalResult()
        async with self.stores.transaction(context.turn.tenant_id) as tx:
            made = await self._find_decisions(tx, context, wanted)
            refused = await self._find_refused_orders(tx, context, wanted)
        market_view = await self.portfolio.market_view(context.account)
        quotes = await market_view.quotes(made)
        return RetrievalResult(
            past_decisions={
                symbol: tuple(self._past_decision(d, quotes[symbol], context) for d in of)
                for symbol, of in made.items()
            },
            refused_orders=refused,
        )

    async def _find_decisions(
        self, tx: Transaction, context: TurnContext, symbols: tuple[str, ...]
    ) -> Mapping[str, tuple[Decision, ...]]:
        """The latest trades proposed, newest first; one question for all shares does it, until there are very many."""
        if len(symbols) > 1:
            together = await tx.decisions.find_matching(_query(context, limit=_MAX_DECISIONS))
            if len(together) < _MAX_DECISIONS:
                return _by_symbol(together, symbols)
        found = [await tx.decisions.find_matching(_query(context, limit=LATEST, symbol=symbol)) for symbol in symbols]
        return _by_symbol((d for of in found for d in of), symbols)

    def _past_decision(self, decision: Decision, now: Quote | MarketDataError, context: TurnContext) -> PastDecision:
        p = decision.proposal
        session, last = market_date(p.price_as_of), market_date(self.calendar.last_close(context.market_time))
        return PastDecision(
            symbol=p.symbol,
            session=session,
            action=p.action,
            status=decision.status,
            price=p.price,
            shares=p.shares,
            confidence=p.confidence,
            reasons=tuple(_reason_text(reason) for reason in p.reasons),
            change_since=now.price / p.price - 1 if isinstance(now, Quote) else None,
            sessions_since=self.calendar.sessions_between(session, last) if session < last else 0,
        )

    async def _find_refused_orders(
        self, tx: Transaction, context: TurnContext, symbols: tuple[str, ...]
    ) -> tuple[RefusedOrder, ...]:
        """Orders the broker refused and that no later one on the same share has made up for, newest first."""
        orders = await tx.accounts.orders(context.account.id, limit=_MAX_ORDERS)
        lately = _refused_without_later_fill(
            (o for o in orders if o.symbol in symbols), since=self.clock.now() - _REFUSED_WITHIN
        )
        return tuple(
            [self._refused_order(o, await tx.accounts.report_for(o.decision_id)) for o in lately],
        )

    def _refused_order(self, order: Order, report: OrderReport | None) -> RefusedOrder:
        cost = order.shares * order.reference_price + self.policy.commission
        return RefusedOrder(
            symbol=order.symbol,
            reason=(report.reason if report else None) or "unknown",
            required=cost if order.side is Side.BUY else order.shares,
        )


def _query(context: TurnContext, *, limit: int, symbol: str | None = None) -> DecisionQuery:
    return DecisionQuery(limit=limit, symbol=symbol, market=context.account.market, known_at=context.market_time)


def _by_symbol(decisions: Iterable[Decision], symbols: tuple[str, ...]) -> Mapping[str, tuple[Decision, ...]]:
    """The latest of each share, and nothing of a share that has none."""
    known = tuple(decisions)
    found = {symbol: tuple(d for d in known if d.proposal.symbol == symbol)[:LATEST] for symbol in symbols}
    return {symbol: of for symbol, of in found.items() if of}


def _refused_without_later_fill(orders: Iterable[Order], *, since: datetime) -> tuple[Order, ...]:
    refused: list[Order] = []
    met: set[str] = set()
    for order in orders:
        if order.status in _FILLED:
            met.add(order.symbol)
        elif order.status is OrderStatus.REJECTED and order.symbol not in met and order.created_at >= since:
            refused.append(order)
    return tuple(refused)


def _reason_text(reason: Reason) -> str:
    return reason.words.get("text") or reason.code
