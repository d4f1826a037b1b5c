"""Makes an analyst's report of the rules on its own source."""

from collections.abc import Collection, Iterable, Sequence
from decimal import Decimal
from typing import Final

from bot.domain.committee.analysts import Analyst, AnalystReport, by_weight
from bot.domain.market.features import Features
from bot.domain.market.snapshot import Bar, Snapshot
from bot.domain.trading.decisions import Reason
from bot.engines.rules.rule_result import percent, rounded
from bot.engines.rules.scorecard import SCORE_RULES, Component, score_rules


def report_of_rules(
    analyst: Analyst, features: Features, *, components: Collection[Component], notes: Iterable[Reason] = ()
) -> AnalystReport:
    """Return a report by the rules of `components`, weighed among themselves as in the table of the scored rules.

    A figure that is missing has no weight, but its rule's weight counts: few figures make no strong view.
    """
    results = [each for each in score_rules(features) if each.component in components]
    total = sum(rule.weight for rule in SCORE_RULES if rule.component in components)
    is_known = any(each.known_weight for each in results)
    reasons = [reason for each in results for reason in each.reasons]
    points = tuple(Reason(each.code, each.weight / total, each.numbers, each.words) for each in reasons if each.weight)
    remarks = {each.code: each for each in reasons if not each.weight}.values()  # each code once
    return analyst_report(
        analyst,
        features,
        lean=sum(point.weight for point in points) if is_known else None,
        points=points,
        notes=(*notes, *remarks),
    )


def analyst_report(
    analyst: Analyst,
    features: Features,
    *,
    lean: float | None,
    points: tuple[Reason, ...] = (),
    notes: tuple[Reason, ...] = (),
) -> AnalystReport:
    """Return a report on what `features` were computed from."""
    return AnalystReport(
        analyst=analyst,
        symbol=features.symbol,
        trade_date=features.session,
        as_of=features.as_of,
        source=features.source,
        lean=None if lean is None else round(max(-1.0, min(lean, 1.0)), 4),
        points=by_weight(points),
        notes=notes,
    )


_COMPONENTS: Final = frozenset(
    {Component.TREND, Component.MOMENTUM, Component.REVERSION, Component.VOLATILITY, Component.VOLUME}
)
_RECENT: Final = 20  # sessions whose low and high are named as levels


def read_market(features: Features, snapshot: Snapshot) -> AnalystReport:
    """Return the report on the share's prices and volumes."""
    levels = (*_year_range(features), *_recent_range(snapshot.bars))
    return report_of_rules(Analyst.MARKET, features, components=_COMPONENTS, notes=levels)


def _year_range(features: Features) -> tuple[Reason, ...]:
    if features.range52w is None or features.range52w_position is None:
        return ()
    low, high = rounded(features.range52w.low), rounded(features.range52w.high)
    return (Reason("level_year", 0.0, {"low": low, "high": high, "percent": percent(features.range52w_position)}),)


def _recent_range(bars: Sequence[Bar]) -> tuple[Reason, ...]:
    recent = bars[-_RECENT:]
    if len(recent) < _RECENT:
        return ()
    low, high = min(bar.low for bar in recent), max(bar.high for bar in recent)
    return (Reason("level_recent", 0.0, {"low": low, "high": high, "sessions": Decimal(_RECENT)}),)
