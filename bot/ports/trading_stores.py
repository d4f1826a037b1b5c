"""Stores of one tenant: decisions, accounts with their positions and orders, and the audit log.

Every method raises StoreUnavailableError if the database cannot be reached.
"""

from collections.abc import Collection, Mapping
from datetime import date, datetime
from typing import Protocol
from uuid import UUID

from bot.domain.accounting.ledger import Ledger
from bot.domain.accounting.roll_forward import AccountValue, RolledForward
from bot.domain.conversation.turns import Turn
from bot.domain.ids import AccountId, ConversationId, DecisionId, LimitId, TurnId
from bot.domain.trading.accounts import Account, Position, ReservedCash
from bot.domain.trading.decisions import Decision, DecisionQuery, DecisionStatus, Resolution
from bot.domain.trading.execution.booking import Booking
from bot.domain.trading.execution.broker import BrokerOrder, Difference
from bot.domain.trading.execution.orders import AccountOrder, OrderReport
from bot.domain.trading.forecasts.forecast import Forecast, ForecastQuery, MadeForecast
from bot.domain.trading.forecasts.reflection import Reflection, ReflectionQuery, ToldReflection
from bot.domain.trading.pending import PendingPage, PendingQuery
from bot.domain.trading.trading_limits import LimitHolder, LimitInForce, LimitQuery, LimitRecord, TradingLimit


class Decisions(Protocol):
    """The durable record of one tenant's proposals and their outcomes."""

    async def add_decision(self, decision: Decision) -> None:
        """Store a new decision, or a new version of one.

        Raises: DuplicateError, at the latest at commit: the last version is not final.
        """

    async def get(self, decision_id: DecisionId, *, version: int | None = None) -> Decision:
        """Return one version of a decision; None: the newest. Raises: UnknownDecisionError."""

    async def pending_page(self, query: PendingQuery) -> PendingPage:
        """Return a page of the workspace's decisions that can be confirmed: no hold, no sale of what is not held."""

    async def count_pending(self, conversation_id: ConversationId, *, at: datetime) -> int:
        """Return the number of the conversation's decisions that can be confirmed at `at`; holds do not count."""

    async def decidable_by(self, turn: Turn) -> tuple[Decision, ...]:
        """Return what a message may decide, oldest first: the decisions pending in its conversation at acceptance.

        Those of other conversations that this one has offered are among them, in whichever version is pending. Those
        that an earlier attempt at this turn has confirmed or cancelled are too, with their present status.
        """

    async def confirmation_begun_by(self, decision: Decision, *, at: datetime) -> TurnId | None:
        """Return the message or press that has begun to confirm this version within ten seconds before `at`, if any."""

    async def begin_confirmation(self, decision: Decision, *, turn_id: TurnId, at: datetime) -> bool:
        """Let the message or press `turn_id` be the one that confirms this version; return whether it is.

        Returns False unless the decision is proposed and no other has begun within the last ten seconds before `at`.
        It spares those who come second the work of a confirmation; what decides is `save`.
        """

    async def end_confirmation(self, decision: Decision, *, turn_id: TurnId) -> None:
        """Let others confirm this version, if `turn_id` has begun to."""

    async def save(
        self, decision: Decision, *, expected_status: DecisionStatus, unexpired_at: datetime | None = None
    ) -> bool:
        """Store status, decided_by and decided_at, by compare-and-set.

        Does nothing unless the stored status is `expected_status` and, with `unexpired_at`, the decision had not
        expired at that time. Marks replies that show the decision for a refresh.

        Returns: Whether it was stored.
        """

    async def conversations_to_expire(self, *, at: datetime) -> tuple[ConversationId, ...]:
        """Return the conversations with proposed decisions past their expiry at `at`."""

    async def expire(self, conversation_id: ConversationId, *, at: datetime) -> tuple[Decision, ...]:
        """Mark every proposed decision of a conversation past its expiry at `at` as expired; return those."""

    async def resolution(self, decision_id: DecisionId) -> Resolution | None:
        """Return who confirmed or cancelled a decision, by which turn and when; None: it is undecided."""

    async def decided_by_turn(self, turn_id: TurnId, decision_id: DecisionId) -> Decision | None:
        """Return a decision, in the version that this message or press confirmed or cancelled; None: it did not."""

    async def record_approval(self, decision: Decision, *, turn_id: TurnId) -> None:
        """Record that the message or press `turn_id` confirmed, cancelled or withdrew `decision`, perhaps among others.

        Raises: DuplicateError, at the latest at commit: the decision was confirmed, cancelled or withdrawn before.
        """

    async def find_matching(self, query: DecisionQuery) -> tuple[Decision, ...]:
        """Return the newest version of each matching decision, newest first; holds only if the query includes them."""

    async def count_matching(self, query: DecisionQuery) -> int:
        """Return how many decisions match, whatever the limit of the query; at most `MOST_COUNTED`."""


