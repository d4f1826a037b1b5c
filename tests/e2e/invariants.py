"""Checks the database after kills: every turn is answered once, every order is placed once, no cent is lost."""

from datetime import datetime, timedelta
from decimal import Decimal

from tests.e2e.deployment import Deployment
from tests.waiting import PATIENCE, eventually

UNANSWERED = "SELECT kind, text, attempts FROM turn WHERE status <> 'answered'"
NOT_ONE_REPLY = """
SELECT t.text, count(r.id) FROM turn t LEFT JOIN reply r ON r.tenant_id = t.tenant_id AND r.turn_id = t.id
 GROUP BY t.tenant_id, t.id, t.text HAVING count(r.id) <> 1
"""
UNDELIVERED = "SELECT turn_id FROM reply WHERE delivered_at IS NULL"
# The answer to a press that was refused is private, and no part of the conversation.
NOT_ONE_EXCHANGE = """
SELECT t.text, count(m.id) FROM turn t
  LEFT JOIN message m ON m.tenant_id = t.tenant_id AND m.turn_id = t.id
  LEFT JOIN reply r ON r.tenant_id = t.tenant_id AND r.turn_id = t.id AND r.is_private
 GROUP BY t.tenant_id, t.id, t.text, r.id HAVING count(m.id) <> CASE WHEN r.id IS NULL THEN 2 ELSE 0 END
"""
OUT_OF_ORDER = """
SELECT * FROM (SELECT t.conversation_id, t.number, lag(t.number) OVER w AS before
                 FROM reply r JOIN turn t ON t.tenant_id = r.tenant_id AND t.id = r.turn_id
                WHERE t.kind = 'message' WINDOW w AS (PARTITION BY r.conversation_id ORDER BY r.seq)) s
 WHERE s.number <= s.before
"""
ORDERS_PER_DECISION = "SELECT decision_id, count(*) FROM trade_order GROUP BY 1 HAVING count(*) > 1"
FILLS_PER_ORDER = "SELECT order_id, count(*) FROM fill GROUP BY 1 HAVING count(*) > 1"
ORDER_WITHOUT_FILL = """
SELECT o.id, o.status FROM trade_order o LEFT JOIN fill f ON f.tenant_id = o.tenant_id AND f.order_id = o.id
 WHERE (o.status = 'filled') <> (f.id IS NOT NULL) OR o.status NOT IN ('filled', 'rejected')
"""
DECISION_AGAINST_ORDER = """
SELECT d.id, d.status, o.status AS order_status
  FROM decision d LEFT JOIN trade_order o ON o.tenant_id = d.tenant_id AND o.decision_id = d.id
 WHERE (o.id IS NULL AND d.status IN ('confirmed', 'submitted', 'filled', 'rejected', 'unknown', 'partially_filled'))
    OR (o.id IS NOT NULL AND d.status NOT IN ('superseded', o.status))
"""
ACCOUNTS = """
SELECT a.starting_cash, a.cash, coalesce(sum(CASE f.side WHEN 'buy' THEN -1 ELSE 1 END * f.shares * f.price
                                             - f.commission), 0) AS traded,
       (SELECT coalesce(sum(c.cash), 0) FROM corporate_action c
         WHERE c.tenant_id = a.tenant_id AND c.account_id = a.id) AS credited
  FROM account a LEFT JOIN fill f ON f.tenant_id = a.tenant_id AND f.account_id = a.id
 GROUP BY a.tenant_id, a.id
"""
POSITIONS = """
SELECT coalesce(p.symbol, f.symbol) AS symbol, coalesce(p.shares, 0) AS held, coalesce(f.shares, 0) AS filled
  FROM position p FULL JOIN (SELECT tenant_id, account_id, symbol,
                                    sum(CASE side WHEN 'buy' THEN shares ELSE -shares END) AS shares
                               FROM fill GROUP BY 1, 2, 3) f
    ON f.tenant_id = p.tenant_id AND f.account_id = p.account_id AND f.symbol = p.symbol
"""

AGAINST_THE_BROKER = """
SELECT 'cash' AS what, a.cash AS ours, b.cash AS broker
  FROM account a FULL JOIN paper_account b ON b.tenant_id = a.tenant_id AND b.account_id = a.id
 WHERE a.cash IS DISTINCT FROM b.cash
 UNION ALL
SELECT coalesce(p.symbol, b.symbol), p.shares, b.shares
  FROM position p FULL JOIN paper_position b USING (tenant_id, account_id, symbol)
 WHERE p.shares IS DISTINCT FROM b.shares
 UNION ALL
SELECT coalesce(f.broker_fill_id, b.id), f.shares, b.shares
  FROM (SELECT f.*, o.client_order_id
          FROM fill f JOIN trade_order o ON o.tenant_id = f.tenant_id AND o.id = f.order_id) f
  FULL JOIN paper_fill b
    ON b.tenant_id = f.tenant_id AND b.client_order_id = f.client_order_id AND b.id = f.broker_fill_id
 WHERE (f.shares, f.price, f.commission) IS DISTINCT FROM (b.shares, b.price, b.commission)
"""

# Of each account that trades: whether it agreed when it was compared after all that was booked, and when that was.
COMPARED = """
SELECT a.id, a.compared_at - %(since)s AS after
  FROM account a
 WHERE EXISTS (SELECT FROM trade_order o WHERE o.tenant_id = a.tenant_id AND o.account_id = a.id)
   AND (a.differs OR a.compared_at IS NULL OR a.compared_at <= %(since)s
        OR a.compared_at <= (SELECT max(f.created_at) FROM fill f
                              WHERE f.tenant_id = a.tenant_id AND f.account_id = a.id)
        OR EXISTS (SELECT FROM trade_order o
                    WHERE o.tenant_id = a.tenant_id AND o.account_id = a.id
                      AND o.status IN ('new', 'submitted', 'partially_filled', 'unknown'))) = %(is_behind)s
"""
RECONCILED_WITHIN = timedelta(seconds=60)  # of the start of the process that takes over


def assert_reconciled_since(deployment: Deployment, since: datetime) -> None:
    """After `since`, the books of each account were compared with the broker's and agreed, within 60 s."""
    assert eventually(lambda: not deployment.rows(COMPARED, since=since, is_behind=True), seconds=2 * PATIENCE)
    for each in deployment.rows(COMPARED, since=since, is_behind=False):
        assert each["after"] < RECONCILED_WITHIN, each


def assert_every_turn_answered_once(deployment: Deployment) -> None:
    """Every accepted message and press has one reply, one exchange in the history, and is delivered, in order."""
    for sql in (UNANSWERED, NOT_ONE_REPLY, NOT_ONE_EXCHANGE, UNDELIVERED, OUT_OF_ORDER):
        assert deployment.rows(sql) == [], sql


def assert_books_balance(deployment: Deployment) -> None:
    """Cash and positions equal the fills, and the broker's books, to the cent; no decision has two orders or fills."""
    for sql in (AGAINST_THE_BROKER, ORDERS_PER_DECISION, FILLS_PER_ORDER, ORDER_WITHOUT_FILL, DECISION_AGAINST_ORDER):
        assert deployment.rows(sql) == [], sql
    for account in deployment.rows(ACCOUNTS):
        assert account["starting_cash"] + account["traded"] + account["credited"] == account["cash"] >= Decimal(0)
    for position in deployment.rows(POSITIONS):
        assert position["held"] == position["filled"]
