"""How caps and trading limits bound purchases: what fits, what exceeds them; no size within a bound exceeds it."""

from dataclasses import replace
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.domain.trading.accounts import BuyingPower
from bot.domain.trading.bound_checks import cap_excesses, find_cap_violations, find_limit_excesses, with_purchase
from bot.domain.trading.bound_reasons import untold_limit_violations, with_bound_reasons
from bot.domain.trading.decision_request import TradeRequest
from bot.domain.trading.decisions import Action, Proposal
from bot.domain.trading.execution.orders import Side
from bot.domain.trading.sizes.sizing import size_buy
from bot.domain.trading.trading_limits import Caps, LimitInForce, LimitMeasure, LimitTerms, LimitUnit
from tests.fakes.limits import in_force, some_limits
from tests.fakes.market import portfolio, proposal

D = Decimal
TRADE, TOTAL, POSITION, POSITIONS, CASH, LOSS, PREFERENCE = LimitMeasure


def buy(shares: int, *, held: int = 0) -> Proposal:
    """A purchase at 100 with a stop at 90; the account has 100,000."""
    return replace(proposal(Action.INCREASE, shares=shares, held=held), stop_price=D(90))


def limit(measure: LimitMeasure, value: float, unit: LimitUnit = LimitUnit.MONEY, **more: object) -> LimitInForce:
    return in_force(LimitTerms(measure=measure, value=D(str(value)), unit=unit, **more))  # type: ignore[arg-type]


def excess(bought: Proposal, stated: LimitInForce, *, held: int = 0) -> Decimal | None:
    account = portfolio(cash=100_000 - 100 * held, shares=held)
    found = [violation for _, violation in find_limit_excesses(bought, [stated], portfolio=account, commission=D(1))]
    return found[0].numbers["excess"] if found else None


@pytest.mark.parametrize(
    ("stated", "most"),
    [
        (limit(TRADE, 2_001), 20),
        (limit(TRADE, 2, LimitUnit.PERCENT), 19),  # the commission counts
        (limit(TRADE, 7, LimitUnit.SHARES), 7),
        (replace(limit(TOTAL, 3_003), spent=D(1_000), purchases=1), 20),
        (replace(limit(TOTAL, 3_001), spent=D(1_000), purchases=1), 19),  # a commission for each purchase, this one too
        (limit(POSITION, 5, LimitUnit.PERCENT), 50),
        (limit(CASH, 90_000), 99),
        (limit(CASH, 95, LimitUnit.PERCENT), 49),
        (limit(LOSS, 200), 20),
        (limit(LOSS, 1, LimitUnit.PERCENT), 100),
    ],
)
def test_one_share_more_than_fits_exceeds_the_limit(stated: LimitInForce, most: int) -> None:
    assert excess(buy(most), stated) is None
    assert excess(buy(most + 1), stated) is not None


def test_held_shares_count_for_a_position_only() -> None:
    assert excess(buy(10, held=45), limit(POSITION, 5_000), held=45) == D(500)
    assert excess(buy(10, held=45), limit(POSITION, 50, LimitUnit.SHARES), held=45) == D(5)
    assert excess(buy(10, held=45), limit(TRADE, 10, LimitUnit.SHARES), held=45) is None


@pytest.mark.parametrize(("most", "held", "beyond"), [(0, 0, 1), (1, 0, None), (0, 45, None)])
def test_number_of_positions_bounds_a_share_that_is_not_held(most: int, held: int, beyond: int | None) -> None:
    assert excess(buy(10, held=held), limit(POSITIONS, most, LimitUnit.POSITIONS), held=held) == beyond


def test_positions_that_purchases_beside_add_count_and_at_their_number_no_size_is_chosen() -> None:
    account = replace(portfolio(), limits=(limit(POSITIONS, 1, LimitUnit.POSITIONS),))
    full = with_purchase(account, replace(buy(1), symbol="OTHER"))
    assert excess(buy(1), full.limits[0]) == 1
    power = BuyingPower.from_portfolio(full, symbol=buy(1).symbol, price=D(100))
    assert not size_buy(power, trade_request=TradeRequest(side=Side.BUY), stop=D(90)).shares


def test_limit_on_another_share_and_preference_bind_nothing_and_no_limit_a_sale() -> None:
    assert excess(buy(900), limit(TRADE, 1, symbols=("OTHER",))) is None
    assert excess(buy(900), limit(PREFERENCE, 0)) is None
    sale = proposal(Action.DECREASE, shares=500, held=900)
    assert not list(find_limit_excesses(sale, some_limits(D(0)), portfolio=portfolio(cash=0, shares=900)))


