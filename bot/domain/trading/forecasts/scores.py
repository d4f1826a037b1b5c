"""How good forecasts were: rates, means, Brier score and skill, and reliability, with intervals.

Intervals are for 95 % and need no resampling: Wilson's for rates, Student's for means. Forecasts on one share whose
spans overlap are not independent, so both use the number of spans that do not overlap (`effective_count`) in place of
the number of cases. Cases on several shares in the same weeks are taken as independent, which they are not quite.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import pairwise
from math import fsum, pi, sqrt, tan
from statistics import NormalDist, fmean, stdev
from typing import Final, TypeVar

LEVEL: Final = 0.95  # of every interval

_Z: Final = NormalDist().inv_cdf((1 + LEVEL) / 2)
_BAND_EDGES: Final = (0.0, 0.5, 0.6, 0.7, 0.8, 0.9)  # the lower edges of the bands of probability


@dataclass(frozen=True, slots=True, kw_only=True)
class ShareSpan:
    """A share over a span of market time, from its first price to its last."""

    symbol: str
    since: datetime
    until: datetime

    def overlaps(self, other: "ShareSpan") -> bool:
        """Return whether both are on the same share at the same time."""
        return self.symbol == other.symbol and self.since < other.until and other.since < self.until


_SpanT = TypeVar("_SpanT", bound=ShareSpan)


@dataclass(frozen=True, slots=True, kw_only=True)
class ScoredCase(ShareSpan):
    """One forecast whose outcome is known."""

    probability: float  # that was stated, in [0, 1]
    base_rate: float  # as known when it was stated, in [0, 1]
    has_happened: bool
    change: float  # percent, of the share, from the price of the decision
    held: float  # percent, of the share, over the benchmark's closes
    benchmark: float  # percent
    direction: int  # 1: bought, -1: sold

    @property
    def result(self) -> float:
        """Percent gained by having bought, or not lost by having sold."""
        return self.change * self.direction

    @property
    def excess(self) -> float:
        """The same against the benchmark: of a sale, what the benchmark did better than the share."""
        return (self.held - self.benchmark) * self.direction


@dataclass(frozen=True, slots=True)
class Interval:
    """The bounds of a 95 % confidence interval."""

    low: float
    high: float


@dataclass(frozen=True, slots=True)
class Rate:
    """How many of some cases came true."""

    hits: int
    cases: int
    interval: Interval

    @property
    def value(self) -> float:
        """The share, in [0, 1]."""
        return self.hits / self.cases


@dataclass(frozen=True, slots=True)
class Mean:
    """An average of some cases, in percent."""

    value: float
    cases: int
    interval: Interval | None  # None: fewer than two independent cases


@dataclass(frozen=True, slots=True, kw_only=True)
class Scores:
    """The scores of some cases; there is at least one."""

    cases: int
    independent: int  # spans that do not overlap
    hits: Rate
    result: Mean
    excess: Mean  # against the benchmark
    held: Mean  # of the same shares, held over the same spans
    benchmark: Mean  # of the benchmark, held over the same spans
    brier: float  # 0: perfect; 0.25: always one half
    skill: float | None  # of the Brier score against the base rates; None: they were all right


@dataclass(frozen=True, slots=True)
class Band:
    """The cases whose stated probability lies in one band: `low` is included, `high` is not, but for 1."""

    low: float
    high: float
    stated: float  # on average
    rate: Rate
    independent: int  # spans that do not overlap


def score(cases: Sequence[ScoredCase]) -> Scores | None:
    """Return the scores of some cases; None: there are none."""
    if not cases:
        return None
    independent = effective_count(cases)
    return Scores(
        cases=len(cases),
        independent=independent,
        hits=_rate(cases),
        result=_mean([each.result for each in cases], independent),
        excess=_mean([each.excess for each in cases], independent),
        held=_mean([each.held for each in cases], independent),
        benchmark=_mean([each.benchmark for each in cases], independent),
        brier=brier_score([each.probability for each in cases], [each.has_happened for each in cases]),
        skill=brier_skill(cases),
    )


def brier_score(probabilities: Sequence[float], happened: Sequence[bool]) -> float:
    """Return the mean squared difference of probability and outcome, in [0, 1].

    G. W. Brier, Verification of forecasts expressed in terms of probability, Monthly Weather Review 78 (1950); the form
    for one event, half of the original.
    """
    return fmean((stated - came) ** 2 for stated, came in zip(probabilities, happened, strict=True))


def brier_skill(cases: Sequence[ScoredCase]) -> float | None:
    """Return 1 - B / B_ref, where B_ref is the Brier score of the base rates: 1 perfect, 0 as good as they, < 0 worse.

    A. H. Murphy, Skill scores based on the mean square error, Monthly Weather Review 116 (1988). Each case has the base
    rate that was known when it was forecast, not the rate of the sample: that one would be known only afterwards.
    """
    happened = [each.has_happened for each in cases]
    reference = brier_score([each.base_rate for each in cases], happened)
    if not reference:
        return None
    return 1 - brier_score([each.probability for each in cases], happened) / reference


def wilson_interval(share: float, cases: float) -> Interval:
    """Return the interval of a rate, given its observed value and the number of independent cases, > 0.

    E. B. Wilson, Probable inference, the law of succession, and statistical inference, JASA 22 (1927). With an
    effective number of cases: N. Dean and M. Pagano, Evaluating confidence interval methods for binomial proportions in
    clustered surveys, Journal of Survey Statistics and Methodology 3 (2015).
    """
    square = _Z**2
    centre = (share + square / (2 * cases)) / (1 + square / cases)
    half = _Z / (1 + square / cases) * sqrt(share * (1 - share) / cases + square / (4 * cases**2))
    return Interval(max(centre - half, 0.0), min(centre + half, 1.0))


def student_quantile(freedom: int) -> float:
    """Return the two-sided 95 % quantile of Student's distribution with that many degrees of freedom, at least 1.

    Exact for 1 and 2; else the expansion 26.7.5 of Abramowitz and Stegun, Handbook of Mathematical Functions (1964),
    which is off by less than 0.3 %.
    """
    if freedom == 1:
        return tan(pi * LEVEL / 2)
    if freedom == 2:  # noqa: PLR2004
        return LEVEL * sqrt(2 / (1 - LEVEL**2))
    terms = (
        _Z,
        (_Z**3 + _Z) / 4,
        (5 * _Z**5 + 16 * _Z**3 + 3 * _Z) / 96,
        (3 * _Z**7 + 19 * _Z**5 + 17 * _Z**3 - 15 * _Z) / 384,
        (79 * _Z**9 + 776 * _Z**7 + 1482 * _Z**5 - 1920 * _Z**3 - 945 * _Z) / 92160,
    )
    return fsum(term / float(freedom**power) for power, term in enumerate(terms))


def separate_cases(cases: Iterable[_SpanT]) -> tuple[_SpanT, ...]:
    """Return as many cases as there can be of which no two on the same share overlap in time.

    Interval scheduling by the earliest end: J. Kleinberg and É. Tardos, Algorithm Design (2005), 4.1.
    """
    free_from: dict[str, datetime] = {}
    chosen = []
    for case in sorted(cases, key=lambda each: each.until):
        if case.symbol not in free_from or case.since >= free_from[case.symbol]:
            free_from[case.symbol] = case.until
            chosen.append(case)
    return tuple(chosen)


def effective_count(cases: Iterable[ScoredCase]) -> int:
    """Return how many cases are separate evidence."""
    return len(separate_cases(cases))


def reliability(cases: Sequence[ScoredCase]) -> tuple[Band, ...]:
    """Return how often what was stated with a probability came true, by bands of probability; none without a case.

    The reliability diagram of A. H. Murphy and R. L. Winkler, Journal of the Royal Statistical Society C 26 (1977), as
    a table.
    """
    edges = (*_BAND_EDGES, 1.0)
    bands = []
    for low, high in pairwise(edges):
        inside = [each for each in cases if _band_edge(each.probability) == low]
        if inside:
            stated = fmean(each.probability for each in inside)
            bands.append(Band(low, high, stated, _rate(inside), effective_count(inside)))
    return tuple(bands)


def band_of(probability: float, bands: Iterable[Band]) -> Band | None:
    """Return the band in which a probability lies; None: it has no case."""
    return next((each for each in bands if each.low == _band_edge(probability)), None)


def _band_edge(probability: float) -> float:
    return max(edge for edge in _BAND_EDGES if edge <= probability)


def _rate(cases: Sequence[ScoredCase]) -> Rate:
    hits = sum(each.has_happened for each in cases)
    return Rate(hits, len(cases), wilson_interval(hits / len(cases), effective_count(cases)))


def _mean(values: Sequence[float], independent: int) -> Mean:
    """Return the average with Student's interval: mean ± t · s / √n, with as many cases as are independent."""
    average = fmean(values)
    if independent < 2:  # noqa: PLR2004
        return Mean(average, len(values), None)
    half = student_quantile(independent - 1) * stdev(values) / sqrt(independent)
    return Mean(average, len(values), Interval(average - half, average + half))
