"""Sizes that depend on the account: never more than stated, targets by arithmetic, minimums reached."""

from dataclasses import replace
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.domain.trading.accounts import BuyingPower
from bot.domain.trading.decision_request import TradeRequest
from bot.domain.trading.decisions import Reason
from bot.domain.trading.execution.orders import Side
from bot.domain.trading.sizes.settled_size import SETTLED_SIZES, settle_size
from bot.domain.trading.sizes.sizing import size_buy
from bot.domain.trading.sizes.stated_size import FRACTIONS, SizeUnit, StatedRisk

D = Decimal
CENT = D("0.01")

prices = st.decimals(D("0.5"), D(2_000), places=4)
amounts = st.decimals(D(1), D(200_000), places=2)
fractions = st.decimals(D("0.001"), D(1), places=3)
held = st.one_of(st.integers(0, 500).map(D), st.decimals(D(0), D(500), places=3))
accounts = st.builds(
    lambda price, shares, cash, commission: BuyingPower(
        price=price, held_shares=shares, available_cash=cash, total_assets=cash + shares * price, commission=commission
    ),
    prices,
    held,
    amounts,
    st.sampled_from([D(0), D("4.95")]),
)


def settled(request: TradeRequest, account: BuyingPower) -> TradeRequest:
    found = settle_size(request, account)
    assert isinstance(found, TradeRequest)
    return found


@given(accounts, fractions, st.sampled_from([SizeUnit.CASH, SizeUnit.ASSETS]))
def test_purchase_for_a_part_of_the_account_then_never_costs_more(
    account: BuyingPower, fraction: D, base: SizeUnit
) -> None:
    request = settled(TradeRequest(side=Side.BUY, fraction=fraction, fraction_of=base, is_order=True), account)
    total = account.available_cash if base is SizeUnit.CASH else account.total_assets
    shares = request.shares or D(0)
    assert shares % 1 == 0
    assert not shares or shares * account.price + account.commission <= fraction * total


@given(accounts, st.sampled_from([None, *Side]), st.one_of(amounts, fractions))
def test_target_of_value_then_the_position_is_the_most_within_it(
    account: BuyingPower, side: Side | None, size: D
) -> None:
    is_part = size <= 1
    request = TradeRequest(
        side=side,
        amount=None if is_part else size,
        fraction=size if is_part else None,
        fraction_of=SizeUnit.ASSETS,
        is_target=True,
        is_order=True,
    )
    target = size * account.total_assets if is_part else size
    found = settle_size(request, account)
    if isinstance(found, Reason):
        return
    assert found.side is not None
    assert side in {None, found.side}
    shares = found.shares or D(0)
    after = account.held_shares + (shares if found.side is Side.BUY else -shares)
    assert shares > 0
    assert after > 0
    assert after * account.price <= target + CENT
    assert (after + 1) * account.price > target - CENT


@given(accounts, st.sampled_from([None, *Side]), st.integers(1, 1_000).map(D))
def test_target_of_shares_then_the_difference(account: BuyingPower, side: Side | None, target: D) -> None:
    found = settle_size(TradeRequest(side=side, shares=target, is_target=True, is_order=True), account)
    difference = target - account.held_shares
    needed = Side.BUY if difference > 0 else Side.SELL
    if abs(difference) < 1 or side not in {None, needed}:
        assert isinstance(found, Reason)
        assert found.code == "target_shares_reached"
    else:
        assert isinstance(found, TradeRequest)
        assert (found.side, found.shares) == (needed, abs(difference) // 1)


@given(accounts, amounts, st.sampled_from(Side))
def test_minimum_then_the_fewest_whole_shares_that_reach_it(account: BuyingPower, amount: D, side: Side) -> None:
    shares = settled(TradeRequest(side=side, amount=amount, is_minimum=True, is_order=True), account).shares
    assert shares is not None
    assert (shares - 1) * account.price < amount <= shares * account.price


@given(accounts, amounts, fractions, st.decimals(D("0.01"), D("0.99"), places=2), st.sampled_from(["money", "part"]))
def test_purchase_under_a_risk_then_its_loss_at_the_stop_is_no_greater(
    account: BuyingPower, amount: D, fraction: D, part: D, kind: str
) -> None:
    stop = account.price * part
    risk = StatedRisk(amount=amount) if kind == "money" else StatedRisk(fraction=fraction)
    bound = size_buy(account, trade_request=TradeRequest(side=Side.BUY, risk=risk, is_order=True), stop=stop)
    assert bound.shares * (account.price - stop) <= risk.in_money(account.total_assets)
    # The caps bind a size that is computed from a risk.
    assert bound.shares * (account.price - stop) <= account.caps.loss_at_stop * account.total_assets
    held_after = (account.held_shares + bound.shares) * account.price
    assert not bound.shares or held_after <= account.caps.position * account.total_assets


def account(*, shares: int = 10, price: int = 100, cash: int = 9_000) -> BuyingPower:
    total = D(cash + shares * price)
    return BuyingPower(
        price=D(price), held_shares=D(shares), available_cash=D(cash), total_assets=total, commission=D(0)
    )


def test_shares_and_risk_then_the_smaller_of_both_and_without_a_stop_nothing() -> None:
    request = TradeRequest(side=Side.BUY, shares=D(50), risk=StatedRisk(amount=D(100)), is_order=True)
    assert size_buy(account(), trade_request=request, stop=D(95)).shares == D(20)
    assert size_buy(account(), trade_request=request, stop=D(99)).shares == D(50)
    assert size_buy(account(), trade_request=replace(request, shares=None), stop=None).code == "risk_without_stop"


def test_part_of_what_is_held_then_it_remains() -> None:
    request = TradeRequest(side=Side.SELL, fraction=D("0.3"), is_target=True, is_order=True)
    assert settled(request, account(shares=30)).shares == D(21)


def test_less_than_one_share_shall_remain_then_not_all_is_sold() -> None:
    found = settle_size(TradeRequest(side=Side.SELL, amount=D(50), is_target=True, is_order=True), account())
    assert isinstance(found, Reason)
    assert found.code == "target_below_one_share"


@pytest.mark.parametrize(("shares", "relation"), [(10, "at"), (12, "above"), (8, "below")])
def test_target_reached_then_it_is_said_where_the_position_is(shares: int, relation: str) -> None:
    side = Side.SELL if relation == "below" else Side.BUY
    found = settle_size(TradeRequest(side=side, shares=D(10), is_target=True), account(shares=shares))
    assert isinstance(found, Reason)
    assert found.words["relation"] == relation


def test_sizes_of_other_kinds_then_unchanged() -> None:
    for request in (TradeRequest(), TradeRequest(side=Side.SELL, fraction=D("0.5")), TradeRequest(shares=D(3))):
        assert settle_size(request, account()) is request


def test_codes_of_settled_sizes_are_those_that_are_listed() -> None:
    sizes = [
        TradeRequest(shares=D(30)),
        TradeRequest(amount=D(3_000)),
        *(TradeRequest(fraction=D("0.5"), fraction_of=base) for base in FRACTIONS),
    ]
    requests = [(size, replace(size, is_minimum=True), replace(size, is_target=True)) for size in sizes]
    settled_sizes = [settle_size(request, account()) for each in requests for request in each]
    codes = {found.settled.code for found in settled_sizes if isinstance(found, TradeRequest) and found.settled}
    assert codes == SETTLED_SIZES
