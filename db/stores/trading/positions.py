"""SQL of the table `position`, for the stores of accounts and of their ledger."""

from collections.abc import Mapping

from bot.domain.market.price_history import ActionKind, CorporateAction, SessionClose
from bot.domain.market.snapshot import market_date
from bot.domain.trading.accounts import Position, StatedPriceOfDay
from db.pool import Row

ALL = """
SELECT p.*, c.person_name AS stated_by
  FROM position p LEFT JOIN holding_correction c ON c.tenant_id = p.tenant_id AND c.id = p.price_correction
 WHERE p.tenant_id = %(tenant_id)s AND p.account_id = %(account_id)s ORDER BY p.symbol
"""
ONE = """
SELECT p.*, c.person_name AS stated_by
  FROM position p LEFT JOIN holding_correction c ON c.tenant_id = p.tenant_id AND c.id = p.price_correction
 WHERE p.tenant_id = %(tenant_id)s AND p.account_id = %(account_id)s AND p.symbol = %(symbol)s
"""
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


def position_columns(position: Position) -> dict[str, object]:
    """Return the columns of a position, without its key."""
    last = position.last_good or SessionClose(market_date(position.opened_at), position.average_cost)
    return {
        "shares": position.shares,
        "average_cost": position.average_cost,
        "opened_at": position.opened_at,
        "last_price": last.price,
        "last_priced_on": last.session,
    }


def position_from_row(row: Row) -> Position:
    """Return the position of a row."""
    return Position(
        symbol=row["symbol"],
        shares=row["shares"],
        average_cost=row["average_cost"],
        opened_at=row["opened_at"],
        last_good=_last_good(row),
        held_action=_held_action(row),
    )


def held_columns(actions: Mapping[str, CorporateAction]) -> dict[str, object]:
    """Return the parameters of `HOLD_ACTIONS`."""
    return {
        "symbols": list(actions),
        "kinds": [each.kind for each in actions.values()],
        "amounts": [each.value for each in actions.values()],
        "days": [each.ex_date for each in actions.values()],
    }


def _held_action(row: Row) -> CorporateAction | None:
    if row["held_on"] is None:
        return None
    return CorporateAction(row["symbol"], row["held_on"], ActionKind(row["held_kind"]), row["held_value"])


def _last_good(row: Row) -> SessionClose:
    if row["stated_by"] is not None:
        return StatedPriceOfDay(row["last_priced_on"], row["last_price"], row["stated_by"])
    return SessionClose(row["last_priced_on"], row["last_price"])
