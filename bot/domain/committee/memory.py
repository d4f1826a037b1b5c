"""What an analyst remembers of a share: its reports by session, and digests of them, computed without a model."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from decimal import Decimal
from typing import Final

from bot.domain.committee.analysts import Analyst, AnalystReport
from bot.domain.ids import TenantId
from bot.domain.market.sessions import SessionEvent, SessionPhase, TradingSession
from bot.domain.text.locale import Language
from bot.domain.trading.decisions import Reason

MOST_LEANS: Final = 5  # sessions of which a digest tells the lean
_CHRONOLOGICAL: Final = tuple(SessionPhase)


@dataclass(frozen=True, slots=True)
class SessionPart:
    """A part of the exchange's time: from before the opening of a session to its close, or from there to the next."""

    trade_date: date
    phase: SessionPhase

    @property
    def order(self) -> tuple[date, int]:
        """By which parts are in the order of time."""
        return self.trade_date, _CHRONOLOGICAL.index(self.phase)


@dataclass(frozen=True, slots=True)
class ReportMoment:
    """When a report is made, in market time, and in which part of a session that is."""

    part: SessionPart
    at: datetime


@dataclass(frozen=True, slots=True)
class Wording:
    """In whose words a report is: a model's in one language, by one version of its prompt. Rules have none."""

    language: Language
    prompt: str  # "analyst@1"


@dataclass(frozen=True, slots=True, kw_only=True)
class ShareReading:
    """A share that is read for an account at an instant of its market's time."""

    tenant_id: TenantId
    market: str  # "sample", "yahoo"
    symbol: str
    at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredReport:
    """A report as it is kept: one for each analyst, share, part of a session and wording."""

    market: str
    moment: ReportMoment
    report: AnalystReport
    wording: Wording | None = None  # None: by rules
    is_asked: bool = False  # a committee made it; else the schedule


@dataclass(frozen=True, slots=True)
class DatedLean:
    """How an analyst leant on the figures of one session."""

    trade_date: date
    lean: float | None  # None: no data
    as_of: datetime  # of the figures

    @property
    def parts(self) -> dict[str, str | Decimal]:
        """The sign of the lean ("plus", "minus", "none") and its size, as sentences take them."""
        return lean_parts(self.lean)


@dataclass(frozen=True, slots=True, kw_only=True)
class AnalystDigest:
    """How the reports of an analyst by rules on one share have developed. The points are as they were reported."""

    analyst: Analyst
    symbol: str
    trade_date: date
    session: SessionPhase
    as_of: datetime  # no report made later is in it
    leans: tuple[DatedLean, ...]  # the oldest first; the last is that of the latest report
    new: tuple[Reason, ...] = ()  # in the latest report, and not in the one before
    gone: tuple[Reason, ...] = ()  # the other way round, with the figures of then
    standing: tuple[Reason, ...] = ()  # in all the reports of `leans`, with the latest figures

    @property
    def latest(self) -> DatedLean:
        """How the analyst leans."""
        return self.leans[-1]

    @property
    def before(self) -> DatedLean | None:
        """How it leant in the report before; None: there is none."""
        return self.leans[-2] if len(self.leans) > 1 else None


@dataclass(frozen=True, slots=True, kw_only=True)
class MemorySummary:
    """What one analyst remembers of a share in one part of a session."""

    analyst: Analyst
    today_report: AnalystReport | None = None  # of that very part
    memory_summary_pre_open: AnalystDigest | None = None  # the latest one at the part before the opening
    memory_summary_post_close: AnalystDigest | None = None  # the latest one that was made after a close

    @property
    def latest(self) -> AnalystDigest | None:
        """The later one of both digests."""
        digests = [each for each in (self.memory_summary_pre_open, self.memory_summary_post_close) if each is not None]
        return max(digests, key=lambda each: each.as_of, default=None)


def lean_parts(lean: float | None) -> dict[str, str | Decimal]:
    """Return the sign of a lean ("plus", "minus", "none") and its size, as sentences take them."""
    if lean is None:
        return {"side": "none", "value": Decimal(0)}
    return {"side": "minus" if lean < 0 else "plus", "value": abs(Decimal(str(lean)))}


