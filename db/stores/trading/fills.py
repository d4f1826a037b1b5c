"""SQL of the table `fill`, for the accounts' store and the paper broker."""

ADD = """
INSERT INTO fill (tenant_id, id, order_id, account_id, symbol, side, shares, price, commission, executed_at, created_at)
VALUES (%(tenant_id)s, %(id)s, %(order_id)s, %(account_id)s, %(symbol)s, %(side)s, %(shares)s, %(price)s,
        %(commission)s, %(executed_at)s, %(created_at)s)
"""
ALL = """
SELECT symbol, side, shares, price, commission, executed_at, created_at
  FROM fill WHERE tenant_id = %(tenant_id)s AND account_id = %(account_id)s
"""
LAST = """
SELECT max(executed_at) AS at FROM fill WHERE tenant_id = %(tenant_id)s AND account_id = %(account_id)s
"""
