"""SQL of the table `position`, for the stores of accounts and of their ledger."""

from bot.domain.trading.accounts import Position
from db.pool import Row

ALL = """
SELECT * FROM position WHERE tenant_id = %(tenant_id)s AND account_id = %(account_id)s ORDER BY symbol
"""
ONE = """
SELECT * FROM position
 WHERE tenant_id = %(tenant_id)s AND account_id = %(account_id)s AND symbol = %(symbol)s
"""
SAVE = """
INSERT INTO position (tenant_id, account_id, symbol, shares, average_cost, opened_at)
VALUES (%(tenant_id)s, %(account_id)s, %(symbol)s, %(shares)s, %(average_cost)s, %(opened_at)s)
    ON CONFLICT (tenant_id, account_id, symbol)
    DO UPDATE SET shares = excluded.shares, average_cost = excluded.average_cost
"""
CLOSE = """
DELETE FROM position WHERE tenant_id = %(tenant_id)s AND account_id = %(account_id)s AND symbol = %(symbol)s
"""


def position_columns(position: Position) -> dict[str, object]:
    """Return the columns of a position, without its key."""
    return {
        "shares": position.shares,
        "average_cost": position.average_cost,
        "opened_at": position.opened_at,
    }


def position_from_row(row: Row) -> Position:
    """Return the position of a row."""
    return Position(
        symbol=row["symbol"],
        shares=row["shares"],
        average_cost=row["average_cost"],
        opened_at=row["opened_at"],
    )
