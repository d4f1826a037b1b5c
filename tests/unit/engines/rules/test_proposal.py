from dataclasses import replace
from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from adapters.market.sample import SampleMarket
from bot.domain.market.features import Features, compute_features
from bot.domain.market.indicators import Bollinger, Macd
from bot.domain.models.requests import Caller
from bot.domain.trading.decision_request import DecisionRequest, ShareCap, TradeRequest
from bot.domain.trading.decisions import Action, Proposal
from bot.domain.trading.execution.orders import Side
from bot.domain.trading.trading_limits import Limits
from bot.domain.trading.validation import find_violations
from bot.engines.rules.engine import RulesEngine
from bot.engines.rules.proposal import propose
from tests.fakes.market import falling_features, neutral_features, portfolio, rising_features

D = Decimal


def notes(proposal: Proposal) -> list[str]:
    return [reason.code for reason in proposal.reasons]


class TestLeftToTheScore:
    def test_good_score_then_increase_sized_by_risk(self) -> None:
        p = propose(rising_features(atr14=5.0), portfolio=portfolio())
        assert (p.action, p.shares, p.cash_change, p.stop_price) == (Action.INCREASE, D(100), D(10_000), D(90))
        assert "sized_by_risk" in notes(p)
        assert p.engine == "rules"

    def test_bad_score_without_a_position_then_hold(self) -> None:
        p = propose(falling_features(), portfolio=portfolio())
        assert (p.action, p.shares, p.cash_change, p.stop_price) == (Action.HOLD, D(0), D(0), None)
        assert "no_position" in notes(p)

    def test_very_bad_score_with_a_position_then_close(self) -> None:
        p = propose(falling_features(), portfolio=portfolio(shares=7))
        assert (p.action, p.shares, p.target_cash_amount, p.cash_change) == (Action.CLOSE, D(7), D(0), D(-700))

    def test_bad_score_with_a_position_then_half(self) -> None:
        p = propose(
            falling_features(change_120=0.0), portfolio=portfolio(shares=7)
        )  # -0.50 + nothing else: just closing
        assert p.action is Action.CLOSE
        p = propose(falling_features(change_120=0.0, pe_ratio=D(10)), portfolio=portfolio(shares=7))  # -0.43
        assert (p.action, p.shares, p.target_cash_amount) == (Action.DECREASE, D(3), D(400))

    def test_half_of_one_share_then_hold_and_why(self) -> None:
        p = propose(falling_features(change_120=0.0, pe_ratio=D(10)), portfolio=portfolio(shares=1))
        assert p.action is Action.HOLD
        assert {"too_small", "sized_by_part_of_position"} <= set(notes(p))

    def test_neutral_score_then_hold_and_why(self) -> None:
        p = propose(neutral_features(), portfolio=portfolio(shares=5))
        assert (p.action, p.target_cash_amount) == (Action.HOLD, D(500))
        assert "score_neutral" in notes(p)

    @pytest.mark.parametrize(
        ("known", "side", "code"),
        [(rising_features(), Side.SELL, "score_would_buy"), (falling_features(), Side.BUY, "score_would_sell")],
    )
    def test_question_about_one_side_is_never_answered_with_the_other(
        self, known: Features, side: Side, code: str
    ) -> None:
        p = propose(known, portfolio=portfolio(shares=5), trade_request=TradeRequest(side=side))
        assert p.action is Action.HOLD
        assert code in notes(p)


class TestOrders:
    def test_reduce_by_half_is_done_though_the_score_is_good(self) -> None:
        trade_request = TradeRequest(side=Side.SELL, fraction=D("0.5"), is_order=True)
        p = propose(rising_features(), portfolio=portfolio(shares=10), trade_request=trade_request)
        assert (p.action, p.shares) == (Action.DECREASE, D(5))
        assert "against_the_model" in notes(p)
        assert p.confidence < D("0.5")

    def test_sell_everything_closes(self) -> None:
        trade_request = TradeRequest(side=Side.SELL, fraction=D(1), is_order=True)
        p = propose(neutral_features(), portfolio=portfolio(shares=10), trade_request=trade_request)
        assert (p.action, p.shares, p.confidence) == (Action.CLOSE, D(10), D("0.5"))
        assert "model_undecided" in notes(p)

    def test_buy_a_number_with_the_model_behind_it(self) -> None:
        trade_request = TradeRequest(side=Side.BUY, shares=D(10), is_order=True)
        p = propose(rising_features(), portfolio=portfolio(), trade_request=trade_request)
        assert (p.action, p.shares) == (Action.INCREASE, D(10))
        assert not {"against_the_model", "model_undecided"} & set(notes(p))
        assert p.confidence == propose(rising_features(), portfolio=portfolio()).confidence


