"""Builds parts of the agents' input as JSON values: amounts are strings, unknown values are left out."""

import json
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
from bot.domain.trading.trading_limits import LimitInForce, LimitMeasure
from bot.domain.trading.validation import CENT

ModelInput = dict[str, object]  # a JSON object

NEWS_SPAN: Final = timedelta(days=2)  # before the instant of the request
MAX_NEWS: Final = 5
MAX_HISTORY: Final = 5  # past decisions
CLOSES: Final = 7

_CONVERSATION_TOKENS: Final = 3_000  # approximately
_TEXT_LENGTH: Final = 300  # characters of a headline, a source or a past reason
_TONES: Final = {1: "good", -1: "bad"}
_YIELD_PLACES: Final = Decimal("0.0001")


def features_with_snapshots(request: DecisionRequest) -> list[tuple[Features, Snapshot | None]]:
    """Return the features of each symbol with the snapshot they were computed from, or None."""
    snapshots = {snapshot.quote.symbol: snapshot for snapshot in request.snapshots}
    return [(features, snapshots.get(features.symbol)) for features in request.features]


def conversation_input(request: DecisionRequest) -> ModelInput:
    """Return `question`, and `conversation` with the messages before it."""
    conversation = pack_conversation(request.context, limit_tokens=_CONVERSATION_TOKENS)
    question: ModelInput = {"question": request.text} if request.text else {}
    return {**question, "conversation": json.loads(conversation)} if conversation else question


def market_input(features: Features, snapshot: Snapshot | None) -> ModelInput:
    """Return the latest closes, the open of the session if its bar is known, and the price if it is newer."""
    market: ModelInput = {"ticker": features.symbol, "date": features.session.isoformat()}
    bars = snapshot.bars if snapshot else ()
    if bars and bars[-1].session == features.session:  # a running session has no bar yet
        market["open"] = str(bars[-1].open)
    if bars:
        market["close_7d"] = [str(bar.close) for bar in bars[-CLOSES:]]
    if not features.is_close or not bars:
        market["price"] = str(features.price)
    return market


def company_input(features: Features) -> ModelInput:
    """Return the company's figures; the dividend yield in percent."""
    year, dividend_yield = features.range52w, features.dividend_yield
    facts = {fact.name: fact.value for fact in features.facts}
    figures = {
        "market_cap": features.market_cap,
        "pe_ratio": features.pe_ratio,
        "dividend_yield": None if dividend_yield is None else (dividend_yield * 100).quantize(_YIELD_PLACES),
        "week_52_high": year.high if year else None,
        "week_52_low": year.low if year else None,
        "quarterly_dividend": facts.get("dividend_per_share_quarterly"),
    }
    return {name: str(figure) for name, figure in figures.items() if figure is not None}


def news_input(features: Features, snapshot: Snapshot | None) -> ModelInput:
    """Return the headlines of the last `NEWS_SPAN`, at most `MAX_NEWS`."""
    items = snapshot.news if snapshot else features.news
    recent = [item for item in items if features.as_of - NEWS_SPAN <= item.published <= features.as_of]
    return {"top_k_events": [_news_item(item) for item in recent[:MAX_NEWS]]}


def _news_item(item: NewsItem) -> ModelInput:
    event: ModelInput = {
        "date": market_date(item.published).isoformat(),
        "title": single_line(item.title, limit=_TEXT_LENGTH),
        "source": single_line(item.source, limit=_TEXT_LENGTH),
    }
    return {**event, "tone": _TONES[item.tone]} if item.tone in _TONES else event


def position_input(features: Features, request: DecisionRequest) -> ModelInput:
    """Return the shares held of one symbol, their value, and for how many days they have been held."""
    held = request.portfolio.position(features.symbol)
    if held is None:
        return {"current_position_value": "0", "shares": "0"}
    return {
        "current_position_value": str((held.shares * features.price).quantize(CENT)),
        "holding_days": max((features.as_of - held.opened_at).days, 0),
        "shares": str(held.shares.normalize() if held.shares % 1 else held.shares // 1),
    }


def portfolio_input(request: DecisionRequest) -> ModelInput:
    """Return the account's figures; available cash excludes cash reserved for pending decisions and orders."""
    portfolio = request.portfolio
    return {
        "total_assets": str(portfolio.total_assets.quantize(CENT)),
        "available_cash": str((portfolio.account.cash - request.reserved_cash).quantize(CENT)),
        "position_value": str(portfolio.positions_value.quantize(CENT)),
        "commission_per_order": str(request.commission),
        "cash_to_keep_percent": _percent(portfolio.caps.cash_floor),
        "max_position_percent": _percent(portfolio.caps.position),
        "max_loss_at_stop_percent": _percent(portfolio.caps.loss_at_stop),
        **({"stated_limits": [_limit_input(each) for each in portfolio.limits]} if portfolio.limits else {}),
    }


def _limit_input(limit: LimitInForce) -> ModelInput:
    """Return what a limit says; a preference is the person's words, which bind nothing by themselves."""
    terms = limit.terms
    symbols: ModelInput = {"symbols": list(terms.symbols)} if terms.symbols else {}
    if terms.measure is LimitMeasure.PREFERENCE:
        return {"preference": single_line(terms.text, limit=_TEXT_LENGTH), **symbols}
    bound = "at_least" if terms.measure is LimitMeasure.CASH else "at_most"
    figures = {"of": terms.measure.value, bound: f"{terms.value.normalize():f}", "unit": terms.unit.value}
    period: ModelInput = {"per": terms.period.value} if terms.period else {}
    spent: ModelInput = {"spent": str(limit.spent.quantize(CENT))} if terms.measure is LimitMeasure.TOTAL else {}
    return {**figures, **period, **spent, **symbols}


def _percent(fraction: Decimal) -> str:
    return f"{(fraction * 100).normalize():f}"


def constraints_input(trade_request: TradeRequest) -> ModelInput:
    """Return the side, size, limit and stop that the person stated."""
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


def history_input(symbol: str, request: DecisionRequest) -> list[ModelInput]:
    """Return the latest decisions on one symbol, at most `MAX_HISTORY`, with the price change since."""
    past_decisions = request.retrieved.past_decisions.get(symbol, ())
    return [_past_decision(past) for past in past_decisions[:MAX_HISTORY]]


def _past_decision(past: PastDecision) -> ModelInput:
    decision: ModelInput = {
        "date": past.session.isoformat(),
        "action": past.action.value,
        "status": past.status.value,
        "price": str(past.price),
        "shares": str(past.shares),
        "confidence": str(past.confidence),
        "reasons": [single_line(reason, limit=_TEXT_LENGTH) for reason in past.reasons],
        "sessions_since": past.sessions_since,
    }
    if past.change_since is None:
        return decision
    return {**decision, "change_since_percent": str((past.change_since * 100).quantize(CENT))}