class Forecasts(Protocol):
    """What decisions forecast: stored once, with the decision, and never changed."""

    async def add_forecast(self, forecast: Forecast) -> None:
        """Store what a new decision forecasts.

        A base rate that is None becomes that of the version before, if history showed it and the event is the same;
        else that of the account's earlier forecasts of this event that were settled by then, if
        `FEWEST_CASES` of them are separate cases; else `UNKNOWN_RATE`. What other engines
        think is that of the version before where none is given.
        """

    async def find(self, query: ForecastQuery) -> tuple[MadeForecast, ...]:
        """Return the matching forecasts with their decisions, newest first, those of replaced versions too."""


class Reflections(Protocol):
    """What is learnt of decisions, once their forecast is settled: each is stored once."""

    async def unreflected(self, *, limit: int) -> tuple[MadeForecast, ...]:
        """Return forecasts that are settled and can be judged, and have no reflection: the first settled first."""

    async def add_reflection(self, reflection: Reflection) -> None:
        """Store a reflection unless there is one on this version."""

    async def followed(self, since: Mapping[str, datetime]) -> frozenset[str]:
        """Return those of some shares that are held, on a watch list, or named by a later decision or answer.

        `since`: by symbol, the instant after which a decision or an answer counts.
        """

    async def known(self, query: ReflectionQuery) -> tuple[ToldReflection, ...]:
        """Return the latest reflections on each share, and those on the decisions, the latest settled first."""


