"""Booking a broker's reports, complete and partial, early and late ones."""

from dataclasses import replace
from datetime import timedelta
from decimal import Decimal

import pytest

from bot.domain.trading.accounts import Position
from bot.domain.trading.execution.booking import OrderLedger, book_order
from bot.domain.trading.execution.broker import BrokerFill, BrokerOrder
from bot.domain.trading.execution.orders import OrderReport, OrderStatus, Rejection, Side
from tests.unit.domain.trading.test_paper import BUY

D = Decimal
ACCEPTED = BrokerOrder(
    client_order_id=BUY.client_order_id, symbol="AAPL", side=Side.BUY, shares=D(10), status=OrderStatus.SUBMITTED
)
FIRST = BrokerFill(id="a", shares=D(4), price=D(400), commission=D(1), executed_at=BUY.reference_as_of)
SECOND = BrokerFill(
    id="b", shares=D(6), price=D(450), commission=D(0), executed_at=BUY.reference_as_of + timedelta(minutes=1)
)
PARTLY = replace(ACCEPTED, status=OrderStatus.PARTIALLY_FILLED, fills=(FIRST,))
WHOLE = replace(ACCEPTED, status=OrderStatus.FILLED, fills=(FIRST, SECOND))
EMPTY = OrderLedger(
    order=BUY,
    report=OrderReport(client_order_id=BUY.client_order_id, status=OrderStatus.NEW),
    fills=(),
    cash=D(10_000),
    position=None,
)


def booked(*reports: BrokerOrder, ledger: OrderLedger = EMPTY) -> OrderLedger:
    for report in reports:
        booking = book_order(ledger, report)
        ledger = replace(
            ledger,
            report=booking.report,
            fills=(*ledger.fills, *booking.new_fills),
            cash=booking.cash,
            position=booking.position,
        )
    return ledger


@pytest.mark.parametrize(
    "reports",
    [
        (WHOLE,),
        (PARTLY, WHOLE),
        (ACCEPTED, PARTLY, PARTLY, WHOLE, WHOLE),
        (WHOLE, PARTLY, ACCEPTED),  # older reports arrive late
        (WHOLE, replace(WHOLE, fills=(SECOND, FIRST))),
    ],
)
def test_any_sequence_of_reports_books_each_fill_once(reports: tuple[BrokerOrder, ...]) -> None:
    done = booked(*reports)

    assert done.cash == 10_000 - 4 * 400 - 6 * 450 - 1
    assert done.position == Position("AAPL", D(10), D(430), FIRST.executed_at)
    assert done.report == OrderReport(
        client_order_id=BUY.client_order_id,
        status=OrderStatus.FILLED,
        filled_shares=D(10),
        average_price=D(430),
        commission=D(1),
        executed_at=SECOND.executed_at,
    )


def test_a_part_is_booked_before_the_rest_comes() -> None:
    done = booked(PARTLY)
    assert (done.report.status, done.report.filled_shares) == (OrderStatus.PARTIALLY_FILLED, D(4))
    assert done.cash == 10_000 - D(1601)


def test_a_rejection_is_recorded_with_its_figures_and_books_nothing() -> None:
    why = Rejection("insufficient_cash", D(5000), D(4000), D(8))
    done = booked(replace(ACCEPTED, status=OrderStatus.REJECTED, rejection=why))
    assert (done.report.status, done.report.rejection) == (OrderStatus.REJECTED, why)
    assert (done.cash, done.position, why.shortfall) == (D(10_000), None, D(1000))


@pytest.mark.parametrize("status", [OrderStatus.CANCELLED, OrderStatus.REJECTED])
@pytest.mark.parametrize("before", [(), (PARTLY,)])
def test_the_rest_is_lost_then_that_is_news_once_and_its_reason_is_kept(
    status: OrderStatus, before: tuple[BrokerOrder, ...]
) -> None:
    why = Rejection("insufficient_cash", D(2400), D(900), D(2)) if status is OrderStatus.REJECTED else None
    lost = replace(PARTLY, status=status, rejection=why)
    first, again = book_order(booked(*before), lost), book_order(booked(*before, lost), lost)
    assert (first.has_lost_its_rest, again.has_lost_its_rest) == (True, False)
    assert (first.report.status, first.report.filled_shares) == (status, D(4))
    assert (first.report.rejection, again.report.rejection) == (why, why)


def test_a_part_was_filled_of_what_was_thought_unsent_then_the_brokers_reason_replaces_ours() -> None:
    unsent = replace(ACCEPTED, status=OrderStatus.REJECTED, rejection=Rejection("too_late"))
    why = Rejection("insufficient_cash")
    done = booked(unsent, replace(PARTLY, status=OrderStatus.REJECTED, rejection=why))
    assert (done.report.filled_shares, done.report.rejection) == (D(4), why)
    assert booked(unsent, PARTLY).report.rejection is None


def test_a_fill_that_comes_after_the_end_is_booked_all_the_same() -> None:
    done = booked(replace(ACCEPTED, status=OrderStatus.CANCELLED), replace(PARTLY, status=OrderStatus.CANCELLED))
    assert (done.report.status, done.report.filled_shares) == (OrderStatus.CANCELLED, D(4))
    done = booked(replace(ACCEPTED, status=OrderStatus.REJECTED, rejection=Rejection("too_late")), WHOLE)
    assert (done.report.status, done.report.rejection) == (OrderStatus.FILLED, None)


def test_sale_of_a_part_keeps_cost_and_opening_time_and_of_all_closes() -> None:
    held = Position("AAPL", D(10), D(300), FIRST.executed_at - timedelta(days=9))
    sale = replace(EMPTY, order=replace(BUY, side=Side.SELL), position=held)
    assert booked(replace(PARTLY, side=Side.SELL), ledger=sale).position == replace(held, shares=D(6))
    done = booked(replace(WHOLE, side=Side.SELL), ledger=sale)
    assert (done.position, done.cash) == (None, 10_000 + D(1600 + 2700 - 1))


@pytest.mark.parametrize("held", [None, Position("AAPL", D(3), D(400), FIRST.executed_at)])
def test_a_sale_of_more_than_is_held_is_not_booked_as_a_position(held: Position | None) -> None:
    selling = replace(EMPTY, order=replace(BUY, side=Side.SELL), position=held)
    with pytest.raises(ValueError, match="sells more AAPL than is held"):
        book_order(selling, replace(PARTLY, side=Side.SELL))


@pytest.mark.parametrize("before", [(), (PARTLY,)])
def test_an_older_report_after_the_end_undoes_nothing(before: tuple[BrokerOrder, ...]) -> None:
    ended = booked(*before, replace(before[-1] if before else ACCEPTED, status=OrderStatus.CANCELLED))
    assert booked(*before, ACCEPTED, ledger=ended) == ended
    assert ended.report.status is OrderStatus.CANCELLED
