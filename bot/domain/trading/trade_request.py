"""What a person wants of one decision, in a form that every engine can size a proposal by."""

from dataclasses import dataclass
from decimal import Decimal
from typing import Final, Self

from bot.domain.conversation.understanding import Entities
from bot.domain.trading.limits import Limits
from bot.domain.trading.orders import Side

_ALL: Final = Decimal(1)


@dataclass(frozen=True, slots=True, kw_only=True)
class TradeRequest:
    """Side, size and limits of the trade a person speaks of; None where nothing was said."""

    side: Side | None = None
    shares: Decimal | None = None
    amount: Decimal | None = None  # account currency
    fraction: Decimal | None = None  # of the present position, 0 < f <= 1
    max_cash: Decimal | None = None  # account currency; a buy may cost no more, commission included
    stop: Decimal | None = None  # a price
    is_order: bool = False  # told to trade this size, as opposed to asking whether to

    @classmethod
    def from_entities(cls, entities: Entities, limits: Limits, *, is_question: bool) -> Self:
        """Return what one message and the limits that bind it come to.

        A size with a side is an order ("sell half", "buy 10 shares of IBM") unless it is asked ("should I sell half?").
        A side alone, or only an upper bound on a buy, leaves it to the engine whether to trade. "Sell at most $3,000"
        is an amount like any other, because shares are rounded down.
        """
        is_ceiling = entities.amount_is_limit and entities.side is not Side.SELL
        amount = None if is_ceiling else entities.amount
        ceilings = (limits.max_cash, entities.amount if is_ceiling else None)
        fraction = _ALL if entities.everything and entities.fraction is None else entities.fraction
        sizes = (entities.shares, amount, fraction)
        return cls(
            side=entities.side,
            shares=entities.shares,
            amount=amount,
            fraction=fraction,
            max_cash=min((ceiling for ceiling in ceilings if ceiling is not None), default=None),
            stop=entities.stop if entities.stop is not None else limits.stop,
            is_order=not is_question and entities.side is not None and any(size is not None for size in sizes),
        )
