"""What a person says against the view of a committee, and what it was said against."""

from dataclasses import dataclass
from uuid import UUID

from bot.domain.committee.fusion import FusionState
from bot.domain.committee.research import ResearchSummary
from bot.domain.trading.decision_result import AgentMessage


@dataclass(frozen=True, slots=True, kw_only=True)
class Objection:
    """A point of a person, for the judge of a research debate that has ended."""

    by: str  # the person's name
    words: str
    run_id: UUID  # of the committee
    fusion: FusionState  # what it has concluded on the share
    before: ResearchSummary  # the ruling that is objected to
    argued: tuple[AgentMessage, ...]  # what was said on the share, earlier objections too
    is_order: bool = False  # a person has ordered the trade: whatever is ruled, it stays as given


@dataclass(frozen=True, slots=True)
class RunningDebate:
    """A committee's run under way, as far as people can argue with it."""

    symbols: tuple[str, ...]
    is_ruled: bool  # its research judge has ruled: it hears nothing more
