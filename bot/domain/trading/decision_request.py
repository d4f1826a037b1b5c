"""The request to an engine: symbols with their market data, the account, and what the person wants."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Final, Self

from bot.domain.accounting.results import AccountDrawdown
from bot.domain.conversation.requests.trades import TradeTerms
from bot.domain.conversation.retrieval import ConversationContext, RetrievalResult
from bot.domain.market.features import Features, MarketChange
from bot.domain.market.snapshot import Snapshot
from bot.domain.models.requests import Caller
from bot.domain.text.locale import Language
from bot.domain.trading.accounts import Portfolio
from bot.domain.trading.execution.orders import Side
from bot.domain.trading.sizes.stated_size import SizeBound, SizeUnit, StatedRisk
from bot.domain.trading.trading_limits import Limits

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


@dataclass(frozen=True, slots=True)
class ShareCap:
    """The maximum of shares traded on one side, as a person stated it before; used if the message states no size."""

    side: Side
    shares: Decimal


@dataclass(frozen=True, slots=True, kw_only=True)
class DecisionRequest:
    """A request for decisions on one or more symbols at one instant."""

    features: tuple[Features, ...]  # one per symbol, in the order requested
    portfolio: Portfolio
    trade_request: TradeRequest
    commission: Decimal  # account currency, per order
    reserved_cash: Decimal  # account currency; needed by other pending decisions and open orders
    caller: Caller
    text: str = ""  # the person's message
    language: Language = Language.ENGLISH  # of the rationale
    snapshots: tuple[Snapshot, ...] = ()  # the source of `features`, in the same order
    context: ConversationContext = field(default_factory=ConversationContext)
    retrieved: RetrievalResult = field(default_factory=RetrievalResult)
    share_caps: Mapping[str, ShareCap] = field(default_factory=dict)  # by symbol
    names: Mapping[str, tuple[str, ...]] = field(default_factory=dict)  # of companies, the usual one first; by symbol
    market: MarketChange | None = None  # how the market has moved; None: not known
    drawdown: AccountDrawdown | None = None  # of the account; None: not known, or the engine does not weigh it

    def share_cap(self, symbol: str, side: Side | None) -> Decimal | None:
        """Return the maximum of shares of `symbol` to trade on `side`; None: no maximum was stated."""
        found = self.share_caps.get(symbol)
        return found.shares if found is not None and found.side is side else None
