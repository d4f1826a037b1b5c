"""Builders of decision requests: made-up symbols at 100 dollars that have risen half a dollar a day."""

from dataclasses import replace
from datetime import timedelta
from decimal import Decimal
from typing import Any
from uuid import UUID

from bot.agents.model_client import ModelClient
from bot.domain.ids import TenantId
from bot.domain.market.features import Features
from bot.domain.market.snapshot import Bar, NewsItem, Quote, QuoteKind, Snapshot
from bot.domain.models.requests import Caller
from bot.domain.trading.decision_request import DecisionRequest, TradeRequest
from bot.domain.trading.trading_limits import Caps
from bot.engines.dual.engine import DualEngine, FilterMode
from bot.engines.rules.analysis import rules_view
from tests.fakes.clock import FixedClock, new_ids
from tests.fakes.market import CLOSE, neutral_features, portfolio

_SESSIONS = 10
_STEP = Decimal("0.5")


def snapshot(known: Features, *news: NewsItem) -> Snapshot:
    """What `known` could have been computed from: ten sessions up to its price, the last one its own."""
    bars = tuple(
        Bar(
            session=known.session - timedelta(days=ago),
            open=known.price - 1,
            high=known.price + 1,
            low=known.price - 2,
            close=known.price - ago * _STEP,
            volume=1_000,
        )
        for ago in reversed(range(_SESSIONS))
    )
    kind = QuoteKind.CLOSE if known.is_close else QuoteKind.LIVE
    quote = Quote(known.symbol, known.price, known.as_of, known.session, known.source, kind)
    return Snapshot(quote, bars, news=news)


def headline(title: str, *, symbol: str = "IBM", days_ago: float = 1, tone: int = 0) -> NewsItem:
    return NewsItem(symbol, CLOSE - timedelta(days=days_ago), title, "press", tone)


WIDE = Caps(position=Decimal(1), position_without_stop=Decimal(1), loss_at_stop=Decimal(1))


def decision_request(*symbols: str, **changes: Any) -> DecisionRequest:  # noqa: ANN401 - any field of DecisionRequest
    """A question about `symbols` (default: IBM) with 100,000 in cash and nothing held."""
    known = tuple(neutral_features(symbol=symbol) for symbol in symbols or ("IBM",))
    asked = DecisionRequest(
        features=known,
        portfolio=replace(portfolio(), caps=WIDE),  # most tests are not about caps
        trade_request=TradeRequest(),
        commission=Decimal(0),
        reserved_cash=Decimal(0),
        caller=Caller(tenant_id=TenantId(UUID(int=2))),
        snapshots=tuple(snapshot(each) for each in known),
    )
    return replace(asked, **changes)


def dual_engine(client: ModelClient, *, filter_mode: FilterMode = "auto") -> DualEngine:
    """Return the engine `dual` over `client`."""
    clock = FixedClock()
    return DualEngine(client=client, clock=clock, new_id=new_ids(clock), rules_view=rules_view, filter_mode=filter_mode)
