"""What a model is told for a decision: tokens of the prompt for one and for five shares, and requests per decision.

    python -m benchmarks.decision_prompt

The sample market's five companies, each held, with earlier decisions, limits and a long conversation; news and their
descriptions are made up, as many as are told. Counted with the project's own estimate, system prompt and schema
included. Targets: <= 2,600 tokens for one share and <= 6,000 for five, up to 600 for what is recalled included; 1
request for up to five shares.
"""

import asyncio
from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta
from decimal import Decimal
from typing import Final
from uuid import UUID

from adapters.market.instruments import load_instruments
from adapters.market.sample import DEFAULT_NOW, SampleMarket
from benchmarks.measuring import print_conditions, read_numbers
from bot.context.portfolio import MarketView
from bot.domain.accounting.results import AccountDrawdown
from bot.domain.conversation.retrieval import ConversationContext, PastDecision, RetrievalResult
from bot.domain.conversation.threads import Person
from bot.domain.ids import AccountId, ConversationId, LimitId, TenantId
from bot.domain.market.features import compute_features
from bot.domain.market.snapshot import NewsItem, Snapshot
from bot.domain.models.requests import Caller, ModelRequest
from bot.domain.models.token_estimate import estimate_prompt_tokens, estimate_tokens
from bot.domain.trading.accounts import Account, Portfolio, Position
from bot.domain.trading.decision_request import DecisionRequest, TradeRequest
from bot.domain.trading.decisions import Action, DecisionStatus
from bot.domain.trading.trading_limits import LimitInForce, LimitMeasure, LimitTerms, LimitUnit, TradingLimit
from bot.engines.common.decision_input import RECALL_TOKENS, packed_conversation
from bot.engines.dual.engine import DualEngine
from bot.engines.rules.analysis import rules_view
from bot.trading.figures.claims import read_market
from tests.fakes.clock import FixedClock, new_ids
from tests.fakes.dual_answers import script
from tests.fakes.model import models

SYMBOLS: Final = ("AAPL", "FB", "GOOG", "IBM", "MSFT")
TARGETS: Final = {1: 2_600, 5: 6_000}
TENANT: Final = TenantId(UUID(int=1))
NEWS: Final = 5
WORDS: Final = "Analysts weigh results, margins and guidance after a volatile session. "


def _with_news(snapshot: Snapshot, symbol: str) -> Snapshot:
    items = (
        NewsItem(
            symbol=symbol,
            published=DEFAULT_NOW - timedelta(hours=5 * number),
            title=f"{symbol} {WORDS}"[:90],
            source="Newswire",
            tone=number % 3 - 1,
            description=WORDS * 3,
        )
        for number in range(NEWS)
    )
    return replace(snapshot, news=tuple(items))


def _portfolio(prices: dict[str, Decimal]) -> Portfolio:
    account = Account(
        id=AccountId(UUID(int=2)),
        tenant_id=TENANT,
        kind="paper",
        market="sample",
        currency="USD",
        starting_cash=Decimal(100_000),
        cash=Decimal(60_000),
        market_time=DEFAULT_NOW,
    )
    positions = (Position(each, Decimal(10), price, DEFAULT_NOW - timedelta(days=40)) for each, price in prices.items())
    return Portfolio(account, tuple(positions), prices, limits=_limits())


def _limits() -> tuple[LimitInForce, ...]:
    terms = (
        LimitTerms(measure=LimitMeasure.TRADE, value=Decimal(3_000)),
        LimitTerms(measure=LimitMeasure.POSITION, unit=LimitUnit.PERCENT, value=Decimal(15)),
        LimitTerms(measure=LimitMeasure.PREFERENCE, text="never hold over earnings"),
    )
    ann = Person("U1", "Ann")
    return tuple(
        LimitInForce(
            TradingLimit(
                id=LimitId(UUID(int=number)),
                terms=each,
                stated_by=ann,
                stated_at=DEFAULT_NOW,
                conversation_id=ConversationId(UUID(int=3)),
                channel="C1",
            )
        )
        for number, each in enumerate(terms, 1)
    )


def _past(symbol: str) -> tuple[PastDecision, ...]:
    return tuple(
        PastDecision(
            symbol=symbol,
            session=(DEFAULT_NOW - timedelta(days=7 * number)).date(),
            action=Action.INCREASE,
            status=DecisionStatus.FILLED,
            price=Decimal("455.49"),
            shares=Decimal(10),
            confidence=Decimal("0.60"),
            reasons=(f"The trend is up and the valuation is moderate. {WORDS}",),
            change_since=Decimal("0.0312"),
            sessions_since=5 * number,
        )
        for number in range(1, 6)
    )


async def full_request(symbols: Sequence[str]) -> DecisionRequest:
    """Return a request on some of `SYMBOLS` in which every source has something to tell."""
    market, instruments = SampleMarket(), load_instruments(None)
    snapshots = {each: await market.snapshot(each) for each in SYMBOLS}
    prices = {each: snapshot.quote.price for each, snapshot in snapshots.items()}
    asked = tuple(_with_news(snapshots[each], each) for each in symbols)
    names = {each: found.names[1:] for each in SYMBOLS if (found := instruments.get(each)) is not None}
    view = MarketView(market_time=DEFAULT_NOW, as_of=DEFAULT_NOW, market=market)
    return DecisionRequest(
        features=tuple(compute_features(snapshot) for snapshot in asked),
        portfolio=_portfolio(prices),
        trade_request=TradeRequest(max_cash=Decimal(3_000)),
        commission=Decimal(1),
        reserved_cash=Decimal(0),
        caller=Caller(tenant_id=TENANT),
        text="should I buy? at most $3,000",
        snapshots=asked,
        context=ConversationContext(summary="\n".join([f"Ann asked about the market. {WORDS}"] * 60)),
        retrieved=RetrievalResult(past_decisions={each: _past(each) for each in symbols}),
        names=names,
        market=(await read_market(view)).change,
        drawdown=AccountDrawdown(peak=Decimal(110_000), total=Decimal(100_000), deepest=Decimal("0.2")),
    )


async def measure(symbols: Sequence[str]) -> list[ModelRequest]:
    """Return the requests that one decision on `symbols` takes of a model that answers well."""
    client, fake = models(script)
    clock = FixedClock()
    engine = DualEngine(client=client, clock=clock, new_id=new_ids(clock), rules_view=rules_view)
    await engine.decide(await full_request(symbols))
    return fake.requests


def recalled_tokens(request: DecisionRequest) -> int:
    """Return the tokens of what is recalled, the question included."""
    return packed_conversation(request).tokens


async def main() -> None:
    """Print the figures."""
    print_conditions()
    for count, target in TARGETS.items():
        requests = await measure(SYMBOLS[:count])
        tokens = sum(estimate_prompt_tokens(each) for each in requests)
        recalled = recalled_tokens(await full_request(SYMBOLS[:count]))
        figures = f"{count} share{'s' if count > 1 else ' '}  requests {len(requests)}  prompt tokens {tokens:,}"
        print(f"{figures} (target {target:,}), of these recalled {recalled} (at most about {RECALL_TOKENS})")
    requests = await measure(SYMBOLS)
    print(f"\nsystem prompt {estimate_tokens(requests[0].messages[0].text):,} tokens")


if __name__ == "__main__":
    read_numbers(__doc__)
    asyncio.run(main())