def part_at(sessions: Iterable[TradingSession], at: datetime) -> SessionPart | None:
    """Return the part of a session that an instant is in; None: it is before all of `sessions`."""
    begun = [
        (begins, SessionPart(session.day, phase))
        for session in sessions
        for phase in SessionPhase
        if (begins := SessionEvent(session, phase).at if phase is SessionPhase.PRE_OPEN else session.closes) <= at
    ]
    return max(begun, key=lambda each: each[0])[1] if begun else None


def compose_digest(reports: Sequence[StoredReport]) -> AnalystDigest | None:
    """Return the digest of an analyst's reports on one share, the latest of each session; None: none has data."""
    by_session = {each.report.trade_date: each for each in sorted(reports, key=lambda each: each.moment.at)}
    series = sorted(by_session.values(), key=lambda each: each.report.trade_date)[-MOST_LEANS:]
    if not any(each.report.has_data for each in series):
        return None
    # By what a point says, whatever its figures: its code, of a headline its title, and its direction.
    points = [
        {(point.code, point.words.get("title", ""), point.weight > 0): point for point in each.report.points}
        for each in series
    ]
    now, before = points[-1], points[-2] if len(points) > 1 else points[-1]
    latest, part = series[-1], series[-1].moment.part
    return AnalystDigest(
        analyst=latest.report.analyst,
        symbol=latest.report.symbol,
        trade_date=part.trade_date,
        session=part.phase,
        as_of=latest.moment.at,
        leans=tuple(DatedLean(each.report.trade_date, each.report.lean, each.report.as_of) for each in series),
        new=tuple(point for key, point in now.items() if key not in before),
        gone=tuple(point for key, point in before.items() if key not in now),
        standing=tuple(point for key, point in now.items() if all(key in each for each in points) and len(points) > 1),
    )


ASKED_LATELY: Final = timedelta(days=14)  # market time for which a share that a committee has read is followed
RENEWED_AFTER_REPORT: Final = Analyst.MARKET  # also after each report of a committee


def due_analysts(event: SessionEvent, *, ends_week: bool) -> tuple[Analyst, ...]:
    """Return the analysts whose digests are renewed at an event: fundamentals weekly, before an opening prices only."""
    if event.phase is SessionPhase.PRE_OPEN:
        return (Analyst.MARKET,)
    return tuple(each for each in Analyst if each is not Analyst.FUNDAMENTALS or ends_week)


LEAST_CHANGE: Final = 0.1  # of a lean in [-1, 1]; less is no news


@dataclass(frozen=True, slots=True, kw_only=True)
class AnalystViewChange:
    """How the view of one analyst on a share has changed since its report before."""

    symbol: str
    analyst: Analyst
    lean: float
    before: float
    before_date: date  # of the session whose figures were read then
    why: Reason | None  # the strongest point that speaks for the change
    is_gone: bool = False  # that point spoke the other way before, and does so no more

    @property
    def size(self) -> float:
        """How far the view has moved."""
        return abs(self.lean - self.before)


def view_change(digest: AnalystDigest, *, since: datetime) -> AnalystViewChange | None:
    """Return what the digest's latest report has changed; None: little, no data, or no figures later than `since`."""
    latest, before = digest.latest, digest.before
    if before is None or latest.lean is None or before.lean is None or latest.as_of <= since:
        return None
    change = latest.lean - before.lean
    if abs(change) < LEAST_CHANGE:
        return None
    new = _strongest(point for point in digest.new if point.weight * change > 0)
    gone = _strongest(point for point in digest.gone if point.weight * change < 0)
    return AnalystViewChange(
        symbol=digest.symbol,
        analyst=digest.analyst,
        lean=latest.lean,
        before=before.lean,
        before_date=before.trade_date,
        why=new or gone,
        is_gone=new is None and gone is not None,
    )


def view_changes(digests: Iterable[AnalystDigest], *, since: datetime) -> tuple[AnalystViewChange, ...]:
    """Return the largest change of each share, by the latest digest of each analyst; the largest first."""
    latest = {(each.symbol, each.analyst): each for each in sorted(digests, key=lambda each: each.as_of)}
    changes = [change for each in latest.values() if (change := view_change(each, since=since)) is not None]
    by_share: dict[str, AnalystViewChange] = {}
    for each in sorted(changes, key=lambda each: (-each.size, each.symbol)):
        by_share.setdefault(each.symbol, each)
    return tuple(by_share.values())


def _strongest(points: Iterable[Reason]) -> Reason | None:
    return max(points, key=lambda point: abs(point.weight), default=None)
