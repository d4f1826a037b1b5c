"""SQL of the table `trade_order`, for the accounts' store and the paper broker."""

from bot.domain.trading.orders import Order, OrderReport, OrderStatus, Side
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
BY_CLIENT_ID = "SELECT * FROM trade_order WHERE tenant_id = %(tenant_id)s AND client_order_id = %(client_order_id)s"
LOCK = """
SELECT * FROM trade_order WHERE tenant_id = %(tenant_id)s AND client_order_id = %(client_order_id)s FOR NO KEY UPDATE
"""
REPORT = """
UPDATE trade_order
   SET status = %(status)s, filled_shares = %(filled_shares)s, average_price = %(average_price)s,
       commission = %(commission)s, executed_at = %(executed_at)s, reason = %(reason)s
 WHERE tenant_id = %(tenant_id)s AND client_order_id = %(client_order_id)s
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
        "reason": report.reason,
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
        reason=row["reason"],
    )
