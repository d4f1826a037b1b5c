"""The result of language understanding: intent and entities of one message."""

from dataclasses import dataclass, field
from datetime import date
from decimal import Decimal
from enum import StrEnum

from bot.domain.conversation.requests.glossary import Define
from bot.domain.conversation.requests.named_shares import MisspeltName
from bot.domain.conversation.requests.suppositions import MoveScope, StatedMove, SupposedStake
from bot.domain.conversation.requests.talk import NextStep, SmallTalkKind
from bot.domain.conversation.states import Intent
from bot.domain.memory.memory_requests import MemoryRequest
from bot.domain.text.locale import Language
from bot.domain.trading.execution.orders import Side
from bot.domain.trading.sizes.stated_size import FractionBase, StatedRisk
from bot.domain.trading.trading_limits import LimitProblem, LimitTerms
from bot.domain.watching.alert_requests import AlertRequest


class Coverage(StrEnum):
    """How many of the pending decisions a confirmation or cancellation means."""

    ALL = "all"  # "confirm all"
    TWO = "two"  # "cancel both"


class AskedFigure(StrEnum):
    """A figure of a share that a question can be for; the values are fields of `Features`, or are computed apart."""

    PRICE = "price"
    CHANGE_DAY = "change_day"
    CHANGE_7 = "change_7"
    PE_RATIO = "pe_ratio"
    EPS = "eps_ttm"
    DIVIDEND_YIELD = "dividend_yield"
    MARKET_CAP = "market_cap"
    RSI = "rsi14"
    MACD = "macd"
    SMA50 = "sma50"
    SMA200 = "sma200"
    VOLATILITY = "volatility60"
    VOLUME = "volume_ratio"
    RANGE = "range52w"
    ATR = "atr14"
    CHANGE_20 = "change_20"
    CHANGE_60 = "change_60"
    CHANGE_120 = "change_120"
    DRAWDOWN = "drawdown"
    STOP = "stop"  # of what is held, or of a pending purchase
    CHANGE_SPAN = "change_span"  # of the price, over the days that the message names


class Judgement(StrEnum):
    """What a question asks whether a share is, by one of its figures."""

    OVERBOUGHT = "overbought"
    OVERSOLD = "oversold"
    CHEAP = "cheap"
    EXPENSIVE = "expensive"
    ABOVE = "above"  # a number, or an average
    BELOW = "below"


@dataclass(frozen=True, slots=True)
class JudgedFigure:
    """A question for yes or no: "is GOOG overbought?", "is the RSI above 70?"."""

    figure: AskedFigure
    judgement: Judgement
    number: Decimal | None = None  # with "above" and "below"; None: the price against the average


class ComparedShares(StrEnum):
    """Which shares a comparison is of."""

    NAMED = "named"  # those the message names, or the one it names and the one talked of
    TWO = "two"  # the two talked of last
    TALKED_OF = "talked-of"  # all that are talked of, if several; else all
    HELD = "held"
    ALL = "all"  # of the market, if these are few; else all that are talked of or held


class Criterion(StrEnum):
    """By what shares are compared; the sentence that leads the answer has the id `compare-lead-<value>`."""

    CHEAPER = "cheaper"
    DEARER = "dearer"
    CALMER = "calmer"
    BUMPIER = "bumpier"
    BIGGER = "bigger"
    SMALLER = "smaller"
    OVERBOUGHT = "overbought"
    OVERSOLD = "oversold"
    HIGHER = "higher"  # of the figure that is named
    LOWER = "lower"
    FIGURE = "figure"  # the figure that is named, whichever is higher
    BETTER = "better"  # by the rules
    WORSE = "worse"


@dataclass(frozen=True, slots=True)
class Comparison:
    """Which shares a message asks to compare, and by what."""

    shares: ComparedShares = ComparedShares.NAMED
    criterion: Criterion | None = None  # None: none is named
    figure: AskedFigure | None = None  # that the criterion goes by; None: the view of the rules
    with_market: bool = False  # one share is to be compared with the market


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
    is_difference: bool = False  # "5 more", "5 less" (below zero): `value` is added to the size
    symbol: str | None = None
    dropped: str | None = None  # of another share: the one it stands in place of, if the message names it
    keeps_money: bool = False  # of another share: for the same amount, whatever named the size
    keeps_count: bool = False  # … or the same number of shares
    side: Side | None = None  # if the message names one


