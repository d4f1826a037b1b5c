"""What the research debate concludes: a stance, how sure, the strongest points of both sides, what would change it."""

from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum

from bot.domain.committee.analysts import Analyst
from bot.domain.trading.decisions import Reason


class Stance(StrEnum):
    """Which side of the research debate won."""

    BULLISH = "bullish"
    UNDECIDED = "undecided"
    BEARISH = "bearish"


@dataclass(frozen=True, slots=True)
class StanceChange:
    """A move of the price in one session from which on the stance would be another one."""

    percent: int  # of the price now; negative for a fall
    price: Decimal  # US dollars per share
    stance: Stance


@dataclass(frozen=True, slots=True, kw_only=True)
class ResearchSummary:
    """The judge's ruling on the research debate."""

    stance: Stance
    score: float  # in [-1, 1]: the mean of the analysts' leans; 0 if none has data
    conviction: Decimal  # in [0.05, 0.95]: how far the analysts agree, not a probability
    points_for: tuple[Reason, ...]  # for buying, the strongest first
    points_against: tuple[Reason, ...]
    dissent: tuple[Analyst, ...] = ()  # analysts that lean to the other side
    without_data: tuple[Analyst, ...] = ()
    would_change: tuple[Reason, ...] = ()  # in a model's words
    by_model: bool = False  # False: by rules
    wants_answers: bool = False  # no ruling yet: the judge, asked after the opening, wants to hear both sides' answers
    is_early: bool = False  # the judge closed the debate after its opening, as no analyst contradicts another
    stance_changes: tuple[StanceChange, ...] = ()  # the nearest one down, then up
