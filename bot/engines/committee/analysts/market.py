"""The market analyst: trend, momentum, levels and volume, from daily prices of completed sessions."""

from collections.abc import Sequence
from decimal import Decimal
from typing import Final

from bot.domain.committee.analysts import Analyst, AnalystReport
from bot.domain.market.features import Features
from bot.domain.market.snapshot import Bar, Snapshot
from bot.domain.trading.decisions import Reason
from bot.engines.committee.analysts.reading import report_of_rules
from bot.engines.rules.rule_result import percent, rounded
from bot.engines.rules.scorecard import Component

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
