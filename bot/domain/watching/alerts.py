"""Price alerts: what is watched for, and when a price reaches it. An alert is never an order."""

from dataclasses import dataclass, replace
from datetime import datetime
from decimal import Decimal
from enum import StrEnum
from typing import Final

from bot.domain.conversation.dialogue import ObjectKind, ShownObject, ValueUnit
from bot.domain.conversation.threads import Person
from bot.domain.ids import AccountId, AlertId, ConversationId, DecisionId, TurnId
from bot.domain.market.snapshot import Bar, Quote

MOST_ALERTS_OF_PERSON: Final = 50  # armed, in one workspace
MOST_ALERTS_OF_WORKSPACE: Final = 500
MOST_SETTLED_LISTED: Final = 5  # of a channel, the last told
_CENT: Final = Decimal("0.01")
_CENT_OF_CENT: Final = Decimal("0.0001")


class AlertKind(StrEnum):
    """What the level of an alert comes from."""

    LEVEL = "level"  # a price that a person named
    MOVE = "move"  # a change in percent from the price when it was set
    STOP = "stop"  # the stop level of a decision that was executed


class AlertState(StrEnum):
    """The stored state of an alert; one that is snoozed is armed from a later time on."""

    ARMED = "armed"
    TOLD = "told"
    DONE = "done"  # settled by a press, or over with its position
    REMOVED = "removed"


@dataclass(frozen=True, slots=True, kw_only=True)
class AlertBounds:
    """The prices at which an alert fires, US dollars for a share of the day of the reference price."""

    lower: Decimal | None = None  # fires at this price and below
    upper: Decimal | None = None  # fires at this price and above

    def after_split(self, ratio: Decimal) -> "AlertBounds":
        """Return the same bounds for shares of which `ratio` have come of each."""
        if ratio == 1:
            return self
        return AlertBounds(lower=_divided(self.lower, ratio), upper=_divided(self.upper, ratio))

    def reached_by(self, price: Decimal) -> Decimal | None:
        """Return the bound that a price has reached; None: neither."""
        if self.lower is not None and price <= self.lower:
            return self.lower
        return self.upper if self.upper is not None and price >= self.upper else None


@dataclass(frozen=True, slots=True, kw_only=True)
class AlertReference:
    """The price an alert starts from, which its bounds are stated against."""

    price: Decimal
    at: datetime  # market time of the price


@dataclass(frozen=True, slots=True, kw_only=True)
class PriceAlert:
    """An alert on one share, told in the thread it was asked for in."""

    id: AlertId
    number: int  # in its channel, from 1; 0: not stored yet
    conversation_id: ConversationId
    channel: str
    turn_id: TurnId  # that asked for it, or confirmed the decision whose stop it is
    account_id: AccountId  # by whose market clock it fires
    market: str  # the source of its prices
    person: Person
    symbol: str
    kind: AlertKind
    bounds: AlertBounds
    percent: Decimal | None = None  # of a move: below zero down, above zero up, or either way with both bounds
    reference: AlertReference
    armed_from: datetime  # market time: earlier prices do not count; later than now: snoozed until then
    asked_at: datetime  # wall clock
    state: AlertState = AlertState.ARMED
    times_told: int = 0
    told_price: Decimal | None = None
    told_at: datetime | None = None  # market time of the price that reached it last
    settled_by: Person | None = None  # who pressed Snooze or Done since it was told
    decision_id: DecisionId | None = None  # of a stop
    looked_up_to: datetime | None = None  # market time: its share was asked for by a run with too little time for all

    def is_snoozed(self, now: datetime) -> bool:
        """Return whether it is armed from a later market time on only."""
        return self.state is AlertState.ARMED and self.armed_from > now

    @property
    def is_open(self) -> bool:
        """Return whether it waits, or was told and is not settled yet."""
        return self.state in {AlertState.ARMED, AlertState.TOLD}

    def as_shown(self, place: int = 0) -> ShownObject:
        """Return the alert as an object of an answer; `place`: in the list that it shows, from 1."""
        return ShownObject(
            kind=ObjectKind.ALERT,
            id=str(self.number),
            symbols=(self.symbol,),
            value=abs(self.percent) if self.percent is not None else self.bounds.lower or self.bounds.upper,
            unit=ValueUnit.PRICE if self.percent is None else ValueUnit.PERCENT,
            place=place,
        )

    @property
    def occasion(self) -> str:
        """The occasion of the reply by which it is told next."""
        return f"alert:{self.id}:{self.times_told + 1}"


