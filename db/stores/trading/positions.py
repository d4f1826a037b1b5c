"""SQL of the table `position`, for the stores of accounts and of their ledger."""

from collections.abc import Mapping
from dataclasses import replace
from typing import LiteralString

from bot.domain.market.price_history import CorporateAction, SessionClose
from bot.domain.market.snapshot import market_date
from bot.domain.trading.accounts import Position, StatedPriceOfDay
from db.pool import Row
from db.rows import RowType

_POSITIONS = """
SELECT p.*, c.person_name AS stated_by
  FROM position p LEFT JOIN holding_correction c ON c.tenant_id = p.tenant_id AND c.id = p.price_correction
 WHERE p.tenant_id = %(tenant_id)s AND p.account_id = %(account_id)s
"""
ALL = f"{_POSITIONS} ORDER BY p.symbol"
ONE = f"{_POSITIONS} AND p.symbol = %(symbol)s"
SAVE = """
INSERT INTO position (tenant_id, account_id, symbol, shares, average_cost, opened_at, last_price, last_priced_on)
VALUES (%(tenant_id)s, %(account_id)s, %(symbol)s, %(shares)s, %(average_cost)s, %(opened_at)s, %(last_price)s,
        %(last_priced_on)s)
    ON CONFLICT (tenant_id, account_id, symbol)
    DO UPDATE SET shares = excluded.shares, average_cost = excluded.average_cost, last_price = excluded.last_price,
                  last_priced_on = excluded.last_priced_on, price_correction = NULL,
                  held_on = NULL, held_kind = NULL, held_value = NULL
"""
# A close of before a price was stated does not take its place.
PRICE = """
UPDATE position SET last_price = priced.price, last_priced_on = priced.day, price_correction = NULL
  FROM unnest(%(symbols)s::text[], %(prices)s::numeric[], %(days)s::date[]) AS priced (symbol, price, day)
 WHERE tenant_id = %(tenant_id)s AND account_id = %(account_id)s AND position.symbol = priced.symbol
   AND (price_correction IS NULL OR priced.day >= last_priced_on)
"""
HOLD_ACTIONS = """
UPDATE position SET held_kind = found.kind, held_value = found.value, held_on = found.day
  FROM position p LEFT JOIN unnest(%(symbols)s::text[], %(kinds)s::text[], %(amounts)s::numeric[], %(days)s::date[])
                         AS found (symbol, kind, value, day) ON found.symbol = p.symbol
 WHERE p.tenant_id = %(tenant_id)s AND p.account_id = %(account_id)s
   AND position.tenant_id = p.tenant_id AND position.account_id = p.account_id AND position.symbol = p.symbol
   AND (position.held_kind, position.held_value, position.held_on) IS DISTINCT FROM (found.kind, found.value, found.day)
"""
STATE_PRICE = """
UPDATE position SET last_price = %(price)s, last_priced_on = %(day)s, price_correction = %(id)s
 WHERE tenant_id = %(tenant_id)s AND account_id = %(account_id)s AND symbol = %(symbol)s
"""
RESTORE_PRICE = """
UPDATE position SET last_price = %(price_before)s, last_priced_on = %(priced_before)s, price_correction = NULL
 WHERE tenant_id = %(tenant_id)s AND account_id = %(account_id)s AND symbol = %(symbol)s AND price_correction = %(id)s
"""
CLOSE = """
DELETE FROM position WHERE tenant_id = %(tenant_id)s AND account_id = %(account_id)s AND symbol = %(symbol)s
"""
_POSITION = RowType(
    Position,
    last_good=RowType(SessionClose, session="last_priced_on", price="last_price"),
    held_action=RowType(CorporateAction, ex_date="held_on", kind="held_kind", value="held_value"),
)


def saved(symbol: str, position: Position | None) -> tuple[LiteralString, dict[str, object]]:
    """Return the statement that stores a position, or that there is none any more, and its parameters."""
    if position is None:
        return CLOSE, {"symbol": symbol}
    last = position.last_good or SessionClose(market_date(position.opened_at), position.average_cost)
    return SAVE, {
        "symbol": symbol,
        "shares": position.shares,
        "average_cost": position.average_cost,
        "opened_at": position.opened_at,
        "last_price": last.price,
        "last_priced_on": last.session,
    }


def held_columns(actions: Mapping[str, CorporateAction]) -> dict[str, object]:
    """Return the parameters of `HOLD_ACTIONS`."""
    return {
        "symbols": list(actions),
        "kinds": [each.kind for each in actions.values()],
        "amounts": [each.value for each in actions.values()],
        "days": [each.ex_date for each in actions.values()],
    }


def position_from_row(row: Row) -> Position:
    """Return the position of a row."""
    last = _POSITION(row)
    if row["stated_by"] is not None and last.last_good is not None:
        stated = StatedPriceOfDay(last.last_good.session, last.last_good.price, row["stated_by"])
        return replace(last, last_good=stated)
    return last
