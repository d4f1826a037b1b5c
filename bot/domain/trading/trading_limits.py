"""Limits that people state for more than one decision: for a thread, for themselves, or for a channel."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from enum import StrEnum
from typing import Final

from bot.domain.conversation.dialogue import ObjectKind, ShownObject, ValueUnit
from bot.domain.conversation.threads import Person
from bot.domain.ids import ConversationId, DecisionId, LimitId


@dataclass(frozen=True, slots=True, kw_only=True)
class Caps:
    """Caps of the deployment, fractions of total assets. The first binds every buy, the others engines' own sizes."""

    cash_floor: Decimal = Decimal("0.10")  # must remain in cash after a buy
    position: Decimal = Decimal("0.20")  # the greatest value of one position
    position_without_stop: Decimal = Decimal("0.05")  # the same, if no stop can be computed
    loss_at_stop: Decimal = Decimal("0.01")  # the greatest loss if a new buy falls to its stop


DEFAULT_CAPS: Final = Caps()


@dataclass(frozen=True, slots=True)
class Limits:
    """Limits stated by a person; None: not stated."""

    max_cash: Decimal | None = None  # account currency, per decision
    stop: Decimal | None = None  # a price


@dataclass(frozen=True, slots=True, kw_only=True)
class LimitStatement:
    """Limits as one person stated them, kept over the turns of a conversation."""

    by: str  # the platform's user id; the limits apply to this person's requests only
    symbols: tuple[str, ...]  # that they apply to; empty: stated before any share was named
    limits: Limits
    at: datetime
    is_of_order: bool = False  # its bound on cash was stated with an order: it binds that order only


class LimitScope(StrEnum):
    """Whose trades a limit binds, and where."""

    THREAD = "thread"  # one person's, in one conversation
    PERSON = "person"  # one person's, everywhere in the workspace
    CHANNEL = "channel"  # everybody's, in one channel


class LimitMeasure(StrEnum):
    """What a limit bounds. Only `CASH` is a minimum; the others are maxima, for purchases only."""

    TRADE = "trade"  # the cost of one purchase including commission, or its shares
    TOTAL = "total"  # the cost of all purchases since it was stated, or of those of each period
    POSITION = "position"  # the value of one position, or its shares
    POSITIONS = "positions"  # how many shares are held at once; a purchase of what is held adds none
    CASH = "cash"  # what remains in cash
    LOSS = "loss"  # the loss of one purchase if the price falls to its stop
    PREFERENCE = "preference"  # a rule in words that code cannot enforce: "never hold over earnings"


class LimitUnit(StrEnum):
    """What the value of a limit counts."""

    MONEY = "money"  # account currency
    PERCENT = "percent"  # of total assets
    SHARES = "shares"
    POSITIONS = "positions"


class LimitPeriod(StrEnum):
    """The time over which a total is counted."""

    DAY = "day"
    WEEK = "week"
    MONTH = "month"


class LimitProblem(StrEnum):
    """Why what sounds like a limit is not understood; the sentence has the id `limit-problem-<value>`."""

    UNCLEAR = "unclear"  # words that are not understood
    NUMBER = "number"  # no number, or more than one
    UNIT = "unit"  # "my limit is 50": dollars or shares?
    CURRENCY = "currency"
    EXPIRY = "expiry"  # "for just today": limits end when they are ended
    PRICE_OR_TOTAL = "price_or_total"  # "5 IBM for at most $200" at a price of $203: each, or in all?
    GROUP = "group"  # "20 % per sector": sectors are not known
    EVERYBODY = "everybody"  # it is for the whole channel, which the command sets


@dataclass(frozen=True, slots=True, kw_only=True)
class LimitTerms:
    """What a limit says."""

    measure: LimitMeasure
    unit: LimitUnit = LimitUnit.MONEY
    value: Decimal = Decimal(0)  # a percentage is 5, not 0.05; shares may be 0: "never buy FB"
    symbols: tuple[str, ...] = ()  # that it binds; empty: every share
    period: LimitPeriod | None = None  # of a total; None: since it was stated
    scope: LimitScope = LimitScope.THREAD
    text: str = ""  # of a preference: as written

    @property
    def bounded(self) -> tuple[object, ...]:
        """What it bounds, whoever it binds; of a preference, what it says too."""
        return self.measure, self.period, self.symbols, self.text


NO_PURCHASES: Final = LimitTerms(measure=LimitMeasure.TRADE, unit=LimitUnit.SHARES, scope=LimitScope.PERSON)


@dataclass(frozen=True, slots=True, kw_only=True)
class TradingLimit:
    """Stored terms, with who stated them, when and where."""

    id: LimitId
    terms: LimitTerms
    stated_by: Person
    stated_at: datetime
    conversation_id: ConversationId
    channel: str  # the platform's id


@dataclass(frozen=True, slots=True)
class LimitInForce:
    """A limit that binds a person's trades in one conversation, and what has been spent under it."""

    limit: TradingLimit
    spent: Decimal = Decimal(0)  # of a total: the cost of its purchases without commissions, account currency
    purchases: int = 0  # of a total: their number; of positions: those that purchases beside add

    @property
    def terms(self) -> LimitTerms:
        """The terms of the limit."""
        return self.limit.terms

    def as_shown(self, place: int = 0) -> ShownObject:
        """Return the limit as an object of an answer; `place`: in the list that it shows, from 1."""
        return ShownObject(
            kind=ObjectKind.LIMIT,
            id=str(self.limit.id),
            symbols=self.terms.symbols,
            value=self.terms.value if self.terms.measure is not LimitMeasure.PREFERENCE else None,
            unit=ValueUnit.PLAIN if self.terms.unit is LimitUnit.POSITIONS else ValueUnit(self.terms.unit),
            place=place,
            aspect=self.terms.measure.value,
        )

    def binds(self, symbol: str) -> bool:
        """Return whether it is a limit on trades in `symbol` that code can enforce."""
        is_enforced = self.terms.measure is not LimitMeasure.PREFERENCE
        return is_enforced and (not self.terms.symbols or symbol in self.terms.symbols)


@dataclass(frozen=True, slots=True, kw_only=True)
class LimitHolder:
    """Whose trades limits bind, and where they are proposed."""

    person_id: str  # the platform's user id
    conversation_id: ConversationId


@dataclass(frozen=True, slots=True, kw_only=True)
class LimitQuery:
    """Whose limits are wanted, and which purchases count under totals."""

    holder: LimitHolder
    at: datetime
    market_time: datetime | None  # the account's clock on the sample market; None: the market's own time
    or_ended_at: datetime | None = None  # limits that ended at this very instant are returned too
    counts_pending: bool = False  # whether decisions that can be confirmed at `at` count as purchases
    except_decisions: Collection[DecisionId] = ()  # that do not count


@dataclass(frozen=True, slots=True, kw_only=True)
class LimitRecord:
    """A limit, in force or not, with what is known of how it came and went."""

    limit: TradingLimit
    said: str = ""  # the message that stated it, if it was sent in the channel that is asked from
    ended_at: datetime | None = None
    ended_by: str = ""  # the name of who ended it; empty: not known, or in force


def limits_shown(limits: Iterable[LimitInForce]) -> tuple[ShownObject, ...]:
    """Return listed limits as the objects of an answer."""
    return tuple(each.as_shown(place) for place, each in enumerate(limits, start=1))
