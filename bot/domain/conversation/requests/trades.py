"""Requests about trades: orders, advice, changes of what is pending, and verdicts."""

from dataclasses import dataclass, field
from datetime import date
from decimal import Decimal
from enum import StrEnum
from typing import ClassVar, TypeAlias

from bot.domain.conversation.requests.named_shares import NamedShares
from bot.domain.trading.execution.orders import Side
from bot.domain.trading.sizes.stated_size import Size, SizeUnit, StatedRisk


@dataclass(frozen=True, slots=True, kw_only=True)
class OrderPart:
    """One of several trades that a message orders."""

    symbol: str
    side: Side | None  # None: that of the pending decision which it changes
    size: Size | None = None


class Placement(StrEnum):
    """Where money is placed that no share is named for."""

    TALKED_OF = "talked-of"  # "invest $10,000": in what is pending; else it is asked
    MARKET = "market"  # "put $5,000 to work": not in what is talked of


@dataclass(frozen=True, slots=True, kw_only=True)
class TradeTerms:
    """What a message says of a trade; None, empty or False: not said."""

    shares: NamedShares = field(default_factory=NamedShares)
    side: Side | None = None
    size: Size | None = None
    target_side: Side | None = None  # the direction of a target: "raise it to", "keep"; None: either
    max_cash: Decimal | None = None  # account currency; "at most $3,000": an upper bound of a purchase
    lifts_max_cash: bool = False  # "no limit", 取消限额: removes such a bound
    risk: StatedRisk | None = None  # "risk no more than $200": the loss at the stop
    stop: Decimal | None = None  # a price: "stop at 700", "止损 700"
    stop_below: Decimal | None = None  # 0 < f < 1: by which fraction the stop is below the price, "a stop 5 % below"
    is_everything: bool = False  # "sell everything", 全部清仓 without a share: all positions
    excluded: tuple[str, ...] = ()  # "everything except Google": symbols that are not to be traded
    parts: tuple[OrderPart, ...] = ()  # "buy 10 msft and 5 goog": then there is no side and no size
    placement: Placement | None = None
    dates: tuple[date, ...] = ()  # one date, or first and last day of a span
    problems: tuple[str, ...] = ()  # codes of what cannot be used: "amount_too_precise", …
    is_deep: bool = False  # the committee is to answer

    @property
    def symbols(self) -> tuple[str, ...]:
        """The known shares that are named, in order of mention."""
        return self.shares.symbols

    @property
    def count(self) -> Decimal | None:
        """The number of shares, if the size is one."""
        return None if self.size is None else self.size.in_unit(SizeUnit.SHARES)

    @property
    def amount(self) -> Decimal | None:
        """The size in account currency, if it is stated so."""
        return None if self.size is None else self.size.in_unit(SizeUnit.MONEY)

    @property
    def unit(self) -> SizeUnit | None:
        """What the size counts; None: no size is stated."""
        return None if self.size is None else self.size.unit

    @property
    def is_target(self) -> bool:
        """Whether the size is what the proposal, or the position, shall come to."""
        return self.size is not None and self.size.is_target

    @property
    def is_part_of_account(self) -> bool:
        """Whether the size is a part of the cash or of the assets."""
        return self.unit in {SizeUnit.CASH, SizeUnit.ASSETS}

    @property
    def names_size(self) -> bool:
        """Whether a size is named; an upper bound is none."""
        return self.size is not None or self.is_everything


@dataclass(frozen=True, slots=True, kw_only=True)
class Order:
    """Trade: with a size an order, without one a proposal is made."""

    terms: TradeTerms
    is_added: bool = False  # "also", 再: on top of what was ordered before
    is_change: bool = False  # "make it 2k instead": speaks of what is there already
    is_command: bool = False  # "/decide 5 IBM"
    needs_side: bool = False  # a number and a share, and no verb: "10 AAPL"
    is_question: ClassVar[bool] = False


@dataclass(frozen=True, slots=True)
class Advise:
    """Ask whether to trade: "should I sell half?"."""

    terms: TradeTerms
    is_question: ClassVar[bool] = True  # the message only asks


@dataclass(frozen=True, slots=True)
class AnalyzeDeep:
    """Have the committee analyse shares: its answer is a proposal with a card, like that of every engine."""

    terms: TradeTerms
    is_question: ClassVar[bool] = False


class OrderChangeKind(StrEnum):
    """What a correction of a pending proposal changes."""

    SIZE = "size"  # "only 5", "5 not 50"
    MULTIPLE = "multiple"  # "half", "twice as much"
    VAGUE = "vague"  # "a bit less": by how much, it does not say
    SHARE = "share"  # "wrong stock, I meant MSFT"
    SIDE = "side"  # "no, I meant sell"


@dataclass(frozen=True, slots=True, kw_only=True)
class OrderChange:
    """What a message that only corrects a pending proposal says instead."""

    kind: OrderChangeKind
    value: Decimal | None = None  # shares or money; of a multiple, the factor
    is_part: bool = False  # "half": of a sale of a part of what is held, another part; False: "halve it", "double it"
    is_money: bool = False  # account currency
    has_unit: bool = False  # False: `value` has the unit of the size that it corrects
    is_difference: bool = False  # "5 more", "5 less" (below zero): `value` is added to the size
    symbol: str | None = None
    dropped: str | None = None  # of another share: the one it stands in place of, if the message names it
    keeps_money: bool = False  # of another share: for the same amount, whatever named the size
    side: Side | None = None  # if the message names one
    is_of_stop: bool = False  # vague: the stop is named without a price, alone or beside a size
    drops_others: bool = False  # "only Google, and half": what else is pending is not wanted


@dataclass(frozen=True, slots=True)
class CorrectOrder:
    """Change what is pending: "only 5", "I meant MSFT". Without anything pending it may be an order of its own."""

    terms: TradeTerms
    change: OrderChange
    is_question: ClassVar[bool] = False


class Coverage(StrEnum):
    """How many of the pending decisions a verdict means."""

    ALL = "all"  # "confirm all"
    TWO = "two"  # "cancel both"


@dataclass(frozen=True, slots=True, kw_only=True)
class Meant:
    """Which of the pending decisions a verdict means."""

    symbols: tuple[str, ...] = ()  # of named shares; empty: none is named
    which: str = ""  # the words that pick one of those shown: "the second one", "the other"
    side: Side | None = None
    covers: Coverage | None = None
    excepted: tuple[str, ...] = ()  # all but the decisions on these symbols
    is_explicit: bool = False  # shares are named beside words that confirm by themselves: not "the IBM one, yes"


@dataclass(frozen=True, slots=True)
class Confirm:
    """Carry out what is pending."""

    meant: Meant = field(default_factory=Meant)


@dataclass(frozen=True, slots=True)
class Cancel:
    """Withdraw what is pending."""

    meant: Meant = field(default_factory=Meant)


@dataclass(frozen=True, slots=True)
class Wait:
    """Do nothing now: "not yet". Nothing is confirmed and nothing cancelled."""

    meant: Meant = field(default_factory=Meant)
    wants_cancel: bool = False  # in words that do not cancel by themselves: it is said what does


@dataclass(frozen=True, slots=True)
class ReadBack:
    """Ask whether what is pending is to be carried out: the words agree, and do not confirm by themselves."""

    meant: Meant = field(default_factory=Meant)


Verdict: TypeAlias = Confirm | Cancel | Wait
OrderRequest: TypeAlias = Order | Advise | AnalyzeDeep | CorrectOrder
TradeTalk: TypeAlias = OrderRequest | Verdict | ReadBack
