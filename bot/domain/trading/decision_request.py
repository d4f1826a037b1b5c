"""What an engine is asked: which symbols, what is known of each, the account, and what the person wants."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from decimal import Decimal

from bot.domain.conversation.retrieval import ConversationContext, RetrievalResult
from bot.domain.market.features import Features
from bot.domain.market.snapshot import Snapshot
from bot.domain.models.requests import Caller
from bot.domain.text.locale import Language
from bot.domain.trading.accounts import Portfolio
from bot.domain.trading.orders import Side
from bot.domain.trading.trade_request import TradeRequest


@dataclass(frozen=True, slots=True)
class ShareCap:
    """The most shares that a trade on one side may have: a person named them before, and names no size now."""

    side: Side
    shares: Decimal


@dataclass(frozen=True, slots=True, kw_only=True)
class DecisionRequest:
    """One request for decisions, over one or more symbols at one instant."""

    features: tuple[Features, ...]  # one per symbol, in the order asked
    portfolio: Portfolio
    trade_request: TradeRequest
    commission: Decimal  # account currency, per order
    reserved_cash: Decimal  # cash that other pending decisions will need
    caller: Caller
    text: str = ""  # the message itself, as the person wrote it
    language: Language = Language.ENGLISH  # to argue in
    snapshots: tuple[Snapshot, ...] = ()  # what the features were computed from, in the same order
    context: ConversationContext = field(default_factory=ConversationContext)
    retrieved: RetrievalResult = field(default_factory=RetrievalResult)
    share_caps: Mapping[str, ShareCap] = field(default_factory=dict)  # by symbol

    def share_cap(self, symbol: str, side: Side | None) -> Decimal | None:
        """Return the most shares of `symbol` that may be traded on `side`; None: none were named before."""
        found = self.share_caps.get(symbol)
        return found.shares if found is not None and found.side is side else None
