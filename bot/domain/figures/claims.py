"""What somebody claims of a share when they argue with a view of it: of a figure, or of a topic without figures."""

from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum
from types import MappingProxyType
from typing import Final, TypeAlias

from bot.domain.figures.measures import Measure
from bot.domain.figures.query import When


class Level(StrEnum):
    """Which end of its scale a figure is claimed to be at; of a change and a trend, its direction."""

    LOW = "low"
    HIGH = "high"


class Relation(StrEnum):
    """How a figure is claimed to stand to a value."""

    EXACT = "exact"  # as exact as the value is written
    ABOUT = "about"
    ABOVE = "above"
    BELOW = "below"
    ODD = "odd"  # "20-odd", 20多: from the value up to the next that is as round


@dataclass(frozen=True, slots=True)
class ClaimedValue:
    """The value that a figure is claimed to have."""

    value: Decimal  # in the measure's unit, with as many places as were written
    relation: Relation = Relation.EXACT


@dataclass(frozen=True, slots=True, kw_only=True)
class FigureClaim:
    """A claim about one figure: its value, its level, or both."""

    measure: Measure
    when: When | None = None
    level: Level | None = None
    value: ClaimedValue | None = None
    is_denied: bool = False  # "it is not cheap"; beside a value, of the level alone

    @property
    def denies_value(self) -> bool:
        """Whether it says that the figure is not the value."""
        return self.is_denied and self.value is not None and self.level is None


class Topic(StrEnum):
    """What people argue with and no figure here measures; its words are in `bot/reading/data/claims.toml`."""

    MARGINS = "margins"
    SALES = "sales"
    EARNINGS_GROWTH = "earnings_growth"
    OUTLOOK = "outlook"
    DIVIDEND_POLICY = "dividend_policy"
    DEBT = "debt"
    CASH_FLOW = "cash_flow"
    BUYBACKS = "buybacks"
    MANAGEMENT = "management"
    PRODUCTS = "products"
    COMPETITION = "competition"
    LEGAL = "legal"
    ANALYSTS = "analysts"
    INVESTORS = "investors"
    OTHER_FIGURE = "other_figure"  # one that has a name: "beta"
    UNNAMED = "unnamed"  # whatever else is argued with


@dataclass(frozen=True, slots=True, kw_only=True)
class TopicClaim:
    """A claim about a topic without figures."""

    topic: Topic
    typed: str  # the words that name it


Claim: TypeAlias = FigureClaim | TopicClaim

NEAREST: Final[Mapping[Topic, tuple[Measure, ...]]] = MappingProxyType(  # figures that say the most about a topic
    {
        Topic.MARGINS: (Measure.EPS, Measure.PE_RATIO),
        Topic.SALES: (Measure.EPS, Measure.PE_RATIO),
        Topic.EARNINGS_GROWTH: (Measure.EPS, Measure.PE_RATIO),
        Topic.OUTLOOK: (Measure.PE_RATIO,),
        Topic.DIVIDEND_POLICY: (Measure.DIVIDEND_YIELD,),
        Topic.INVESTORS: (Measure.VOLUME_RATIO,),
    }
)