@dataclass(frozen=True, slots=True, kw_only=True)
class FiredAlert:
    """An alert whose price was reached."""

    alert: PriceAlert  # as it was armed
    at: datetime  # market time: of a live price or an opening, else the close of the session
    price: Decimal  # at which it fired: the bound, or beyond it an opening, a close or a live price
    bound: Decimal  # that was reached, for a share of that day
    is_below: bool  # the lower bound, not the upper
    source: str
    bar: Bar | None = None  # of the session in which it was reached; None: a live price


def move_bounds(price: Decimal, percent: Decimal, *, is_either_way: bool) -> AlertBounds:
    """Return the bounds of a move by `percent` from `price`; below zero it falls, either way has both bounds."""
    places = _CENT if price >= 1 else _CENT_OF_CENT
    down, up = ((price * (100 + sign * abs(percent)) / 100).quantize(places) for sign in (-1, 1))
    if is_either_way:
        return AlertBounds(lower=down, upper=up)
    return AlertBounds(lower=down) if percent < 0 else AlertBounds(upper=up)


def _divided(price: Decimal | None, ratio: Decimal) -> Decimal | None:
    return None if price is None else (price / ratio).quantize(_CENT_OF_CENT)


def rearmed(alert: PriceAlert, quote: Quote, *, ratio: Decimal, at: datetime) -> PriceAlert | None:
    """Return an alert armed anew, `ratio` new shares for each old one; None: the price has reached it already."""
    bounds = alert.bounds.after_split(ratio)
    if alert.percent is not None:
        bounds = move_bounds(quote.price, alert.percent, is_either_way=None not in {bounds.lower, bounds.upper})
    if bounds.reached_by(quote.price) is not None:
        return None
    reference = AlertReference(price=quote.price, at=quote.as_of)
    return replace(alert, state=AlertState.ARMED, bounds=bounds, reference=reference, armed_from=at, settled_by=None)


def converted(alert: PriceAlert, *, into: str, ratio: Decimal, at: datetime) -> PriceAlert:
    """Return an open alert on the share its share was converted into at `at`, `ratio` new shares for each old one."""
    return replace(
        alert,
        symbol=into,
        bounds=alert.bounds.after_split(ratio),
        reference=AlertReference(price=alert.reference.price / ratio, at=at),
        armed_from=max(alert.armed_from, at),
    )


def is_same_alert(armed: PriceAlert, other: PriceAlert, *, ratio: Decimal) -> bool:
    """Return whether a person would be told the same twice in a channel; `ratio` of splits since `armed` was set."""
    if (armed.person.id, armed.channel, armed.account_id) != (other.person.id, other.channel, other.account_id):
        return False
    if armed.id == other.id or armed.symbol != other.symbol:
        return False
    if AlertKind.MOVE in {armed.kind, other.kind}:
        return _move(armed) == _move(other)
    return armed.bounds.after_split(ratio) == other.bounds


def _move(alert: PriceAlert) -> tuple[Decimal | None, bool]:
    return alert.percent, None not in {alert.bounds.lower, alert.bounds.upper}


def told(fired: FiredAlert) -> PriceAlert:
    """Return a fired alert as it is stored once it is told."""
    alert = fired.alert
    return replace(
        alert,
        state=AlertState.TOLD,
        times_told=alert.times_told + 1,
        told_price=fired.price,
        told_at=fired.at,
        settled_by=None,
    )