@dataclass(frozen=True, slots=True, kw_only=True)
class NamedOrder:
    """One of several trades that a message orders: a number of shares, or an amount in account currency."""

    symbol: str
    side: Side
    shares: Decimal | None = None
    amount: Decimal | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class EachOrder:
    """A trade in each of the shares talked of, which the message does not name: "put $1,000 in each of them"."""

    side: Side
    shares: Decimal | None = None
    amount: Decimal | None = None
    count: int | None = None  # how many shares the message speaks of: "both"


@dataclass(frozen=True, slots=True, kw_only=True)
class KeptShares:
    """How many shares of one position a sale of all positions keeps."""

    symbol: str
    shares: Decimal


@dataclass(frozen=True, slots=True, kw_only=True)
class ReviewPages:
    """Which page of a list a message asks for: of decisions, in a review or of those pending, or of conversations."""

    page: int | None = 1  # from 1; None: `step` pages from the page shown before
    step: int = 0
    is_all: bool = False  # decisions of all times, unless the message names dates
    is_alone: bool = False  # the message says nothing else: it goes on with the list shown before
    is_request: bool = False  # the message asks for a review, whatever its other words are
    side: Side | None = None  # only purchases, or only sales: "what did we sell?"


@dataclass(frozen=True, slots=True)
class LimitReading:
    """The limits that a message states for more than one decision."""

    terms: tuple[LimitTerms, ...] = ()
    problem: LimitProblem | None = None  # why what sounds like a limit is not understood; then there are no terms
    is_alone: bool = True  # the message says nothing else


@dataclass(frozen=True, slots=True)
class Entities:
    """The entities that a message names; None or empty: not named."""

    symbols: tuple[str, ...] = ()  # known instruments, in order of mention, no duplicates
    unknown_symbols: tuple[str, ...] = ()  # written as tickers ("$ABCD", "/analyze FOOO") but not known
    unsupported: tuple[str, ...] = ()  # codes and names of unsupported markets: "0700.HK", "600519", "BTC", "比特币"
    misspelt: tuple[MisspeltName, ...] = ()  # "googel": a guess, whose symbol is among `symbols`
    side: Side | None = None
    amount: Decimal | None = None  # account currency; "$3,000", "3k", "3千美元", "五万"
    amount_is_limit: bool = False  # "at most $3,000", "不超过三千美元": an upper bound, not a target
    fraction: Decimal | None = None  # of `fraction_of`, 0 < f <= 1: "减仓 50%", "sell half", "全部卖出"
    fraction_of: FractionBase = FractionBase.POSITION
    shares: Decimal | None = None  # "10 shares", "10 股"
    is_target: bool = False  # "to 2 shares": what the proposal, or the position, shall come to
    target_side: Side | None = None  # the direction of a target: "raise it to", "keep"; None: either
    is_minimum: bool = False  # "at least 5 shares": the fewest whole shares that reach the size
    risk: StatedRisk | None = None  # "risk no more than $200": the loss at the stop
    everything: bool = False  # "sell everything", 全部清仓 without a symbol: all positions
    excluded: tuple[str, ...] = ()  # "everything except Google": not to be traded
    kept: tuple[KeptShares, ...] = ()  # with `everything`: "but keep 5 GOOG"
    lifts_limit: bool = False  # "no limit", 取消限额: removes a stated upper bound
    stop: Decimal | None = None  # a price: "stop at 700", "止损 700"
    orders: tuple[NamedOrder, ...] = ()  # "buy 10 msft and 5 goog": then the fields above name no size and no side
    each: EachOrder | None = None  # then the fields above name no size and no side
    dates: tuple[date, ...] = ()  # one date, or first and last day of a span: "last week", "2013-01-15", "上周"
    problems: tuple[str, ...] = ()  # codes of unusable entities: "amount_too_precise", "amount_not_a_number", …


