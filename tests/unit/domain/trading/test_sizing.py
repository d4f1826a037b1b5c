from dataclasses import replace
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.domain.conversation.requests.trades import TradeTerms
from bot.domain.trading.accounts import BuyingPower
from bot.domain.trading.decision_request import TradeRequest
from bot.domain.trading.execution.orders import Side
from bot.domain.trading.sizes.sizing import HALF, buy_stop_price, size_buy, size_sell
from bot.domain.trading.sizes.stated_size import Size, SizeUnit
from bot.domain.trading.trading_limits import Limits
from tests.fakes.market import portfolio

D = Decimal
BUY = TradeRequest(side=Side.BUY)


def means(
    *, cash: int = 100_000, shares: Decimal | int = 0, price: Decimal | int = 100, commission: int = 0
) -> BuyingPower:
    return BuyingPower.from_portfolio(
        portfolio(cash=cash, shares=shares, price=price), symbol="IBM", price=D(price), commission=D(commission)
    )


def order(
    side: Side, *, shares: Decimal | None = None, amount: Decimal | None = None, fraction: Decimal | None = None
) -> TradeRequest:
    return TradeRequest(side=side, is_order=True, shares=shares, amount=amount, fraction=fraction)


@pytest.mark.parametrize(
    ("price", "atr", "stated", "stop"),
    [
        ("755.69", 12.9909, None, "729.70"),  # two average ranges, down to the cent below
        ("755.69", 0.0001, None, "755.68"),  # a tiny one still lies below
        ("100", 2.0, "80", "80"),  # the person's own goes first
        *(("100", 2.0, named, "96") for named in ("100", "700", "0", "-5")),  # which are none
        ("100", None, None, None),
        ("3", 2.0, None, None),  # a range wider than the price
    ],
)
def test_stop(price: str, atr: float | None, stated: str | None, stop: str | None) -> None:
    found = buy_stop_price(D(price), atr=atr, stated_stop=None if stated is None else D(stated))
    assert found == (None if stop is None else D(stop))


class TestBuy:
    @pytest.mark.parametrize(
        ("power", "wanted", "stop", "code", "shares"),
        [
            (means(), BUY, 90, "risk", 100),  # 1,000 at risk over 10 a share
            (means(), BUY, 99, "position_cap", 200),
            (means(cash=80_000, shares=200), BUY, 99, "position_cap", 0),
            (means(), BUY, None, "position_cap_unknown_risk", 50),
            (means(price=D("755.69")), replace(BUY, max_cash=D(3_000)), D("729.71"), "max_cash", 3),
            (means(commission=1), order(Side.BUY, shares=D(5_000)), 90, "cash_floor", 899),
            (means(), order(Side.BUY, shares=D(500)), 50, "named_shares", 500),  # not cut by risk or cap
            (means(), replace(BUY, shares=D(500)), 50, "risk", 20),  # a question about a size: the most
            (means(price=300), order(Side.BUY, amount=D(1_000)), 290, "named_amount", 3),
            (means(), order(Side.BUY, fraction=HALF), 90, "risk", 100),  # of nothing held it is no size
            (means(shares=100), order(Side.BUY, fraction=HALF), 90, "named_fraction", 50),
        ],
    )
    def test_the_tightest_bound_binds(
        self, power: BuyingPower, wanted: TradeRequest, stop: Decimal | None, code: str, shares: int
    ) -> None:
        bound = size_buy(power, trade_request=wanted, stop=None if stop is None else D(stop))
        assert (bound.code, bound.shares) == (code, D(shares))

    def test_the_commission_is_paid_of_a_named_amount_and_of_a_limit(self) -> None:
        of = means(price=300, commission=1)
        assert size_buy(of, trade_request=order(Side.BUY, amount=D(900)), stop=D(290)).shares == 2
        assert size_buy(of, trade_request=order(Side.BUY, amount=D(901)), stop=D(290)).shares == 3
        assert size_buy(of, trade_request=TradeRequest(side=Side.BUY, max_cash=D(900)), stop=D(290)).shares == 2

    def test_cash_that_is_spoken_for_is_named(self) -> None:
        of = BuyingPower.from_portfolio(portfolio(cash=1_000), symbol="IBM", price=D(100), reserved_cash=D(500))
        bound = size_buy(of, trade_request=order(Side.BUY, shares=D(10)), stop=D(90))
        assert (bound.code, bound.shares, bound.numbers["reserved"]) == ("cash_floor", D(4), D(500))

    @pytest.mark.parametrize("cash", [0, -10, 99])
    def test_no_cash_then_no_share(self, cash: int) -> None:
        assert size_buy(means(cash=cash), trade_request=BUY, stop=D(90)).shares == 0


