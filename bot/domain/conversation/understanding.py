"""The result of language understanding: intent and entities of one message."""

from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from enum import StrEnum

from bot.domain.conversation.states import Intent
from bot.domain.text.locale import Language
from bot.domain.trading.orders import Side


class SmallTalk(StrEnum):
    """The kinds of small talk."""

    GREETING = "greeting"
    THANKS = "thanks"
    FAREWELL = "farewell"
    IDENTITY = "identity"  # "who are you"
    ACKNOWLEDGEMENT = "acknowledgement"  # "ok", 好的


class CorrectionKind(StrEnum):
    """What a correction of a pending proposal changes."""

    SIZE = "size"  # "only 5", "5 not 50"
    MULTIPLE = "multiple"  # "half", "twice as much"
    VAGUE = "vague"  # "a bit less": by how much, it does not say
    SHARE = "share"  # "wrong stock, I meant MSFT"
    SIDE = "side"  # "no, I meant sell"


@dataclass(frozen=True, slots=True, kw_only=True)
class Correction:
    """What a message that only corrects a pending proposal says instead."""

    kind: CorrectionKind
    value: Decimal | None = None  # shares or money; of a multiple, the factor
    is_money: bool = False  # account currency
    has_unit: bool = False  # False: `value` has the unit of the size that it corrects
    symbol: str | None = None
    side: Side | None = None  # if the message names one


@dataclass(frozen=True, slots=True, kw_only=True)
class NamedOrder:
    """One of several trades that a message orders: a number of shares, or an amount in account currency."""

    symbol: str
    side: Side
    shares: Decimal | None = None
    amount: Decimal | None = None


@dataclass(frozen=True, slots=True)
class Entities:
    """The entities that a message names; None or empty: not named."""

    symbols: tuple[str, ...] = ()  # known instruments, in order of mention, no duplicates
    unknown_symbols: tuple[str, ...] = ()  # written as tickers ("$ABCD", "/analyze FOOO") but not known
    unsupported: tuple[str, ...] = ()  # codes and names of unsupported markets: "0700.HK", "600519", "BTC", "比特币"
    side: Side | None = None
    amount: Decimal | None = None  # account currency; "$3,000", "3k", "3千美元", "五万"
    amount_is_limit: bool = False  # "at most $3,000", "不超过三千美元": an upper bound, not a target
    fraction: Decimal | None = None  # of the present position, 0 < f <= 1: "减仓 50%", "sell half", "全部卖出"
    shares: Decimal | None = None  # "10 shares", "10 股"
    is_target: bool = False  # "to 2 shares": amount or shares that the proposal, or the position, shall come to
    everything: bool = False  # "sell everything", 全部清仓 without a symbol: all positions
    lifts_limit: bool = False  # "no limit", 取消限额: removes a stated upper bound
    stop: Decimal | None = None  # a price: "stop at 700", "止损 700"
    orders: tuple[NamedOrder, ...] = ()  # "buy 10 msft and 5 goog": then the fields above name no size and no side
    dates: tuple[date, ...] = ()  # one date, or first and last day of a span: "last week", "2013-01-15", "上周"
    problems: tuple[str, ...] = ()  # codes of unusable entities: "amount_too_precise", "amount_not_a_number", …


@dataclass(frozen=True, slots=True)
class Understanding:
    """Intent, language and entities of one message."""

    intent: Intent
    confidence: float  # in [0, 1]; below 0.6 the rules are unsure
    language: Language
    entities: Entities
    is_question: bool = False  # "should I sell half?", as opposed to "sell half"
    small_talk: SmallTalk | None = None  # with UNKNOWN, if the message says nothing else
    suggests_otherwise: bool = False  # speaks of more or less, another, not doing it: "why not MSFT?"
    correction: Correction | None = None  # only while a decision is pending
    asks_to_wait: bool = False  # "not yet": with CANCEL, nothing is to be done now, and nothing is to be cancelled
    command: str | None = None  # "portfolio" for "/portfolio"; a command that names an intent sets `intent` too
    arguments: tuple[str, ...] = ()  # the words after the command, split at white space