def test_purchases_of_one_answer_count_under_a_total() -> None:
    account = replace(portfolio(), limits=(limit(TOTAL, 3_000),))
    account = with_purchase(account, buy(20))
    (left,) = account.limits
    assert (left.spent, left.purchases) == (D(2_000), 1)
    assert excess(buy(10), left) is not None


@given(
    st.lists(
        st.builds(
            limit,
            st.sampled_from([TRADE, TOTAL, POSITION, CASH, LOSS]),
            st.integers(0, 100_000),
            st.sampled_from([LimitUnit.MONEY, LimitUnit.PERCENT]),
        ),
        max_size=4,
    ),
    st.integers(0, 300),
)
def test_engines_size_is_within_every_limit(stated: list[LimitInForce], held: int) -> None:
    account = replace(portfolio(cash=100_000 - 100 * held, shares=held), limits=tuple(stated))
    power = BuyingPower.from_portfolio(account, symbol=buy(1).symbol, price=D(100), commission=D(1))
    size = size_buy(power, trade_request=TradeRequest(side=Side.BUY), stop=D(90)).shares
    bought = buy(int(size), held=held)
    assert not list(find_limit_excesses(bought, stated, portfolio=account, commission=D(1))) or not size


def test_persons_order_is_not_cut_by_limits_but_says_so() -> None:
    account = replace(portfolio(), limits=(limit(TRADE, 2_000),))
    power = BuyingPower.from_portfolio(account, symbol=buy(1).symbol, price=D(100))
    order = TradeRequest(side=Side.BUY, shares=D(50), is_order=True)
    assert size_buy(power, trade_request=order, stop=D(90)).shares == 50
    told = with_bound_reasons(buy(50), portfolio=account, commission=D(0), reserved_cash=D(0))
    assert [(r.code, r.numbers["excess"]) for r in told.reasons if "excess" in r.numbers] == [
        ("exceeds_trading_limit", D(3_000))
    ]
    assert with_bound_reasons(told, portfolio=account, commission=D(0), reserved_cash=D(0)) == told  # said once
    assert not untold_limit_violations(told, account.limits, portfolio=account, commission=D(0))
    assert untold_limit_violations(buy(50), account.limits, portfolio=account, commission=D(0))


def capped_buy(shares: int, *, stop: int | None = 95, held: int = 0) -> Proposal:
    return replace(proposal(Action.INCREASE, shares=shares, held=held), stop_price=None if stop is None else D(stop))


@pytest.mark.parametrize(
    ("bought", "held", "codes"),
    [
        (capped_buy(200), 0, []),
        (capped_buy(201), 0, ["above_position_cap", "above_loss_cap"]),
        (capped_buy(150, held=60), 60, ["above_position_cap"]),
        (capped_buy(150, stop=90), 0, ["above_loss_cap"]),
        (capped_buy(50, stop=None), 0, []),
        (capped_buy(51, stop=None), 0, ["above_position_cap"]),
    ],
)
def test_engines_own_size(bought: Proposal, held: int, codes: list[str]) -> None:
    account = portfolio(cash=100_000 - held * 100, shares=held)
    assert [each.code for each in find_cap_violations(bought, portfolio=account)] == codes


def test_above_a_cap_of_the_deployment_then_the_largest_size_within_it_is_suggested() -> None:
    for violation in find_cap_violations(capped_buy(890), portfolio=portfolio()):
        assert violation.suggestion == {"suggested_shares": D(200), "suggested_cash_change": D(20_000)}
    account = replace(portfolio(), caps=Caps(position=D("0.5"), loss_at_stop=D("0.05")))
    assert find_cap_violations(capped_buy(500), portfolio=account) == ()
    assert find_cap_violations(capped_buy(501), portfolio=account)


@pytest.mark.parametrize("action", [Action.DECREASE, Action.CLOSE, Action.HOLD])
def test_no_purchase_then_no_cap(action: Action) -> None:
    other = proposal(action, shares=0 if action is Action.HOLD else 900, held=900)
    assert find_cap_violations(other, portfolio=portfolio(cash=10_000, shares=900)) == ()


def test_persons_order_above_the_caps_then_it_says_by_how_much() -> None:
    by_position, by_loss = cap_excesses(capped_buy(890), portfolio=portfolio())
    assert (by_position.code, by_position.numbers) == ("exceeds_position_cap", {"percent": D(89), "cap": D(20)})
    assert (by_loss.code, by_loss.numbers["loss"]) == ("exceeds_loss_cap", D(4450))
    assert by_loss.numbers["percent"] == D("4.45")
    assert cap_excesses(capped_buy(100), portfolio=portfolio()) == ()
