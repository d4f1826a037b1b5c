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


class TestStop:
    def test_two_average_ranges_down_to_the_cent_below(self) -> None:
        assert buy_stop_price(D("755.69"), atr=12.9909) == D("729.70")

    def test_the_persons_own_goes_first(self) -> None:
        assert buy_stop_price(D(100), atr=2.0, stated_stop=D(80)) == D(80)

    @pytest.mark.parametrize("named", ["100", "700", "0", "-5"])
    def test_one_that_is_no_stop_is_not_taken(self, named: str) -> None:
        assert buy_stop_price(D(100), atr=2.0, stated_stop=D(named)) == D(96)

    def test_no_range_then_no_stop(self) -> None:
        assert buy_stop_price(D(100), atr=None) is None

    def test_range_wider_than_the_price_then_no_stop(self) -> None:
        assert buy_stop_price(D(3), atr=2.0) is None

    def test_tiny_range_still_lies_below(self) -> None:
        assert buy_stop_price(D("755.69"), atr=0.0001) == D("755.68")


class TestBuy:
    def test_risk_to_the_stop_binds_a_wild_share(self) -> None:
        bound = size_buy(means(), trade_request=BUY, stop=D(90))  # 1,000 at risk over 10 a share
        assert (bound.code, bound.shares) == ("risk", D(100))

    def test_cap_binds_a_calm_one(self) -> None:
        bound = size_buy(means(), trade_request=BUY, stop=D(99))
        assert (bound.code, bound.shares) == ("position_cap", D(200))

    def test_cap_counts_what_is_held(self) -> None:
        bound = size_buy(means(cash=80_000, shares=200), trade_request=BUY, stop=D(99))
        assert (bound.code, bound.shares) == ("position_cap", D(0))

    def test_unknown_risk_takes_the_small_cap(self) -> None:
        bound = size_buy(means(), trade_request=BUY, stop=None)
        assert (bound.code, bound.shares) == ("position_cap_unknown_risk", D(50))

    def test_stated_limit_binds(self) -> None:
        bound = size_buy(
            means(price=D("755.69")), trade_request=TradeRequest(side=Side.BUY, max_cash=D(3_000)), stop=D("729.71")
        )
        assert (bound.code, bound.shares) == ("max_cash", D(3))

    def test_cash_floor_and_commission_bind(self) -> None:
        bound = size_buy(means(commission=1), trade_request=order(Side.BUY, shares=D(5_000)), stop=D(90))
        assert (bound.code, bound.shares) == ("cash_floor", D(899))

    def test_order_is_not_cut_by_risk_or_cap(self) -> None:
        bound = size_buy(means(), trade_request=order(Side.BUY, shares=D(500)), stop=D(50))
        assert (bound.code, bound.shares) == ("named_shares", D(500))

    def test_question_about_a_size_takes_it_as_the_most(self) -> None:
        bound = size_buy(means(), trade_request=TradeRequest(side=Side.BUY, shares=D(500)), stop=D(50))
        assert (bound.code, bound.shares) == ("risk", D(20))

    def test_amount_is_filled_with_whole_shares(self) -> None:
        bound = size_buy(means(price=300), trade_request=order(Side.BUY, amount=D(1_000)), stop=D(290))
        assert (bound.code, bound.shares) == ("named_amount", D(3))

    def test_the_commission_is_paid_of_a_named_amount_and_of_a_limit(self) -> None:
        of = means(price=300, commission=1)
        assert size_buy(of, trade_request=order(Side.BUY, amount=D(900)), stop=D(290)).shares == 2
        assert size_buy(of, trade_request=order(Side.BUY, amount=D(901)), stop=D(290)).shares == 3
        assert size_buy(of, trade_request=TradeRequest(side=Side.BUY, max_cash=D(900)), stop=D(290)).shares == 2

    def test_the_commission_makes_no_sale_smaller(self) -> None:
        trade_request = order(Side.SELL, amount=D(900))
        assert (
            size_sell(means(price=300, shares=9, commission=1), trade_request=trade_request, fraction=HALF).shares == 3
        )

    def test_cash_that_is_spoken_for_is_named(self) -> None:
        of = BuyingPower.from_portfolio(portfolio(cash=1_000), symbol="IBM", price=D(100), reserved_cash=D(500))
        bound = size_buy(of, trade_request=order(Side.BUY, shares=D(10)), stop=D(90))
        assert (bound.code, bound.shares, bound.numbers["reserved"]) == ("cash_floor", D(4), D(500))

    def test_fraction_of_nothing_held_is_no_size_so_risk_binds(self) -> None:
        bound = size_buy(means(), trade_request=order(Side.BUY, fraction=HALF), stop=D(90))
        assert (bound.code, bound.shares) == ("risk", D(100))

    def test_fraction_of_what_is_held(self) -> None:
        bound = size_buy(means(shares=100), trade_request=order(Side.BUY, fraction=HALF), stop=D(90))
        assert (bound.code, bound.shares) == ("named_fraction", D(50))

    @pytest.mark.parametrize("cash", [0, -10, 99])
    def test_no_cash_then_no_share(self, cash: int) -> None:
        assert size_buy(means(cash=cash), trade_request=BUY, stop=D(90)).shares == 0


class TestSell:
    @pytest.mark.parametrize(("held", "sold"), [(10, 5), (3, 1), (1, 0)])
    def test_half_is_rounded_down(self, held: int, sold: int) -> None:
        assert (
            size_sell(means(shares=held), trade_request=order(Side.SELL, fraction=HALF), fraction=D(1)).shares == sold
        )

    def test_everything_goes_even_a_broken_number(self) -> None:
        assert size_sell(means(shares=D("3.5")), trade_request=TradeRequest(), fraction=D(1)).shares == D("3.5")

    def test_never_more_than_is_held(self) -> None:
        bound = size_sell(means(shares=3), trade_request=order(Side.SELL, shares=D(10)), fraction=HALF)
        assert (bound.code, bound.shares) == ("whole_position", D(3))

    def test_amount(self) -> None:
        bound = size_sell(means(shares=30), trade_request=order(Side.SELL, amount=D(1_050)), fraction=HALF)
        assert (bound.code, bound.shares) == ("named_amount", D(10))

    def test_limit_on_buys_does_not_bind(self) -> None:
        trade_request = TradeRequest(side=Side.SELL, fraction=D(1), max_cash=D(100), is_order=True)
        assert size_sell(means(shares=30), trade_request=trade_request, fraction=HALF).shares == 30


class TestWish:
    def test_size_with_a_side_is_an_order(self) -> None:
        terms = TradeTerms(side=Side.SELL, size=Size(HALF, SizeUnit.POSITION))
        assert TradeRequest.of(terms, Limits(), is_order=True).is_order

    def test_asked_then_no_order(self) -> None:
        terms = TradeTerms(side=Side.SELL, size=Size(HALF, SizeUnit.POSITION))
        assert not TradeRequest.of(terms, Limits(), is_order=False).is_order

    def test_side_alone_is_no_order(self) -> None:
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