class TestSampleMarket:
    async def test_google_at_most_three_thousand(self) -> None:
        known = compute_features(await SampleMarket().snapshot("GOOG"))
        p = propose(known, portfolio=portfolio(), trade_request=TradeRequest(side=Side.BUY, max_cash=D(3_000)))
        assert (p.action, p.shares, p.price, p.cash_change) == (Action.INCREASE, D(3), D("755.69"), D("2267.07"))


FLOATS = st.floats(-1, 1).map(lambda x: round(x, 4))
PRICES = st.integers(1, 10**7).map(lambda n: D(n) / 1000)
SIZES = st.fixed_dictionaries(
    {
        "side": st.none() | st.sampled_from(Side),
        "shares": st.none() | st.integers(1, 10**5).map(D),
        "amount": st.none() | PRICES,
        "fraction": st.none() | st.integers(1, 100).map(lambda n: D(n) / 100),
        "max_cash": st.none() | PRICES,
        "stop": st.none() | PRICES,
        "is_order": st.booleans(),
    }
)


@st.composite
def known_figures(draw: st.DrawFn) -> Features:
    optional = {
        "sma50": PRICES,
        "sma200": PRICES,
        "change_120": FLOATS,
        "macd": FLOATS.map(lambda x: Macd(x, 0.0, x)),
        "rsi14": st.floats(0, 100),
        "bollinger20": st.tuples(st.floats(1, 10**4), st.floats(1, 10**4)).map(
            lambda ends: Bollinger(min(ends), sum(ends) / 2, max(ends))
        ),
        "atr14": st.floats(0, 500),
        "volatility60": st.floats(0, 5),
        "pe_ratio": PRICES,
        "eps_ttm": FLOATS.map(lambda x: D(str(x))),
        "dividend_yield": st.integers(0, 100).map(lambda n: D(n) / 1000),
    }
    changes: dict[str, Any] = {name: draw(st.none() | values) for name, values in optional.items()}
    return neutral_features(price=draw(PRICES), **changes)


@settings(max_examples=120)
@given(
    known=known_figures(),
    size=SIZES,
    cash=st.integers(-(10**4), 10**6),
    held=st.integers(0, 10**4),
    taken=st.integers(0, 10**5),
    commission=st.integers(0, 50),
)
def test_proposal_always_passes_the_validator(  # noqa: PLR0913 - one generated figure each
    *, known: Features, size: dict[str, Any], cash: int, held: int, taken: int, commission: int
) -> None:
    account = portfolio(cash=cash, shares=held, price=known.price)
    trade_request = TradeRequest(**size)
    p = propose(known, portfolio=account, trade_request=trade_request, commission=D(commission), reserved_cash=D(taken))
    limits = Limits(max_cash=trade_request.max_cash)
    broken = find_violations(p, portfolio=account, commission=D(commission), limits=limits, reserved_cash=D(taken))
    assert broken == ()
    assert D("0.05") <= p.confidence <= D("0.95")


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


async def test_what_a_ceiling_leaves_is_there_for_the_next() -> None:
    both = replace(
        QUESTION,
        features=(rising_features(), replace(rising_features(), symbol="NEXT")),
        trade_request=TradeRequest(max_cash=D(1_000)),
    )
    assert await shares(both) == [D(10), D(0)]
    assert await shares(replace(both, share_caps={SYMBOL: ShareCap(Side.BUY, D(2))})) == [D(2), D(8)]