@pytest.mark.parametrize(
    ("power", "wanted", "fraction", "code", "shares"),
    [
        (means(shares=10), order(Side.SELL, fraction=HALF), D(1), "named_fraction", 5),
        (means(shares=3), order(Side.SELL, fraction=HALF), D(1), "named_fraction", 1),
        (means(shares=1), order(Side.SELL, fraction=HALF), D(1), "named_fraction", 0),
        (means(shares=D("3.5")), TradeRequest(), D(1), "part_of_position", "3.5"),  # everything goes
        (means(shares=3), order(Side.SELL, shares=D(10)), HALF, "whole_position", 3),
        (means(shares=30), order(Side.SELL, amount=D(1_050)), HALF, "named_amount", 10),
        (means(price=300, shares=9, commission=1), order(Side.SELL, amount=D(900)), HALF, "named_amount", 3),
        # a limit on purchases binds no sale
        (means(shares=30), replace(order(Side.SELL, fraction=D(1)), max_cash=D(100)), HALF, "named_fraction", 30),
    ],
)
def test_sale(power: BuyingPower, wanted: TradeRequest, fraction: Decimal, code: str, shares: object) -> None:
    bound = size_sell(power, trade_request=wanted, fraction=fraction)
    assert (bound.code, bound.shares) == (code, D(str(shares)))


class TestWish:
    def test_size_with_a_side_is_an_order_unless_asked_and_a_side_alone_is_none(self) -> None:
        terms = TradeTerms(side=Side.SELL, size=Size(HALF, SizeUnit.POSITION))
        assert TradeRequest.of(terms, Limits(), is_order=True).is_order
        assert not TradeRequest.of(terms, Limits(), is_order=False).is_order
        assert not TradeRequest.of(TradeTerms(side=Side.BUY), Limits(), is_order=True).is_order

    def test_upper_bound_on_a_buy_is_a_limit_and_no_order(self) -> None:
        terms = TradeTerms(side=Side.BUY, max_cash=D(3_000))
        trade_request = TradeRequest.of(terms, Limits(max_cash=D(5_000)), is_order=True)
        assert (trade_request.max_cash, trade_request.amount, trade_request.is_order) == (D(3_000), None, False)

    def test_each_unit_has_a_field_of_its_own(self) -> None:
        sizes = [Size(D(5)), Size(D(500), SizeUnit.MONEY), Size(HALF, SizeUnit.CASH)]
        made = [TradeRequest.of(TradeTerms(side=Side.BUY, size=each), Limits(), is_order=True) for each in sizes]
        assert [(each.shares, each.amount, each.fraction) for each in made] == [
            (D(5), None, None),
            (None, D(500), None),
            (None, None, HALF),
        ]
        assert made[2].fraction_of is SizeUnit.CASH

    def test_limits_said_before_count(self) -> None:
        trade_request = TradeRequest.of(TradeTerms(), Limits(max_cash=D(3_000), stop=D(90)), is_order=False)
        assert (trade_request.max_cash, trade_request.stop) == (D(3_000), D(90))


@given(
    cash=st.integers(-1_000, 10**7),
    held=st.integers(0, 10_000),
    cents=st.integers(1, 10**6),
    shares=st.none() | st.integers(0, 10_000),
    most=st.none() | st.integers(0, 10**6),
)
def test_a_buy_never_breaks_floor_or_limit(
    cash: int, held: int, cents: int, shares: int | None, most: int | None
) -> None:
    price = D(cents) / 100
    trade_request = TradeRequest(
        side=Side.BUY,
        shares=None if shares is None else D(shares),
        max_cash=None if most is None else D(most),
        is_order=shares is not None,
    )
    of = BuyingPower.from_portfolio(
        portfolio(cash=cash, shares=held, price=price), symbol="IBM", price=price, commission=D(1)
    )
    bought = size_buy(of, trade_request=trade_request, stop=None).shares
    cost = bought * price
    assert bought >= 0
    assert bought == bought // 1
    assert not bought or cash - cost - 1 >= of.total_assets / 10
    assert most is None or not bought or cost + 1 <= most
