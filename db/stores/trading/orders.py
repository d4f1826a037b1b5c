"""SQL of the tables `trade_order` and `fill`, and the row types of orders, their fills, reports and rejections."""

from bot.domain.accounting.ledger import LedgerFill
from bot.domain.trading.execution.broker import BrokerFill
from bot.domain.trading.execution.orders import AccountOrder, OrderReport, Rejection
from db.rows import RowType
from db.stores.base import insert

ADD = insert(
    "trade_order",
    """tenant_id, id, client_order_id, account_id, decision_id, symbol, side, shares, reference_price,
       reference_as_of, status, created_at""",
    "ON CONFLICT DO NOTHING RETURNING id",
)
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
       available = %(available)s, suggested_shares = coalesce(%(suggested_shares)s, 0), unbooked_since = NULL
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

ORDER = RowType(AccountOrder)
# What a broker's report changes.
REJECTION = RowType(Rejection, code="reason")
ORDER_REPORT = RowType(OrderReport, rejection=REJECTION)


ADD_FILL = insert(
    "fill",
    """tenant_id, id, order_id, broker_fill_id, account_id, symbol, side, shares, price, commission, executed_at,
       created_at""",
)
FILLS_OF_ORDER = """
SELECT broker_fill_id, shares, price, commission, executed_at
  FROM fill WHERE tenant_id = %(tenant_id)s AND order_id = %(order_id)s ORDER BY executed_at, broker_fill_id
"""
FILLS = """
SELECT symbol, side, shares, price, commission, executed_at, created_at
  FROM fill WHERE tenant_id = %(tenant_id)s AND account_id = %(account_id)s
"""
LAST_FILL = """
SELECT max(executed_at) AS at FROM fill WHERE tenant_id = %(tenant_id)s AND account_id = %(account_id)s
"""

BROKER_FILL = RowType(BrokerFill, id="broker_fill_id")
LEDGER_FILL = RowType(LedgerFill, booked_at="created_at")