@dataclass(frozen=True, slots=True)
class Understanding:
    """Intent, language and entities of one message."""

    intent: Intent
    confidence: float  # in [0, 1]; below 0.6 the rules are unsure
    language: Language
    entities: Entities
    is_deep: bool = False  # the committee is to answer
    is_question: bool = False  # "should I sell half?", as opposed to "sell half"
    small_talk: SmallTalkKind | None = None  # with UNKNOWN, if the message says nothing else
    lead_on: NextStep | None = None  # with UNKNOWN
    assumes_trade: bool = False  # "why did we sell GOOG?" takes a trade on `entities.side` for granted
    suggests_otherwise: bool = False  # speaks of more or less, another, not doing it: "why not MSFT?"
    suggests_waiting: bool = False  # asks about not doing it now: "why not wait?"
    correction: Correction | None = None  # only while a decision is pending
    covers: Coverage | None = None  # with CONFIRM or CANCEL, if more than one pending decision is meant
    left_over: str = ""  # with CONFIRM or CANCEL: another request in the same message, which is not carried out
    excepted: tuple[str, ...] = ()  # with CONFIRM: all but the decisions on these are meant
    asks_to_wait: bool = False  # "not yet": with CANCEL, nothing is to be done now, and nothing is to be cancelled
    pages: ReviewPages = field(default_factory=ReviewPages)  # with REVIEW, /pending and /history
    comparison: Comparison | None = None  # with ANALYZE: shares side by side
    definition: Define | None = None  # with EXPLAIN: the message asks what words mean, and nothing else
    price_moves: tuple[StatedMove, ...] = ()  # with FOLLOWUP: what is to be computed; then no entity is a size
    is_near_yes: bool = False  # agrees, but is no confirmation: "ok then let's see"
    needs_side: bool = False  # with DECIDE: a number and a share, and no verb: "10 AAPL"
    needs_share: bool = False  # money is to be placed in nothing named: "invest $10,000"
    places_in_market: bool = False  # … and not in what is talked of: "put $5,000 to work"
    move_scope: MoveScope = MoveScope.SHARE  # with `price_moves`, or with FOLLOWUP for a move without a number
    supposed_stake: SupposedStake | None = None  # what the moves are to be counted on
    asks_view: bool = False  # with FOLLOWUP: whether the view would change, or what would change it
    supposes_trade: bool = False  # with FOLLOWUP: a trade, or one that was not made, and no price move
    limits: LimitReading | None = None  # None: the message states no limit, or one that belongs to its request
    names_verdict: bool = False  # speaks of confirming or cancelling, whatever else it says
    denies_order: bool = False  # reports, regrets, negates or puts off the trade that it speaks of
    adds_order: bool = False  # "also", 再: what it orders comes on top of what was ordered before
    lifts_all_limits: bool = False  # "remove all my limits"
    lifted_value: Decimal | None = None  # of the limit that is ended, in its own unit: "drop the $2,000 rule"
    ends_limits: bool = False  # a whole message that ends limits for more than one decision: "drop my limit"
    asks_scenario: bool = False  # with FOLLOWUP: about moves of the price, a loss or the stop, or something supposed
    asks_advice: bool = False  # whether to do something: "should I?"
    figures: tuple[AskedFigure, ...] = ()  # with ANALYZE or FOLLOWUP: the message asks for these, and nothing else
    judged: JudgedFigure | None = None  # with `figures`: whether the one figure is high, low, above a number
    unknown_figures: tuple[str, ...] = ()  # as typed: asked for, alone or beside `figures`, and not known
    memory: MemoryRequest | None = None  # what the message asks of core memory; then the command is "memory"
    alert: AlertRequest | None = None  # what the message asks about price alerts; then the command is "alerts"
    command: str | None = None  # "portfolio" for "/portfolio"; a command that names an intent sets `intent` too
    asked_of: str = ""  # with a question about what was said: the name of whoever said it, where it is no frame's part
    arguments: tuple[str, ...] = ()  # the words after the command, split at white space

    @property
    def compares(self) -> bool:
        """Whether the message asks to compare shares."""
        return self.comparison is not None
