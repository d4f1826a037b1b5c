"""SQL of the table `trade_order`, and the columns of orders, their reports and rejections."""

from bot.domain.trading.execution.orders import Order, OrderReport, OrderStatus, Rejection, Side
from db.pool import Row

ADD = """
INSERT INTO trade_order (tenant_id, id, client_order_id, account_id, decision_id, symbol, side, shares, reference_price,
                         reference_as_of, status, created_at)
VALUES (%(tenant_id)s, %(id)s, %(client_order_id)s, %(account_id)s, %(decision_id)s, %(symbol)s, %(side)s, %(shares)s,
        %(reference_price)s, %(reference_as_of)s, %(status)s, %(created_at)s)
    ON CONFLICT DO NOTHING
RETURNING id
"""
FOR_DECISION = "SELECT * FROM trade_order WHERE tenant_id = %(tenant_id)s AND decision_id = %(decision_id)s"
LATEST = """
SELECT * FROM trade_order WHERE tenant_id = %(tenant_id)s AND account_id = %(account_id)s
 ORDER BY created_at DESC, id DESC LIMIT %(limit)s
"""
OPEN = """
SELECT * FROM trade_order WHERE tenant_id = %(tenant_id)s AND account_id = %(account_id)s
   AND status IN ('new', 'submitted', 'partially_filled', 'unknown')
 ORDER BY created_at DESC, id DESC
"""
REPORT = """
UPDATE trade_order
   SET status = %(status)s, filled_shares = %(filled_shares)s, average_price = %(average_price)s,
       commission = %(commission)s, executed_at = %(executed_at)s, reason = %(reason)s, required = %(required)s,
       available = %(available)s, suggested_shares = %(suggested_shares)s, unbooked_since = NULL
 WHERE tenant_id = %(tenant_id)s AND client_order_id = %(client_order_id)s
"""
# What an answer has been booked of is known, if only that the broker has the order.
MARK_UNKNOWN = """
UPDATE trade_order SET status = 'unknown' WHERE tenant_id = %(tenant_id)s AND id = %(id)s AND status = 'new'
"""
# Written only where it changes something.
NOTE_UNBOOKED = """
UPDATE trade_order
   SET unbooked_since = CASE WHEN client_order_id = ANY (%(unbooked)s) THEN coalesce(unbooked_since, %(at)s) END
 WHERE tenant_id = %(tenant_id)s AND account_id = %(account_id)s
   AND status IN ('new', 'submitted', 'partially_filled', 'unknown')
   AND (unbooked_since IS NOT NULL OR client_order_id = ANY (%(unbooked)s))
RETURNING client_order_id, unbooked_since
"""


def order_columns(order: Order) -> dict[str, object]:
    """Return the columns of a new order, without its tenant."""
    return {
        "id": order.id,
        "client_order_id": order.client_order_id,
        "account_id": order.account_id,
        "decision_id": order.decision_id,
        "symbol": order.symbol,
        "side": order.side,
        "shares": order.shares,
        "reference_price": order.reference_price,
        "reference_as_of": order.reference_as_of,
        "status": order.status,
        "created_at": order.created_at,
    }


def report_columns(report: OrderReport) -> dict[str, object]:
    """Return the columns that a broker's report changes."""
    return {
        "client_order_id": report.client_order_id,
        "status": report.status,
        "filled_shares": report.filled_shares,
        "average_price": report.average_price,
        "commission": report.commission,
        "executed_at": report.executed_at,
        **rejection_columns(report.rejection),
    }


def rejection_columns(rejection: Rejection | None) -> dict[str, object]:
    """Return the columns of a rejection, or of none."""
    return {
        "reason": rejection.code if rejection else None,
        "required": rejection.required if rejection else None,
        "available": rejection.available if rejection else None,
        "suggested_shares": rejection.suggested_shares if rejection else 0,
    }


def order_from_row(row: Row) -> Order:
    """Return the order of a row."""
    return Order(
        id=row["id"],
        client_order_id=row["client_order_id"],
        tenant_id=row["tenant_id"],
        account_id=row["account_id"],
        decision_id=row["decision_id"],
        symbol=row["symbol"],
        side=Side(row["side"]),
        shares=row["shares"],
        reference_price=row["reference_price"],
        reference_as_of=row["reference_as_of"],
        status=OrderStatus(row["status"]),
        created_at=row["created_at"],
        filled_shares=row["filled_shares"],
    )


def report_from_row(row: Row) -> OrderReport:
    """Return the broker's report on the order of a row."""
    return OrderReport(
        client_order_id=row["client_order_id"],
        status=OrderStatus(row["status"]),
        filled_shares=row["filled_shares"],
        average_price=row["average_price"],
        commission=row["commission"],
        executed_at=row["executed_at"],
        rejection=rejection_from_row(row),
    )


def rejection_from_row(row: Row) -> Rejection | None:
    """Return the rejection of a row; None: there is none."""
    if row["reason"] is None:
        return None
    return Rejection(row["reason"], row["required"], row["available"], row["suggested_shares"])
