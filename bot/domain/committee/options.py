"""What of a committee is configured: the rounds of its debates, and what its members may ask of a model."""

from dataclasses import dataclass
from enum import StrEnum

from bot.domain.committee.debate import Debate


class SpentBudget(StrEnum):
    """Which budget was used up before a committee had ended."""

    ANALYSIS = "analysis"  # that of one share's analysis
    DAY = "day"  # the workspace's or the person's, of the day


@dataclass(frozen=True, slots=True, kw_only=True)
class CommitteeOptions:
    """The settings of a committee, for one share."""

    answer_rounds: int = 1  # of the research debate, after its opening; 0: none
    risk_rounds: int = 1  # at least 1
    max_calls: int = 30  # requests to a model that are not answered from the cache; 0: none is asked
    max_tokens: int = 60_000  # of their prompts and answers together

    @property
    def rounds(self) -> dict[Debate, int]:
        """The number of rounds of each debate, with the opening."""
        return {Debate.RESEARCH: 1 + self.answer_rounds, Debate.RISK: self.risk_rounds}
