"""Corrections of a holding or a price by an admin: proposed by a card, booked once, and perhaps undone."""

from dataclasses import dataclass
from datetime import date, datetime
from decimal import Decimal
from enum import StrEnum
from uuid import UUID

from bot.domain.accounting.ledger import HoldingConversion, Ledger, entries_in_order
from bot.domain.conversation.threads import Person
from bot.domain.ids import AccountId, AlertId, TurnId
from bot.domain.market.price_history import SessionClose


class CorrectionProblem(StrEnum):
    """Why a holding is not corrected; its sentence is in `error-holding-correction`."""

    ADMINS_ONLY = "admins_only"
    SAME = "same"  # into itself
    UNUSUAL = "unusual"  # a ratio or an amount that does not occur
    NOT_HELD = "not_held"
    CHANGED = "changed"  # the holding, since it was shown
    ELSEWHERE = "elsewhere"  # pressed in a conversation that does not show it
    TOO_LATE = "too_late"
    TRADED = "traded"  # since it was booked
    CASH_SPENT = "cash_spent"
    DIFFERS = "differs"  # the account from the broker's books
    OPEN_ORDER = "open_order"
    NOTHING_TO_UNDO = "nothing_to_undo"
    HAS_PRICE = "has_price"
    NOT_HELD_BACK = "not_held_back"  # the price, which is believed or released
    ANOTHER_PRICE = "another_price"  # than the one that was named or shown
    NO_RELEASE = "no_release"  # to undo
    ASKER_ONLY = "asker_only"  # confirms it


class CorrectionStatus(StrEnum):
    """What has become of a correction."""

    PROPOSED = "proposed"
    WITHDRAWN = "withdrawn"
    BOOKED = "booked"
    UNDONE = "undone"


@dataclass(frozen=True, slots=True, kw_only=True)
class StatedPrice:
    """A price that an admin states for a holding whose source has none. It values the holding and does nothing else."""

    symbol: str
    price: Decimal  # per share; account currency
    shares: Decimal  # held when it was stated
    before: SessionClose  # the price whose place it takes
    effective_at: datetime  # market time
    booked_at: datetime  # wall-clock time

    @property
    def symbols(self) -> tuple[str, ...]:
        """The symbol that it is about."""
        return (self.symbol,)


@dataclass(frozen=True, slots=True, kw_only=True)
class ReleasedPrice:
    """A doubted price that an admin lets be used, with those near it, for the rest of its session."""

    symbol: str
    price: Decimal  # per share; US dollars
    session: date  # of the price
    before: SessionClose  # the last good close; a price of 0: there is none
    effective_at: datetime  # market time
    booked_at: datetime  # wall-clock time
    shares: Decimal = Decimal(0)  # that it changes

    @property
    def symbols(self) -> tuple[str, ...]:
        """The symbol that it is about."""
        return (self.symbol,)


@dataclass(frozen=True, slots=True, kw_only=True)
class HoldingCorrection:
    """A correction of one holding, or the release of one price, and who stated it."""

    id: UUID
    account_id: AccountId
    change: HoldingConversion | StatedPrice | ReleasedPrice  # until it is booked, with the times of its proposal
    status: CorrectionStatus
    asked_turn: TurnId  # the message that asked for it
    person: Person  # who proposed, booked or undid it, whoever was the last
    moved_alerts: tuple[AlertId, ...] = ()  # to the new symbol, when it was booked

    @property
    def symbols(self) -> tuple[str, ...]:
        """The symbols that it concerns."""
        return self.change.symbols


def is_traded_since(ledger: Ledger, conversion: HoldingConversion) -> bool:
    """Return whether one of its symbols was changed after a conversion, which cannot be undone then."""
    concerned = frozenset(conversion.symbols)
    return any(
        each.entry.booked_at > conversion.booked_at and not concerned.isdisjoint(each.symbols)
        for each in entries_in_order(ledger)
    )
