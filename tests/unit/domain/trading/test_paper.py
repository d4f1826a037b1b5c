from dataclasses import replace
from datetime import UTC, datetime
from decimal import Decimal
from uuid import UUID

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule

from bot.domain.ids import AccountId, DecisionId, TenantId
from bot.domain.trading.accounts import Position
from bot.domain.trading.execution.booking import OrderLedger, book_order
from bot.domain.trading.execution.broker import BrokerOrder, execute_paper_order
from bot.domain.trading.execution.orders import AccountOrder, OrderReport, OrderStatus, Rejection, Side

NIL = UUID(int=0)
STARTING_CASH = Decimal(100_000)
BUY = AccountOrder(
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
    done = execute_paper_order(BUY, cash=Decimal("4555.90"), held=Decimal(0), commission=Decimal(1))
    assert (done.order.status, done.cash, done.shares) == (OrderStatus.FILLED, Decimal(0), Decimal(10))


def test_buy_one_cent_short_is_rejected_with_what_would_do() -> None:
    done = execute_paper_order(BUY, cash=Decimal("4555.89"), held=Decimal(0), commission=Decimal(1))
    assert (done.order.status, done.cash, done.shares) == (OrderStatus.REJECTED, Decimal("4555.89"), Decimal(0))
    assert done.order.rejection == Rejection("insufficient_cash", Decimal("4555.90"), Decimal("4555.89"), Decimal(9))
    assert done.order.rejection.shortfall == Decimal("0.01")


def test_buy_without_cash_for_one_share_suggests_none() -> None:
    done = execute_paper_order(BUY, cash=Decimal("0.50"), held=Decimal(0), commission=Decimal(1))
    assert done.order.rejection is not None
    assert done.order.rejection.suggested_shares == 0


def test_sale_whose_proceeds_do_not_cover_the_commission_is_rejected_without_cash() -> None:
    sale = replace(BUY, side=Side.SELL, shares=Decimal(1), reference_price=Decimal("0.50"))
    done = execute_paper_order(sale, cash=Decimal(0), held=Decimal(1), commission=Decimal(1))
    assert done.order.rejection == Rejection("insufficient_cash", Decimal(1), Decimal("0.50"))


class PaperAccount(RuleBasedStateMachine):
    """Any orders, in any sequence, in two symbols."""

    def __init__(self) -> None:
        super().__init__()
        self.cash = STARTING_CASH
        self.held: dict[str, Decimal] = {}
        self.ledger_cash = STARTING_CASH
        self.positions: dict[str, Position | None] = {}
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
        held = self.held.get(symbol, Decimal(0))
        order = replace(BUY, symbol=symbol, side=side, shares=shares, reference_price=price)
        done = execute_paper_order(order, cash=self.cash, held=held, commission=commission)
        if done.order.status is OrderStatus.REJECTED:
            assert (done.cash, done.shares) == (self.cash, held)
            return
        self._book(order, done.order)
        self.cash, self.held[symbol] = done.cash, done.shares
        self.commissions += commission
        if side is Side.BUY:
            self.bought += shares * price
            self.shares[symbol] += shares
        else:
            self.sold += shares * price
            self.shares[symbol] -= shares

    def _book(self, order: AccountOrder, broker_order: BrokerOrder) -> None:
        """Book it in our own ledger, from two reports, of which the second has the whole."""
        unsent = OrderReport(client_order_id=order.client_order_id, status=OrderStatus.NEW)
        ledger = OrderLedger(
            order=order, report=unsent, fills=(), cash=self.ledger_cash, position=self.positions.get(order.symbol)
        )
        booking = book_order(ledger, broker_order)
        again = replace(
            ledger, report=booking.report, fills=booking.new_fills, cash=booking.cash, position=booking.position
        )
        assert book_order(again, broker_order).new_fills == ()
        self.ledger_cash, self.positions[order.symbol] = booking.cash, booking.position

    @invariant()
    def the_ledger_agrees_with_the_broker(self) -> None:
        assert self.ledger_cash == self.cash
        booked = {symbol: position.shares for symbol, position in self.positions.items() if position}
        assert booked == {symbol: shares for symbol, shares in self.held.items() if shares}

    @invariant()
    def cash_is_conserved_exactly(self) -> None:
        assert self.cash + self.bought - self.sold + self.commissions == STARTING_CASH

    @invariant()
    def nothing_is_overspent_or_oversold(self) -> None:
        assert self.cash >= 0
        held = {symbol: shares for symbol, shares in self.held.items() if shares}
        assert held == {symbol: shares for symbol, shares in self.shares.items() if shares}


TestPaperAccount = PaperAccount.TestCase
TestPaperAccount.settings = settings(max_examples=60, stateful_step_count=30)
