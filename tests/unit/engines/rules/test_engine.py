"""The engine without a model over one question: ceilings, and what each buy leaves to the next."""

from dataclasses import replace
from decimal import Decimal

from bot.domain.models.requests import Caller
from bot.domain.trading.decision_request import DecisionRequest, ShareCap, TradeRequest
from bot.domain.trading.decisions import Action
from bot.domain.trading.execution.orders import Side
from bot.engines.rules.engine import RulesEngine
from tests.fakes.market import portfolio, rising_features

D = Decimal
QUESTION = DecisionRequest(
    features=(rising_features(),),
    portfolio=portfolio(),
    trade_request=TradeRequest(),
    commission=D(0),
    reserved_cash=D(0),
    caller=Caller(tenant_id=portfolio().account.tenant_id),
)
SYMBOL = rising_features().symbol


async def shares(question: DecisionRequest) -> list[Decimal]:
    return [p.shares for p in (await RulesEngine().decide(question)).proposals]


async def test_a_ceiling_on_the_same_side_bounds_the_size_and_is_said() -> None:
    (proposal,) = (
        await RulesEngine().decide(replace(QUESTION, share_caps={SYMBOL: ShareCap(Side.BUY, D(2))}))
    ).proposals
    assert (proposal.action, proposal.shares) == (Action.INCREASE, D(2))
    assert "sized_by_named_shares" in {reason.code for reason in proposal.reasons}


async def test_a_ceiling_on_the_other_side_or_share_bounds_nothing() -> None:
    free = await shares(QUESTION)
    assert free[0] > 2
    assert await shares(replace(QUESTION, share_caps={SYMBOL: ShareCap(Side.SELL, D(2))})) == free
    assert await shares(replace(QUESTION, share_caps={"OTHER": ShareCap(Side.BUY, D(2))})) == free


async def test_a_ceiling_above_the_size_enlarges_nothing() -> None:
    assert await shares(replace(QUESTION, share_caps={SYMBOL: ShareCap(Side.BUY, D(10**6))})) == await shares(QUESTION)


async def test_what_a_ceiling_leaves_is_there_for_the_next() -> None:
    both = replace(
        QUESTION,
        features=(rising_features(), replace(rising_features(), symbol="NEXT")),
        trade_request=TradeRequest(max_cash=D(1_000)),
    )
    assert await shares(both) == [D(10), D(0)]
    assert await shares(replace(both, share_caps={SYMBOL: ShareCap(Side.BUY, D(2))})) == [D(2), D(8)]
