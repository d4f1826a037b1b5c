"""The trade that a person requests, in the form by which engines size a proposal."""

from dataclasses import dataclass
from decimal import Decimal
from typing import Final, Self

from bot.domain.conversation.requests.trades import TradeTerms
from bot.domain.trading.execution.orders import Side
from bot.domain.trading.limits import Limits
from bot.domain.trading.sizes.stated_size import SizeBound, SizeUnit, StatedRisk

_WHOLE_POSITION: Final = Decimal(1)


@dataclass(frozen=True, slots=True, kw_only=True)
class TradeRequest:
    """Side, size and limits of a requested trade; None: not stated."""

    side: Side | None = None
    shares: Decimal | None = None
    amount: Decimal | None = None  # account currency
    fraction: Decimal | None = None  # of `fraction_of`, 0 < f <= 1
    fraction_of: SizeUnit = SizeUnit.POSITION
    is_target: bool = False  # the size is that of the position after the trade
    is_minimum: bool = False  # the fewest whole shares that reach the size
    risk: StatedRisk | None = None  # of a buy: bounds the loss at its stop; without another size it is the size
    max_cash: Decimal | None = None  # account currency; maximum cost of a buy, including commission
    stop: Decimal | None = None  # a price
    settled: SizeBound | None = None  # how `shares` was computed, if they follow from the account (`settled_size`)
    is_order: bool = False  # True: the person orders a trade of this size; False: asks whether to trade

    @property
    def has_ordered_size(self) -> bool:
        """Whether the person orders a trade of a size of their own; one computed from a risk is not."""
        return self.is_order and any(size is not None for size in (self.shares, self.amount, self.fraction))

    @classmethod
    def of(cls, terms: TradeTerms, limits: Limits, *, is_order: bool) -> Self:
        """Return the request made by a message and the limits that apply to it.

        A side with a size is an order ("sell half", "buy 10 shares of IBM") unless it is a question ("should I sell
        half?"). With a side alone, or only an upper bound of a buy, the engine decides whether to trade. A target
        without a side is an order too: its side follows from the position.
        """
        size = terms.size
        ceilings = (limits.max_cash, terms.max_cash)
        fraction = size.value if size is not None and size.is_fraction else None
        has_size = terms.names_size or terms.risk is not None
        return cls(
            side=terms.side,
            shares=terms.count,
            amount=terms.amount,
            fraction=_WHOLE_POSITION if terms.is_everything and fraction is None else fraction,
            fraction_of=size.unit if size is not None and size.is_fraction else SizeUnit.POSITION,
            is_target=terms.is_target,
            is_minimum=size is not None and size.is_minimum,
            risk=terms.risk,
            max_cash=min((ceiling for ceiling in ceilings if ceiling is not None), default=None),
            stop=terms.stop if terms.stop is not None else limits.stop,
            is_order=is_order and (terms.side is not None or terms.is_target) and has_size,
        )
