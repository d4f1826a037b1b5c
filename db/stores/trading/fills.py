"""SQL of the table `fill`."""

from bot.domain.accounting.ledger import LedgerFill
from bot.domain.trading.execution.broker import BrokerFill
from db.rows import RowType

ADD = """
INSERT INTO fill (tenant_id, id, order_id, broker_fill_id, account_id, symbol, side, shares, price, commission,
                  executed_at, created_at)
VALUES (%(tenant_id)s, %(id)s, %(order_id)s, %(broker_fill_id)s, %(account_id)s, %(symbol)s, %(side)s, %(shares)s,
        %(price)s, %(commission)s, %(executed_at)s, %(created_at)s)
"""
OF_ORDER = """
SELECT broker_fill_id, shares, price, commission, executed_at
  FROM fill WHERE tenant_id = %(tenant_id)s AND order_id = %(order_id)s ORDER BY executed_at, broker_fill_id
"""
ALL = """
SELECT symbol, side, shares, price, commission, executed_at, created_at
  FROM fill WHERE tenant_id = %(tenant_id)s AND account_id = %(account_id)s
"""
LAST = """
SELECT max(executed_at) AS at FROM fill WHERE tenant_id = %(tenant_id)s AND account_id = %(account_id)s
"""

BROKER_FILL = RowType(BrokerFill, id="broker_fill_id")
LEDGER_FILL = RowType(LedgerFill, booked_at="created_at")
