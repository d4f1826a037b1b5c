"""Weighs what somebody claims of a share: whether its figure bears it out, what it counts, and what would follow."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal
from enum import StrEnum
from types import MappingProxyType
from typing import Final

from bot.domain.figures.claims import ClaimedValue, FigureClaim, Level, Relation
from bot.domain.figures.formulas import Figure
from bot.domain.figures.measures import Measure
from bot.domain.figures.query import OverSessions
from bot.domain.market.features import NOT_MEANINGFUL, Features
from bot.engines.rules import figure_rules
from bot.engines.rules.analysis import Analysis, analyse, analyse_supposing
from bot.engines.rules.figure_rules import MissingFigure, RuleResult
from bot.engines.rules.scorecard import SCORE_RULES, ScoreRule

HALF_YEAR: Final = 120  # sessions, of the change that the rules count
NEAR: Final = Decimal("0.10")  # of a high or low: a fall of a tenth is commonly called a correction
_USUAL_VOLUME: Final = Decimal(1)  # times its average
_LOW_EARNINGS: Final = Decimal("0.10")  # US dollars a share; below it a P/E means nothing
_ROUGHLY: Final = Decimal("0.10")  # of a value that is claimed to be "about" so much
_ZERO: Final = Decimal(0)


class Finding(StrEnum):
    """What a figure says of a claim."""

    BORNE_OUT = "borne_out"
    OTHER_VALUE = "other_value"  # than the one that is claimed
    OPPOSITE = "opposite"
    BETWEEN = "between"  # neither what is claimed nor its opposite
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True, kw_only=True)
class Scale:
    """From where on a figure counts as low or high, and how the rule on it leans then."""

    low: Decimal  # in the measure's unit; low is what is below it
    high: Decimal
    rule: ScoreRule | None = None  # None: it counts nothing
    lean_if_low: int = 0
    lean_if_high: int | None = 0  # None: that depends on more than this figure

    def level(self, value: Decimal) -> Level | None:
        """Return at which end a value is; None: between."""
        return Level.LOW if value < self.low else Level.HIGH if value > self.high else None

    def lean(self, level: Level | None) -> int | None:
        """Return how the rule leans at an end of the scale, or between; None: nobody can tell."""
        return {Level.LOW: self.lean_if_low, Level.HIGH: self.lean_if_high, None: 0}[level]


def _rule(evaluate: Callable[[Features], RuleResult]) -> ScoreRule:
    return next(each for each in SCORE_RULES if each.evaluate is evaluate)


_FLAT: Final = Decimal(str(figure_rules.FLAT))
_HIGH_VOLATILITY: Final = Decimal(str(figure_rules.HIGH_VOLATILITY))
_ON_EARNINGS: Final = _rule(figure_rules.price_to_earnings)
_DIRECTION: Final = Scale(low=_ZERO, high=_ZERO)


def _signed(evaluate: Callable[[Features], RuleResult], *, flat: Decimal = _ZERO) -> Scale:
    """Return the scale of a figure that speaks for a share where it is above, and against it where it is below."""
    return Scale(low=-flat, high=flat, rule=_rule(evaluate), lean_if_low=-1, lean_if_high=1)


_SCALES: Final[Mapping[tuple[Measure, int], Scale]] = MappingProxyType(  # by measure, and its sessions if there are any
    {
        (Measure.PE_RATIO, 0): Scale(
            low=Decimal(figure_rules.LOW_PE),
            high=Decimal(figure_rules.HIGH_PE),
            rule=_ON_EARNINGS,
            lean_if_low=1,
            lean_if_high=-1,
        ),
        (Measure.EPS, 0): Scale(
            low=_LOW_EARNINGS, high=_LOW_EARNINGS, rule=_ON_EARNINGS, lean_if_low=-1, lean_if_high=None
        ),
        (Measure.DIVIDEND_YIELD, 0): Scale(
            low=figure_rules.HIGH_YIELD, high=figure_rules.HIGH_YIELD, rule=_rule(figure_rules.dividend), lean_if_high=1
        ),
        (Measure.RSI, 0): Scale(
            low=Decimal(figure_rules.OVERSOLD),
            high=Decimal(figure_rules.OVERBOUGHT),
            rule=_rule(figure_rules.rsi_extreme),
            lean_if_low=1,
            lean_if_high=-1,
        ),
        (Measure.MACD, 0): _signed(figure_rules.macd_to_signal),
        (Measure.FROM_AVERAGE, 200): _signed(figure_rules.price_to_sma200),
        (Measure.FROM_AVERAGE, 50): _signed(figure_rules.price_to_sma50),
        (Measure.CHANGE, HALF_YEAR): _signed(figure_rules.half_year_change, flat=_FLAT),
        (Measure.NEWS, 0): _signed(figure_rules.news_tone),
        (Measure.VOLATILITY, 0): Scale(low=_HIGH_VOLATILITY, high=_HIGH_VOLATILITY),
        (Measure.VOLUME_RATIO, 0): Scale(low=_USUAL_VOLUME, high=Decimal(figure_rules.HIGH_VOLUME)),
        (Measure.FROM_HIGH, 0): Scale(low=-NEAR, high=-NEAR),
        (Measure.FROM_LOW, 0): Scale(low=NEAR, high=NEAR),
    }
)


@dataclass(frozen=True, slots=True, kw_only=True)
class WeighedFigure:
    """What a figure counts in the view."""

    view: Analysis
    weight: float | None  # its part of the score; None: the rules do not count it


@dataclass(frozen=True, slots=True, kw_only=True)
class WeighedClaim:
    """What a claim comes to."""

    claim: FigureClaim
    finding: Finding
    figure: WeighedFigure
    supposed: WeighedFigure | None = None  # if the claim were true, or without the figure that bears it out;
    # None: nothing would follow, or nobody can tell


def weigh_figure(measure: Measure | None, features: Features, *, sessions: int = 0) -> WeighedFigure:
    """Return what the figure of a measure counts in the present view; None: of no figure."""
    scale, view = _SCALES.get((measure, sessions)) if measure else None, analyse(features)
    if scale is None or scale.rule is None:
        return WeighedFigure(view=view, weight=None)
    result = scale.rule.evaluate(features)
    leans = () if isinstance(result, MissingFigure) else (each.lean for each in result)
    return WeighedFigure(view=view, weight=scale.rule.weight * sum(leans))


def scale_of(claim: FigureClaim) -> Scale:
    """Return the scale by which a claim is judged; of a change over any other time, and the like, its direction."""
    return _SCALES.get((claim.measure, _sessions(claim)), _DIRECTION)


def weigh_claim(claim: FigureClaim, figure: Figure, features: Features) -> WeighedClaim:
    """Return whether a figure bears a claim out, what it counts, and what the view would be otherwise.

    `figure`: the figure that is claimed to be so, of the share in `features`.
    """
    scale = scale_of(claim)
    value = _value(claim.measure, figure, features)
    finding = _finding(claim, value, scale)
    now = weigh_figure(claim.measure, features, sessions=_sessions(claim))
    lean = 0 if finding is Finding.BORNE_OUT else _claimed_lean(claim, scale)
    supposed = None
    if scale.rule is not None and lean is not None and finding is not Finding.UNKNOWN:
        view = analyse_supposing(features, scale.rule, lean)
        supposed = WeighedFigure(view=view, weight=scale.rule.weight * lean)
    return WeighedClaim(claim=claim, finding=finding, figure=now, supposed=supposed)


def _sessions(claim: FigureClaim) -> int:
    return claim.when.count if isinstance(claim.when, OverSessions) else 0


def _value(measure: Measure, figure: Figure, features: Features) -> Decimal | None:
    """Return the value that is compared; a P/E of hardly any earnings is beyond every bound."""
    if measure is Measure.NEWS:
        return Decimal(sum(each.tone for each in features.news)) if figure.news else None
    if measure is Measure.PE_RATIO and figure.why_missing == NOT_MEANINGFUL:
        return Decimal("Infinity")
    if measure is Measure.MACD and figure.value is not None and figure.level is not None:
        return figure.value - figure.level
    return figure.value


def _finding(claim: FigureClaim, value: Decimal | None, scale: Scale) -> Finding:
    if value is None:
        return Finding.UNKNOWN
    if claim.value is not None and _is_value(claim.value, value) is claim.denies_value:
        return Finding.OTHER_VALUE
    if claim.level is None:
        return Finding.BORNE_OUT
    found = scale.level(value)
    if claim.is_denied:
        return Finding.OPPOSITE if found is claim.level else Finding.BORNE_OUT
    if found is claim.level:
        return Finding.BORNE_OUT
    return Finding.BETWEEN if found is None else Finding.OPPOSITE


def _is_value(claimed: ClaimedValue, value: Decimal) -> bool:
    match claimed.relation:
        case Relation.ABOVE:
            return value > claimed.value
        case Relation.BELOW:
            return value < claimed.value
        case Relation.ABOUT:
            return abs(value - claimed.value) <= abs(claimed.value) * _ROUGHLY
        case Relation.ODD:
            is_of_side = value * claimed.value >= 0
            return is_of_side and abs(claimed.value) <= abs(value) < abs(claimed.value) + _step(claimed.value)
        case Relation.EXACT:
            return value.is_finite() and value.quantize(claimed.value, ROUND_HALF_UP) == claimed.value


def _step(value: Decimal) -> Decimal:
    """Return the unit in which a number is written roundly: 10 of 20, 100 of 100, 1 of 25."""
    exponent = value.normalize().as_tuple().exponent
    return Decimal(1).scaleb(exponent) if isinstance(exponent, int) else Decimal(0)


def _claimed_lean(claim: FigureClaim, scale: Scale) -> int | None:
    """Return how the rule would lean if the claim were true; what is denied leaves the figure between the ends."""
    if claim.denies_value or (claim.is_denied and claim.value is None):
        return 0
    if claim.value is None:
        return scale.lean(claim.level)
    beyond = {Relation.ABOVE: 1, Relation.BELOW: -1}.get(claim.value.relation, 0) * abs(claim.value.value) / 1000
    return scale.lean(scale.level(claim.value.value + beyond))
