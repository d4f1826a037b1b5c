"""Which results of decisions are due, and when one is looked at next: at the next horizon's close, never earlier."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from bot.domain.ids import AccountId
from bot.domain.trading.actual_result import HORIZONS
from bot.domain.trading.decisions import CARRIED_OUT_STATUSES, Decision, DecisionStatus
from bot.domain.trading.execution.orders import OrderReport
from bot.domain.trading.performance import ReferencePrice, reference_price

# From a close to the next one, which may be that of half a day. No decision is looked at earlier.
SOONEST: Final = timedelta(hours=20)
PATIENCE: Final = timedelta(days=10)  # of market time after a horizon's close: so long a price is waited for
# Those whose outcome stands. A rejected order is a proposal that was not carried out; of a part, that part counts.
SETTLED_STATUSES: Final = CARRIED_OUT_STATUSES | {
    DecisionStatus.CANCELLED,
    DecisionStatus.EXPIRED,
    DecisionStatus.REJECTED,
}


@dataclass(frozen=True, slots=True, kw_only=True)
class DueQuery:
    """The decisions looked for: of which some result may be known."""

    now: datetime  # market time of `account_id`; without one, of accounts that have no clock of their own
    limit: int
    account_id: AccountId | None = None  # None: of any account, by the clock that it has
    market: str | None = None  # of accounts on this market; None: on any


@dataclass(frozen=True, slots=True, kw_only=True)
class DueDecision:
    """A decision with a result that may be known."""

    decision: Decision
    now: datetime  # its account's market time
    report: OrderReport | None  # on its order; None: there is none
    closed: frozenset[int]  # horizons with a result, or without one for good

    @property
    def reference(self) -> ReferencePrice:
        """What it is measured from."""
        is_carried_out = self.decision.status in CARRIED_OUT_STATUSES
        return reference_price(self.decision.proposal, self.report if is_carried_out else None)

    def open_horizons(self) -> tuple[int, ...]:
        """Return the horizons without a result so far, the shortest first."""
        return tuple(each for each in HORIZONS if each not in self.closed)


@dataclass(frozen=True, slots=True)
class Postponement:
    """When a decision is looked at again, in market time; None: never."""

    decision: Decision
    until: datetime | None
