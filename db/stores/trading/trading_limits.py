from datetime import datetime
from typing import LiteralString

from bot.domain.ids import LimitId
from bot.domain.trading.trading_limits import (
    LimitHolder,
    LimitInForce,
    LimitQuery,
    LimitRecord,
    LimitTerms,
    TradingLimit,
)
from db.rows import PERSON, RowType
from db.stores.base import Store, insert_from_json

ADD = insert_from_json(
    "trading_limit",
    """tenant_id, id, scope, measure, unit, value, symbols, period, text, conversation_id, channel, person_id,
       person_name, stated_at""",
)
REMOVE = """
UPDATE trading_limit SET removed_by = %(by)s, removed_at = %(at)s
 WHERE tenant_id = %(tenant_id)s AND id = %(id)s AND removed_at IS NULL
RETURNING id
"""
EXTEND = """
UPDATE trading_limit SET symbols = symbols || %(into)s::text
 WHERE tenant_id = %(tenant_id)s AND removed_at IS NULL AND symbols @> ARRAY[%(symbol)s::text]
   AND NOT symbols @> ARRAY[%(into)s::text]
RETURNING id
"""
# When the period of a limit `l` began, in New York.
_PERIOD_START: LiteralString = """
date_trunc(l.period, %(now)s::timestamptz AT TIME ZONE 'America/New_York') AT TIME ZONE 'America/New_York'
"""
_PURCHASED: LiteralString = """
d.action = 'increase' AND d.status IN ('confirmed', 'submitted', 'filled', 'partially_filled', 'unknown')
"""
# Whether a limit `l` is of the person's trades in the conversation.
_BINDS: LiteralString = """
CASE l.scope WHEN 'thread' THEN l.conversation_id = %(conversation_id)s AND l.person_id = %(person_id)s
             WHEN 'person' THEN l.person_id = %(person_id)s
             ELSE l.channel = (SELECT channel FROM conversation
                                WHERE tenant_id = %(tenant_id)s AND id = %(conversation_id)s) END
"""
# Of a total, what its purchases cost: those confirmed, at the price of their orders, and, where `counts_pending`,
# those that can be confirmed; of a number of positions, the latter that add one. Three searches, because each has an
# index: only the periods of the sample market are of the market's time, which is that of the orders.
IN_FORCE = f"""
SELECT l.*, s.spent, s.purchases
  FROM trading_limit l
  LEFT JOIN LATERAL (
       SELECT coalesce(sum(p.cost), 0) AS spent, count(*) AS purchases
         FROM (SELECT d.id, d.symbol, d.asked_by, d.conversation_id,
                      coalesce(o.filled_shares * o.average_price, d.cash_change) AS cost, false AS adds_position
                 FROM decision d LEFT JOIN trade_order o ON o.tenant_id = d.tenant_id AND o.decision_id = d.id
                WHERE d.tenant_id = l.tenant_id AND {_PURCHASED}
                  AND (l.period IS NULL OR NOT %(is_simulated)s)
                  AND d.decided_at >= CASE WHEN l.period IS NULL THEN l.stated_at ELSE {_PERIOD_START} END
                UNION ALL
               SELECT d.id, d.symbol, d.asked_by, d.conversation_id,
                      coalesce(o.filled_shares * o.average_price, d.cash_change), false
                 FROM trade_order o JOIN decision d ON d.tenant_id = o.tenant_id AND d.id = o.decision_id
                WHERE o.tenant_id = l.tenant_id AND o.side = 'buy' AND {_PURCHASED}
                  AND l.period IS NOT NULL AND %(is_simulated)s AND o.reference_as_of >= {_PERIOD_START}
                UNION ALL
               SELECT d.id, d.symbol, d.asked_by, d.conversation_id, d.cash_change,
                      NOT EXISTS (SELECT FROM position
                                   WHERE tenant_id = d.tenant_id AND account_id = d.account_id AND symbol = d.symbol)
                 FROM decision d
                WHERE d.tenant_id = l.tenant_id AND d.status = 'proposed' AND d.action = 'increase'
                  AND %(counts_pending)s AND d.expires_at > %(at)s) p
        WHERE (l.measure = 'total' OR (l.measure = 'positions' AND p.adds_position))
          AND (cardinality(l.symbols) = 0 OR p.symbol = ANY (l.symbols))
          AND (l.scope = 'channel' OR p.asked_by = l.person_id)
          AND (l.scope <> 'thread' OR p.conversation_id = l.conversation_id)
          AND (l.scope <> 'channel'
               OR EXISTS (SELECT FROM conversation c
                           WHERE c.tenant_id = l.tenant_id AND c.id = p.conversation_id AND c.channel = l.channel))
          AND p.id <> ALL (%(except_decisions)s)) s ON true
 WHERE l.tenant_id = %(tenant_id)s AND (l.removed_at IS NULL OR l.removed_at = %(or_ended_at)s)
   AND {_BINDS}
 ORDER BY l.stated_at, l.id
"""  # noqa: S608 - constants
OF_OTHERS = """
SELECT l.*
  FROM trading_limit l JOIN conversation c ON c.tenant_id = l.tenant_id AND c.id = %(conversation_id)s
 WHERE l.tenant_id = %(tenant_id)s AND l.removed_at IS NULL AND l.person_id <> %(person_id)s
   AND l.channel = c.channel AND (l.scope = 'person' OR (l.scope = 'thread' AND l.conversation_id = c.id))
 ORDER BY l.stated_at, l.id
"""
RECORDS = f"""
SELECT l.*, coalesce(s.text, '') AS said, l.removed_at AS ended_at, coalesce(e.person_name, '') AS ended_by
  FROM trading_limit l
  JOIN conversation c ON c.tenant_id = l.tenant_id AND c.id = %(conversation_id)s
  LEFT JOIN LATERAL (
       SELECT text FROM turn t
        WHERE t.tenant_id = l.tenant_id AND t.accepted_at = l.stated_at AND t.conversation_id = l.conversation_id
          AND t.person_id = l.person_id AND t.kind = 'message' AND t.channel = c.channel
        LIMIT 1) s ON true
  LEFT JOIN LATERAL (
       SELECT person_name FROM turn t
        WHERE t.tenant_id = l.tenant_id AND t.accepted_at = l.removed_at AND t.person_id = l.removed_by
        LIMIT 1) e ON true
 WHERE l.tenant_id = %(tenant_id)s AND {_BINDS}
 ORDER BY coalesce(l.removed_at, l.stated_at) DESC, l.stated_at DESC, l.id
 LIMIT %(limit)s
"""  # noqa: S608 - constants
_LIMIT = RowType(TradingLimit, terms=RowType(LimitTerms), stated_by=PERSON)
_HOLDER = RowType(LimitHolder)
_QUERY = RowType(LimitQuery, holder=_HOLDER)
LIMIT_IN_FORCE = RowType(LimitInForce, limit=_LIMIT)
_RECORD = RowType(LimitRecord, limit=_LIMIT)