class Accounts(Protocol):
    """The accounts of one tenant with their positions, orders and fills."""

    async def default(self, *, market: str) -> Account:
        """Return the tenant's account on one market ("sample", "yahoo"); open it at first use.

        Each market has its own account: a position bought at sample prices is never valued at live ones.
        """

    async def holdings(self, *, market: str) -> tuple[Account, tuple[Position, ...]]:
        """Return `default` and its positions, ordered by symbol."""

    async def reserved_cash(
        self, account_id: AccountId, *, at: datetime, except_decisions: Collection[DecisionId] = ()
    ) -> ReservedCash:
        """Return the cash reserved by open orders to buy, and by decisions to buy that are pending at `at`."""

    async def lock(self, account_id: AccountId) -> Account:
        """Return one account, locked until the transaction ends; it must exist."""

    async def get(self, account_id: AccountId) -> Account:
        """Return one account; it must exist."""

    async def store_comparison(
        self, account_id: AccountId, differences: tuple[Difference, ...], *, at: datetime
    ) -> None:
        """Store how the account differed from the broker's books at `at`; while it does, nothing is traded on it."""

    async def note_unbooked(
        self, account_id: AccountId, client_order_ids: Collection[str], *, at: datetime
    ) -> Mapping[str, datetime]:
        """Note since when the outcome of open orders is not booked: `at`, or the time noted before.

        Notes on other orders of the account are dropped; what is booked of an order drops the note on it, too.

        Returns: The times, by client order id.
        """

    async def set_market_time(self, account_id: AccountId, at: datetime) -> None:
        """Set the account's market clock; going back drops the daily values of after `at`.

        Raises: ClockBehindTradesError: the account has a fill, a dividend, a split or a correction after `at`.
        """

    async def pass_time(self, account_id: AccountId, *, since: datetime, until: datetime) -> bool:
        """Mark the scheduled work of a live account as done up to `until`, by compare-and-set; return whether it was.

        False: it is not done up to `since`, but up to another instant: another process was first.
        """

    async def positions(self, account_id: AccountId) -> tuple[Position, ...]:
        """Return the account's positions, ordered by symbol."""

    async def add_order(self, order: AccountOrder) -> bool:
        """Store an order unless its decision already has one; return whether it was stored.

        The order's decision must have an approval by the end of the transaction.
        """

    async def order_for(self, decision_id: DecisionId) -> AccountOrder | None:
        """Return the decision's order, or None."""

    async def report_for(self, decision_id: DecisionId) -> OrderReport | None:
        """Return the report on the decision's order, or None if there is no order."""

    async def book_order(self, order: AccountOrder, broker_order: BrokerOrder) -> Booking:
        """Book what a broker reports of an order: each fill once, its position and its cash, and the order's outcome.

        Locks the account. An older report than the one recorded takes nothing back. Returns: what is booked by that.
        """

    async def mark_unknown(self, order: AccountOrder) -> None:
        """Record that the broker did not answer, unless it is recorded that it has the order."""

    async def open_orders(self, account_id: AccountId) -> tuple[AccountOrder, ...]:
        """Return the account's orders without a final outcome, newest first."""

    async def orders(self, account_id: AccountId, *, limit: int) -> tuple[AccountOrder, ...]:
        """Return the account's latest orders, newest first."""

    async def last_execution(self, account_id: AccountId) -> datetime | None:
        """Return the market time of the account's latest fill, or None."""


class AccountLedger(Protocol):
    """The ledgers of one tenant's accounts: fills, corporate actions, conversions, and the values at each close."""

    async def load_ledger(self, account: Account) -> Ledger:
        """Return all entries of an account."""

    async def count_entries(self, account_id: AccountId) -> int:
        """Return the number of fills, corporate actions and corrections, one undone counted twice: it only grows."""

    async def first_session(self, account_id: AccountId) -> date | None:
        """Return the first session at whose close the account was valued, or None."""

    async def values(self, account_id: AccountId) -> tuple[AccountValue, ...]:
        """Return the account's value at each close, oldest first."""

    async def book_roll(self, account: Account, rolled: RolledForward, *, to: datetime | None) -> bool:
        """Book actions and values, and mark the account as rolled forward to the market time `to`; None: not yet.

        Does nothing if the account is not as given any more: another process was first.

        Returns: Whether it was booked.
        """


class Audit(Protocol):
    """The append-only audit log."""

    async def add_entry(self, kind: str, *, subject: UUID, by: str, facts: dict[str, str]) -> None:
        """Append one entry.

        `kind`: the event: "proposed", "pressed", "confirmed", "order_submitted", … `subject`: id of the decision or
        turn concerned. `by`: id of the person, or "parley", "broker", "platform".
        """


class TradingLimits(Protocol):
    """Limits that people state for more than one decision."""

    async def add_limit(self, limit: TradingLimit) -> None:
        """Store a new limit."""

    async def remove_limit(self, limit_id: LimitId, *, by: str, at: datetime) -> bool:
        """End a limit; return False if there is none, or it has ended before."""

    async def extend_limits(self, symbol: str, into: str) -> int:
        """Let every limit on `symbol` that has not ended bind `into` as well; return how many there are."""

    async def in_force(self, query: LimitQuery) -> tuple[LimitInForce, ...]:
        """Return the limits and preferences that bind the person there, oldest first."""

    async def of_others(self, holder: LimitHolder) -> tuple[TradingLimit, ...]:
        """Return those that others stated in that channel and that bind their own trades there, oldest first."""

    async def records(self, holder: LimitHolder, *, limit: int) -> tuple[LimitRecord, ...]:
        """Return the latest limits that bind the person there or have bound them, the one changed last first."""
