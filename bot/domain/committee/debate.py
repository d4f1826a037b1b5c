"""Debates of a committee: who speaks, and what a speech consists of."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from bot.domain.trading.decisions import Reason

PERSON: Final = "person"  # a sender that is no agent; the text begins with the name


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
