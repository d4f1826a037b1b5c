"""Requests about the account: its figures, orders, what is pending and held, and corrections of that by admins."""

from dataclasses import dataclass, field
from datetime import date, datetime
from decimal import Decimal
from enum import StrEnum
from typing import TypeAlias

from bot.domain.accounting.ledger import ConversionTerms
from bot.domain.conversation.dialogue import ObjectKind
from bot.domain.conversation.requests.named_shares import NamedShares
from bot.domain.trading.execution.orders import Side
from bot.domain.trading.sizes.stated_size import StatedRisk


class AccountTopic(StrEnum):
    """What of the account is to be shown; also the name of its command."""

    PORTFOLIO = "portfolio"  # the whole report
    RESULT = "result"  # of the days named; of all, if none are
    CASH = "cash"
    WORTH = "worth"
    INVESTED = "invested"
    LARGEST = "largest"  # position
    BEST = "best"  # share by what it has brought
    WORST = "worst"
    TRADES = "trades"  # closed ones: how many, the win rate
    COST = "cost"  # on average, of the shares named
    HELD = "held"
    GAIN = "gain"
    DIVIDENDS = "dividends"
    FEES = "fees"  # paid so far


@dataclass(frozen=True, slots=True)
class ShowAccount:
    """Show the report on the account, or one figure of it."""

    view: AccountTopic
    shares: NamedShares = field(default_factory=NamedShares)  # none: all, or those talked of
    dates: tuple[date, ...] = ()  # one date, or first and last day of a span


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckFunds:
    """Say whether cash or shares suffice for a trade; nothing is proposed."""

    shares: NamedShares = field(default_factory=NamedShares)  # none: that talked of
    side: Side = Side.BUY
    count: Decimal | None = None  # shares; None: as many as can be traded
    amount: Decimal | None = None  # at most so much is spent; account currency
    cash_fraction: Decimal = Decimal(1)  # at most so much of the cash is spent, 0 < f <= 1
    risk: StatedRisk | None = None  # at most so much is lost at the stop
    stop: Decimal | None = None  # None: a usual one


@dataclass(frozen=True, slots=True)
class ShowPending:
    """Show a page of the decisions that the workspace can still confirm."""

    page: int = 1


@dataclass(frozen=True, slots=True)
class ShowOrders:
    """Show the latest orders."""


@dataclass(frozen=True, slots=True)
class ShowOrderStatus:
    """Say what became of the latest order, or of that in each share named."""

    shares: NamedShares = field(default_factory=NamedShares)


@dataclass(frozen=True, slots=True)
class ShowTradeRecord:
    """Say who confirmed the latest trade, or that in each share named, when, and with which stop."""

    shares: NamedShares = field(default_factory=NamedShares)  # none: that talked of, else any
    side: Side | None = None  # None: either
    asked_by: str = ""  # the name of whose order it is; empty: anybody's
    is_latest: bool = False  # of another share than that talked of, if that was not traded: "that last sale"


@dataclass(frozen=True, slots=True, kw_only=True)
class ShowCancelled:
    """Say which decisions were cancelled, by whom, when, and with which words."""

    shares: NamedShares = field(default_factory=NamedShares)  # none: of any
    since: datetime | None = None  # None, both: at any time
    until: datetime | None = None  # exclusive
    by: str = ""  # the name of who cancelled them; empty: anyone
    is_of_several: bool = False  # all of them, and not only the latest, or that of the share talked of


@dataclass(frozen=True, slots=True)
class SetStop:
    """Put a stop at a level, while nothing is pending whose stop it could be; nothing is set."""

    level: Decimal | None  # > 0; account currency per share; None: it is stated otherwise
    shares: NamedShares = field(default_factory=NamedShares)  # none: that talked of, else the only one held


@dataclass(frozen=True, slots=True)
class ShowFailures:
    """Say which orders were rejected, and which cards cannot be confirmed, and why."""

    shares: NamedShares = field(default_factory=NamedShares)  # none: all


@dataclass(frozen=True, slots=True)
class UndoTrade:
    """Take the latest trade back, or that in the share named; or the latest change of another kind."""

    shares: NamedShares = field(default_factory=NamedShares)
    kind: ObjectKind | None = None  # of what was changed; None: a trade


@dataclass(frozen=True, slots=True)
class PickAnother:
    """Take another card or share than that shown, without a word on which: "no, the other one"; or only some cards."""

    shares: NamedShares = field(default_factory=NamedShares)  # of the cards that stay: "only the IBM one"


AccountRequest: TypeAlias = (
    ShowAccount
    | CheckFunds
    | ShowPending
    | ShowOrders
    | ShowOrderStatus
    | ShowTradeRecord
    | ShowCancelled
    | SetStop
    | ShowFailures
    | UndoTrade
    | PickAnother
)


class HoldingResult(StrEnum):
    """What the holdings that are meant have brought since they were bought."""

    GAIN = "gain"
    LOSS = "loss"


@dataclass(frozen=True, slots=True, kw_only=True)
class SellHoldings:
    """Sell what has gained or lost since it was bought."""

    result: HoldingResult
    at_least: Decimal = Decimal(0)  # of the gain or the loss, percent of the cost
    fraction: Decimal = Decimal(1)  # of each position, 0 < f <= 1
    is_question: bool = False  # it asks whether to sell


@dataclass(frozen=True, slots=True, kw_only=True)
class ViewStatedHolding:
    """Look at a holding that a person says to have, wherever that is."""

    symbol: str
    shares: Decimal  # > 0
    cost: Decimal | None = None  # of a share, account currency
    is_question: bool = False  # it asks what to do with it


HoldingsRequest: TypeAlias = SellHoldings | ViewStatedHolding


class CorrectionAct(StrEnum):
    """What is asked."""

    LIST = "list"
    STATE = "state"
    UNDO = "undo"
    HOW = "how"  # it is not clear what


@dataclass(frozen=True, slots=True, kw_only=True)
class CorrectHolding:
    """Correct a holding; read whole: no word or figure is left over."""

    act: CorrectionAct
    symbol: str = ""  # of an undo: empty: the latest
    stated: ConversionTerms | Decimal | None = None  # what becomes of the holding, or a price of its share


@dataclass(frozen=True, slots=True, kw_only=True)
class ReleasePrice:
    """Let a price be used that is doubted."""

    act: CorrectionAct
    symbol: str = ""
    price: Decimal | None = None  # so that no other one is released; account currency


CorrectionRequest: TypeAlias = CorrectHolding | ReleasePrice
