"""The trade that a person requests, in the form by which engines size a proposal."""

from dataclasses import dataclass
from decimal import Decimal
from typing import Final, Self

from bot.domain.conversation.understanding import Entities
from bot.domain.trading.limits import Limits
from bot.domain.trading.orders import Side

_WHOLE_POSITION: Final = Decimal(1)


@dataclass(frozen=True, slots=True, kw_only=True)
class TradeRequest:
    """Side, size and limits of a requested trade; None: not stated."""

    side: Side | None = None
    shares: Decimal | None = None
    amount: Decimal | None = None  # account currency
    fraction: Decimal | None = None  # of the present position, 0 < f <= 1
    max_cash: Decimal | None = None  # account currency; maximum cost of a buy, including commission
    stop: Decimal | None = None  # a price
    is_order: bool = False  # True: the person orders a trade of this size; False: asks whether to trade

    @property
    def has_ordered_size(self) -> bool:
        """Whether the person orders a trade of a size of their own."""
        return self.is_order and any(size is not None for size in (self.shares, self.amount, self.fraction))

    @classmethod
    def from_entities(cls, entities: Entities, limits: Limits, *, is_question: bool) -> Self:
        """Return the request made by a message and the limits that apply to it.

        A side with a size is an order ("sell half", "buy 10 shares of IBM") unless it is a question ("should I sell
        half?"). With a side alone, or only an upper bound of a buy, the engine decides whether to trade. In "sell at
        most $3,000" the bound is an ordinary amount, because shares are rounded down.
        """
        is_ceiling = entities.amount_is_limit and entities.side is not Side.SELL
        amount = None if is_ceiling else entities.amount
        ceilings = (limits.max_cash, entities.amount if is_ceiling else None)
        fraction = _WHOLE_POSITION if entities.everything and entities.fraction is None else entities.fraction
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
