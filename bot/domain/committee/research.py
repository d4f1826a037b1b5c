"""What the research debate concludes: a stance, how sure, the strongest points of both sides, what would change it."""

from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum
from typing import Final

from bot.domain.committee.analysts import Analyst
from bot.domain.trading.decisions import Reason
from bot.domain.trading.execution.orders import Side


class Stance(StrEnum):
    """Which side of the research debate won."""

    BULLISH = "bullish"
    UNDECIDED = "undecided"
    BEARISH = "bearish"


SIDE_OF_STANCE: Final = {Stance.BULLISH: Side.BUY, Stance.BEARISH: Side.SELL}


@dataclass(frozen=True, slots=True)
class StanceChange:
    """A move of the price in one session from which on the stance would be another one."""

    percent: int  # of the price now; negative for a fall
    price: Decimal  # US dollars per share
    stance: Stance


@dataclass(frozen=True, slots=True, kw_only=True)
class InvestmentPlan:
    """What follows from the research ruling: which side to trade, before anything is said of its size."""

    side: Side | None  # None: undecided, nothing is to be traded
    conviction: Decimal
    because: tuple[Reason, ...]  # the strongest points of the stance's side; of an undecided one of both
    despite: tuple[Reason, ...]  # those of the other side


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
    on_objection: tuple[Reason, ...] = ()  # why a person's point did or did not change the ruling
    wants_answers: bool = False  # no ruling yet: the judge, asked after the opening, wants to hear both sides' answers
    is_early: bool = False  # the judge closed the debate after its opening, as no analyst contradicts another
    stance_changes: tuple[StanceChange, ...] = ()  # the nearest one down, then up

    @property
    def plan(self) -> InvestmentPlan:
        """The plan that follows from the ruling."""
        because, despite = (self.points_for, self.points_against)
        match self.stance:
            case Stance.UNDECIDED:
                because, despite = (*because, *despite), ()
            case Stance.BEARISH:
                because, despite = despite, because
        side = SIDE_OF_STANCE.get(self.stance)
        return InvestmentPlan(side=side, conviction=self.conviction, because=because, despite=despite)
