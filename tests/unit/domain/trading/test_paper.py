from dataclasses import replace
from datetime import UTC, datetime
from decimal import Decimal
from uuid import UUID

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule

from bot.domain.ids import AccountId, DecisionId, TenantId
from bot.domain.trading.accounts import Position
from bot.domain.trading.orders import Order, OrderStatus, Side
from bot.domain.trading.paper import execute_paper_order

NIL = UUID(int=0)
STARTING_CASH = Decimal(100_000)
BUY = Order(
    id=NIL,
    client_order_id="parley-1",
    tenant_id=TenantId(NIL),
    account_id=AccountId(NIL),
    decision_id=DecisionId(NIL),
    symbol="AAPL",
    side=Side.BUY,
    shares=Decimal(10),
    reference_price=Decimal("455.49"),
    reference_as_of=datetime(2013, 1, 31, 21, tzinfo=UTC),
    status=OrderStatus.NEW,
    created_at=datetime(2026, 11, 2, tzinfo=UTC),
)


def test_buy_with_exactly_enough_cash_fills() -> None:
    done = execute_paper_order(BUY, cash=Decimal("4555.90"), position=None, commission=Decimal(1))

    assert (done.report.status, done.cash) == (OrderStatus.FILLED, Decimal(0))


def test_buy_one_cent_short_is_rejected() -> None:
    done = execute_paper_order(BUY, cash=Decimal("4555.89"), position=None, commission=Decimal(1))

    assert (done.report.reason, done.cash, done.position) == ("insufficient_cash", Decimal("4555.89"), None)


def test_sale_whose_proceeds_do_not_cover_the_commission_is_rejected_without_cash() -> None:
    held = Position("AAPL", Decimal(1), Decimal(5), BUY.reference_as_of)
    sale = replace(BUY, side=Side.SELL, shares=Decimal(1), reference_price=Decimal("0.50"))

    assert (
        execute_paper_order(sale, cash=Decimal(0), position=held, commission=Decimal(1)).report.reason
        == "insufficient_cash"
    )


def test_sale_of_a_part_keeps_cost_and_opening_time() -> None:
    opened = datetime(2012, 5, 1, tzinfo=UTC)
    held = Position("AAPL", Decimal(10), Decimal(400), opened)
    sale = replace(BUY, side=Side.SELL, shares=Decimal(4))

    assert execute_paper_order(sale, cash=Decimal(0), position=held, commission=Decimal(0)).position == Position(
        "AAPL",
        Decimal(6),
        Decimal(400),
        opened,
    )


class PaperAccount(RuleBasedStateMachine):
    """Any orders, in any sequence, in two symbols."""

    def __init__(self) -> None:
        super().__init__()
        self.cash = STARTING_CASH
        self.positions: dict[str, Position] = {}
        self.bought = self.sold = self.commissions = Decimal(0)
        self.shares = {"AAPL": Decimal(0), "GOOG": Decimal(0)}

    @rule(
        symbol=st.sampled_from(["AAPL", "GOOG"]),
        side=st.sampled_from(Side),
        shares=st.integers(1, 400).map(Decimal),
        price=st.decimals("0.01", 1000, places=2),
        commission=st.decimals(0, 10, places=2),
    )
    def order(self, symbol: str, side: Side, shares: Decimal, price: Decimal, commission: Decimal) -> None:
        before = (self.cash, self.positions.get(symbol))
        order = replace(BUY, symbol=symbol, side=side, shares=shares, reference_price=price)
        done = execute_paper_order(order, cash=self.cash, position=self.positions.get(symbol), commission=commission)
        if done.report.status is OrderStatus.REJECTED:
            assert (done.cash, done.position) == before
            return
        self.cash = done.cash
        self.positions.pop(symbol, None)
        if done.position is not None:
            self.positions[symbol] = done.position
        self.commissions += commission
        if side is Side.BUY:
            self.bought += shares * price
            self.shares[symbol] += shares
        else:
            self.sold += shares * price
            self.shares[symbol] -= shares

    @invariant()
    def cash_is_conserved_exactly(self) -> None:
        assert self.cash + self.bought - self.sold + self.commissions == STARTING_CASH

    @invariant()
    def nothing_is_overspent_or_oversold(self) -> None:
        assert self.cash >= 0
        held = {symbol: position.shares for symbol, position in self.positions.items()}
        assert held == {symbol: shares for symbol, shares in self.shares.items() if shares}


TestPaperAccount = PaperAccount.TestCase
TestPaperAccount.settings = settings(max_examples=60, stateful_step_count=30)
