"""What a committee's analysts remember: the stores of their reports and digests, and the memory that an engine asks.

Every method raises StoreUnavailableError if the database cannot be reached.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from bot.domain.committee.analysts import Analyst, AnalystReport
from bot.domain.committee.memory import AnalystDigest, MemorySummary, SessionPart, ShareReading, StoredReport, Wording
from bot.domain.ids import AccountId
from bot.domain.trading.accounts import Account


@dataclass(frozen=True, slots=True, kw_only=True)
class HistoryQuery:
    """Selects the latest reports by rules of each analyst on each share, as known at an instant."""

    market: str
    symbols: tuple[str, ...]
    known_at: datetime  # market time
    analysts: tuple[Analyst, ...] = tuple(Analyst)
    limit: int = 12  # for each analyst and share


@dataclass(frozen=True, slots=True, kw_only=True)
class DigestQuery:
    """Selects the latest digests of each analyst on each share, as known at an instant: one for each phase."""

    market: str
    symbols: tuple[str, ...]
    known_at: datetime  # market time
    until: SessionPart | None = None  # those of later parts are left out; None: of none
    analysts: tuple[Analyst, ...] = tuple(Analyst)


@dataclass(frozen=True, slots=True, kw_only=True)
class FollowedQuery:
    """Selects the shares whose reports are renewed."""

    account_id: AccountId
    market: str
    asked_from: datetime  # market time from which a committee's report counts
    known_at: datetime
    limit: int


class AnalystReports(Protocol):
    """The reports of one tenant's analysts: one for each market, share, analyst, part of a session and wording."""

    async def save_report(self, report: StoredReport) -> None:
        """Store a report; a later one of the same part replaces it. That a committee asked for it once stays."""

    async def find_report(
        self, reading: ShareReading, analyst: Analyst, *, part: SessionPart, wording: Wording | None
    ) -> StoredReport | None:
        """Return the report of a part of a session in a wording, as known at the instant of the reading."""

    async def history(self, query: HistoryQuery) -> tuple[StoredReport, ...]:
        """Return the matching reports, the latest of each analyst and share first."""

    async def followed_shares(self, query: FollowedQuery) -> tuple[str, ...]:
        """Return the shares that are held, that a committee has read lately, then those on any watch list."""


class AnalystDigests(Protocol):
    """The digests of one tenant's analysts: one for each market, share, analyst and part of a session."""

    async def save_digest(self, digest: AnalystDigest, *, market: str) -> None:
        """Store a digest unless there is one of the same part that is as late."""

    async def latest(self, query: DigestQuery) -> tuple[AnalystDigest, ...]:
        """Return the matching digests, the latest first."""


class AnalystMemory(Protocol):
    """The memory of a committee's analysts. Each call is a transaction of its own."""

    async def reading(self, account: Account, symbol: str) -> ShareReading:
        """Return the reading of a share at the account's market time. Raises: MarketDataError."""

    async def summaries(self, reading: ShareReading, *, wording: Wording | None) -> tuple[MemorySummary, ...]:
        """Return what each analyst remembers of a share; today's report is the one in that wording.

        Raises: DateOutOfRangeError: of that time there is no calendar.
        """

    async def save_reports(
        self, reading: ShareReading, reports: Sequence[AnalystReport], *, wording: Wording | None
    ) -> None:
        """Store reports that a committee made, and renew the digests that are due after a report.

        Raises: DateOutOfRangeError: as above.
        """
