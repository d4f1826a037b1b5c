"""Debates of a committee: who speaks, what a speech consists of, and what of it is configured."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from bot.domain.trading.decisions import Reason

PERSON: Final = "person"  # a sender that is no agent; the text begins with the name
DISSENT: Final = "dissent"  # what people ask of a committee besides what a member says: who is of another view,
RULING: Final = "ruling"  # the ruling, and what would change it


class Speaker(StrEnum):
    """A speaker of one of the two debates."""

    BULL = "bull"
    BEAR = "bear"
    RESEARCH_JUDGE = "research_judge"
    RISKY = "risky"
    NEUTRAL = "neutral"
    SAFE = "safe"
    RISK_JUDGE = "risk_judge"


class Debate(StrEnum):
    """The two debates of a committee."""

    RESEARCH = "research"
    RISK = "risk"


@dataclass(frozen=True, slots=True)
class Speech:
    """What one speaker says in one round."""

    speaker: Speaker
    round: int  # from 1: the opening
    points: tuple[Reason, ...]  # none: nothing to say
    ask: str = ""  # the id of a figure that the speaker asks an analyst for


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
