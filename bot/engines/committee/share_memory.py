"""What a committee remembers of one share: reports that another conversation had made, and digests of earlier ones."""

import logging
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from bot.domain.committee.analysts import Analyst, AnalystReport
from bot.domain.committee.memory import AnalystDigest, MemorySummary, ShareReading, Wording
from bot.domain.text.locale import Language
from bot.domain.trading.accounts import Account
from bot.errors import MarketDataError, StoreUnavailableError
from bot.ports import AnalystMemory
from bot.prompts import render

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class ShareMemory:
    """One committee's memory of one share. Without one, nothing is remembered; where it fails, likewise."""

    memory: AnalystMemory | None = None
    reading: ShareReading | None = None
    wording: Wording | None = None  # of its members' reports; None: they work by rules
    known: Mapping[Analyst, MemorySummary] = field(default_factory=dict)

    @property
    def digests(self) -> tuple[AnalystDigest, ...]:
        """The latest digest of each analyst that has one."""
        return tuple(digest for each in self.known.values() if (digest := each.latest) is not None)

    def digest(self, analyst: Analyst) -> AnalystDigest | None:
        """Return the latest digest of an analyst; None: there is none."""
        return next((each for each in self.digests if each.analyst is analyst), None)

    def shared_report(self, analyst: Analyst) -> AnalystReport | None:
        """Return the report of this part of the session in the committee's wording; None: it has to be made."""
        summary = self.known.get(analyst)
        return summary.today_report if summary is not None else None

    async def share(self, report: AnalystReport) -> None:
        """Let other conversations use a model's report."""
        await self._save((report,), self.wording)

    async def add_history(self, reports: Sequence[AnalystReport]) -> None:
        """Add reports by rules to the history that digests are made of."""
        await self._save(reports, None)

    async def _save(self, reports: Sequence[AnalystReport], wording: Wording | None) -> None:
        if self.memory is None or self.reading is None:
            return
        try:
            await self.memory.save_reports(self.reading, reports, wording=wording)
        except (StoreUnavailableError, MarketDataError) as error:
            _log.warning("reports on %s are not kept: %s", self.reading.symbol, error)


async def remember_share(
    memory: AnalystMemory | None, account: Account, symbol: str, *, language: Language | None
) -> ShareMemory:
    """Return what is remembered of a share; nothing where the memory cannot be read: a committee does without.

    `memory`: of the analysts; None: there is none. `account`: whose market time it is. `language`: of a model's
    reports; None: the members work by rules.
    """
    if memory is None:
        return ShareMemory()
    version = render("analyst", analyst=Analyst.MARKET, language="").version
    wording = Wording(language, version) if language is not None else None
    try:
        reading = await memory.reading(account, symbol)
        summaries = await memory.summaries(reading, wording=wording)
    except (StoreUnavailableError, MarketDataError) as error:
        _log.warning("nothing is remembered of %s: %s", symbol, error)
        return ShareMemory()
    return ShareMemory(memory, reading, wording, {each.analyst: each for each in summaries})