class PostgresTradingLimits(Store):
    """Implements `bot.ports.TradingLimits`."""

    async def add_limit(self, limit: TradingLimit) -> None:
        self._write("trading_limit", ADD, **_LIMIT.columns(limit))

    async def remove_limit(self, limit_id: LimitId, *, by: str, at: datetime) -> bool:
        return await self._fetch_one(REMOVE, id=limit_id, by=by, at=at) is not None

    async def extend_limits(self, symbol: str, into: str) -> int:
        return len(await self._fetch_all(EXTEND, symbol=symbol, into=into))

    async def in_force(self, query: LimitQuery) -> tuple[LimitInForce, ...]:
        return await self._find_all(LIMIT_IN_FORCE, IN_FORCE, **limit_parameters(query))

    async def of_others(self, holder: LimitHolder) -> tuple[TradingLimit, ...]:
        return await self._find_all(_LIMIT, OF_OTHERS, **_HOLDER.columns(holder))

    async def records(self, holder: LimitHolder, *, limit: int) -> tuple[LimitRecord, ...]:
        return await self._find_all(_RECORD, RECORDS, limit=limit, **_HOLDER.columns(holder))


def limit_parameters(query: LimitQuery) -> dict[str, object]:
    """Return the parameters of `IN_FORCE`."""
    return {
        **_QUERY.columns(query),
        "is_simulated": query.market_time is not None,
        "now": query.market_time or query.at,
        "except_decisions": list(query.except_decisions),
    }
