"""What the agents are told, as JSON values: amounts are strings, what is not known is absent; nothing is looked up."""

import json
from collections.abc import Collection, Mapping
from datetime import timedelta
from decimal import Decimal
from typing import Final

from bot.agents.packing import pack_conversation
from bot.domain.conversation.retrieval import PastDecision
from bot.domain.market.features import Features
from bot.domain.market.snapshot import NewsItem, Snapshot, market_date
from bot.domain.text.zero_width import single_line
from bot.domain.trading.decision_request import DecisionRequest
from bot.domain.trading.trade_request import TradeRequest
from bot.domain.trading.validation import CASH_FLOOR, CENT
from bot.engines.common.shortages import refused_order_lines
from bot.locales import Catalogue

ModelInput = dict[str, object]  # a JSON object

NEWS_FOR: Final = timedelta(days=2)
MOST_NEWS: Final = 5
MOST_HISTORY: Final = 5
CLOSES: Final = 7

_CONVERSATION: Final = 3_000  # tokens of what was said before, about
_TITLE: Final = 300  # characters
_TONES: Final = {1: "good", -1: "bad"}
_FINE: Final = Decimal("0.0001")


def filter_input(request: DecisionRequest) -> ModelInput:
    """Return what the filter agent sees: prices, news and positions, and what was said."""
    return {
        **_said(request),
        "symbols": {
            known.symbol: {
                "market_data": _market(known, snapshot),
                "news_events": _news(known, snapshot),
                "position_state": _position(known, request),
            }
            for known, snapshot in _each(request)
        },
    }


def decision_input(
    request: DecisionRequest, *, company_symbols: Collection[str], reasoning: Mapping[str, str], texts: Catalogue
) -> ModelInput:
    """Return what the decision agent sees: the filter's, with company figures, history, the account and its limits.

    Args:
        request: What is asked.
        company_symbols: Whose company figures are given.
        reasoning: The filter's, by symbol.
        texts: Words for orders that were refused.
    """
    told: ModelInput = {
        **_said(request),
        "constraints": _constraints(request.trade_request),
        "portfolio_info": _portfolio(request),
        "symbols": {
            known.symbol: {
                "market_data": _market(known, snapshot),
                **({"fundamental_data": _company(known)} if known.symbol in company_symbols else {}),
                "news_events": _news(known, snapshot),
                "position_state": _position(known, request),
                **({"filter_reasoning": reasoning[known.symbol]} if known.symbol in reasoning else {}),
                "history": _history(request.retrieved.past_decisions.get(known.symbol, ())),
            }
            for known, snapshot in _each(request)
        },
    }
    orders = refused_order_lines(request, texts=texts)
    return {**told, "refused_orders": orders} if orders else told


def _each(request: DecisionRequest) -> list[tuple[Features, Snapshot | None]]:
    of = {snapshot.quote.symbol: snapshot for snapshot in request.snapshots}
    return [(known, of.get(known.symbol)) for known in request.features]


def _said(request: DecisionRequest) -> ModelInput:
    before = pack_conversation(request.context, limit_tokens=_CONVERSATION)
    told: ModelInput = {"question": request.text} if request.text else {}
    return {**told, "conversation": json.loads(before)} if before else told


def _market(known: Features, snapshot: Snapshot | None) -> ModelInput:
    told: ModelInput = {"ticker": known.symbol, "date": known.session.isoformat()}
    bars = snapshot.bars if snapshot else ()
    if bars and bars[-1].session == known.session:  # a session under way has no bar yet
        told["open"] = str(bars[-1].open)
    if bars:
        told["close_7d"] = [str(bar.close) for bar in bars[-CLOSES:]]
    if not known.is_close or not bars:
        told["price"] = str(known.price)
    return told


def _company(known: Features) -> ModelInput:
    year = known.range52w
    facts = {fact.name: fact.value for fact in known.facts}
    figures = {
        "market_cap": known.market_cap,
        "pe_ratio": known.pe_ratio,
        "dividend_yield": None if known.dividend_yield is None else (known.dividend_yield * 100).quantize(_FINE),
        "week_52_high": year.high if year else None,
        "week_52_low": year.low if year else None,
        "quarterly_dividend": facts.get("dividend_per_share_quarterly"),
    }
    return {name: str(figure) for name, figure in figures.items() if figure is not None}


def _news(known: Features, snapshot: Snapshot | None) -> ModelInput:
    items = snapshot.news if snapshot else known.news
    recent = [item for item in items if known.as_of - NEWS_FOR <= item.published <= known.as_of]
    return {"top_k_events": [_item(item) for item in recent[:MOST_NEWS]]}


def _item(item: NewsItem) -> ModelInput:
    told: ModelInput = {
        "date": market_date(item.published).isoformat(),
        "title": single_line(item.title, limit=_TITLE),
        "source": single_line(item.source, limit=_TITLE),
    }
    return {**told, "tone": _TONES[item.tone]} if item.tone in _TONES else told


def _position(known: Features, request: DecisionRequest) -> ModelInput:
    held = request.portfolio.position(known.symbol)
    if held is None:
        return {"current_position_value": "0", "shares": "0"}
    return {
        "current_position_value": str((held.shares * known.price).quantize(CENT)),
        "holding_days": max((known.as_of - held.opened_at).days, 0),
        "shares": str(held.shares.normalize() if held.shares % 1 else held.shares // 1),
    }


def _portfolio(request: DecisionRequest) -> ModelInput:
    portfolio = request.portfolio
    return {
        "total_assets": str(portfolio.total_assets.quantize(CENT)),
        "available_cash": str((portfolio.account.cash - request.reserved_cash).quantize(CENT)),
        "position_value": str(portfolio.positions_value.quantize(CENT)),
        "commission_per_order": str(request.commission),
        "cash_to_keep_percent": str(int(CASH_FLOOR * 100)),
    }


def _constraints(trade_request: TradeRequest) -> ModelInput:
    figures = {
        "shares": trade_request.shares,
        "amount": trade_request.amount,
        "percent_of_position": None if trade_request.fraction is None else trade_request.fraction * 100,
        "max_cash": trade_request.max_cash,
        "stop": trade_request.stop,
    }
    named = {name: f"{figure.normalize():f}" for name, figure in figures.items() if figure is not None}
    side: ModelInput = {} if trade_request.side is None else {"side": trade_request.side.value}
    return {**side, "is_order": trade_request.is_order, **named}


def _history(past: tuple[PastDecision, ...]) -> list[ModelInput]:
    return [_past(decision) for decision in past[:MOST_HISTORY]]


def _past(decision: PastDecision) -> ModelInput:
    since = decision.change_since
    told: ModelInput = {
        "date": decision.session.isoformat(),
        "action": decision.action.value,
        "status": decision.status.value,
        "price": str(decision.price),
        "shares": str(decision.shares),
        "confidence": str(decision.confidence),
        "reasons": [single_line(reason, limit=_TITLE) for reason in decision.reasons],
        "sessions_since": decision.sessions_since,
    }
    return told if since is None else {**told, "change_since_percent": str((since * 100).quantize(CENT))}
