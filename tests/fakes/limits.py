"""Trading limits for tests."""

from decimal import Decimal
from itertools import product
from uuid import UUID

from bot.domain.conversation.threads import Person
from bot.domain.ids import ConversationId, LimitId
from bot.domain.trading.trading_limits import (
    LimitInForce,
    LimitMeasure,
    LimitPeriod,
    LimitScope,
    LimitTerms,
    LimitUnit,
    TradingLimit,
)
from tests.fakes.market import CLOSE

SHARES_COUNT = frozenset({LimitMeasure.TRADE, LimitMeasure.POSITION})  # measures that may count shares


def in_force(terms: LimitTerms, *, number: int = 1, spent: Decimal = Decimal(0), purchases: int = 0) -> LimitInForce:
    """Ann's limit with these terms."""
    limit = TradingLimit(
        id=LimitId(UUID(int=number)),
        terms=terms,
        stated_by=Person("ann", "Ann"),
        stated_at=CLOSE,
        conversation_id=ConversationId(UUID(int=0)),
        channel="c",
    )
    return LimitInForce(limit, spent, purchases)


def some_limits(value: Decimal) -> tuple[LimitInForce, ...]:
    """One limit of every kind, scope and period."""
    kinds = [
        LimitTerms(measure=measure, unit=unit, value=value, text="no tobacco")
        for measure, unit in product(LimitMeasure, LimitUnit)
        if unit is not LimitUnit.SHARES or measure in SHARES_COUNT
    ]
    kinds += [LimitTerms(measure=LimitMeasure.TOTAL, value=value, period=period) for period in LimitPeriod]
    kinds += [LimitTerms(measure=LimitMeasure.TRADE, value=value, scope=scope) for scope in LimitScope]
    kinds += [LimitTerms(measure=LimitMeasure.TRADE, unit=LimitUnit.SHARES, value=Decimal(0))]
    return tuple(in_force(terms, number=number) for number, terms in enumerate(kinds))
