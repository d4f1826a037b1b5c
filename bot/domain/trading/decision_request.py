"""The request to an engine: symbols with their market data, the account, and what the person wants."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from decimal import Decimal

from bot.domain.accounting.drawdown import AccountDrawdown
from bot.domain.conversation.retrieval import ConversationContext, RetrievalResult
from bot.domain.market.features import Features, MarketChange
from bot.domain.market.snapshot import Snapshot
from bot.domain.models.requests import Caller
from bot.domain.text.locale import Language
from bot.domain.trading.accounts import Portfolio
from bot.domain.trading.execution.orders import Side
from bot.domain.trading.trade_request import TradeRequest


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
