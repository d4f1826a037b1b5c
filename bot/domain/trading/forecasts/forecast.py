"""What a proposal forecasts, frozen when it is made: an event, its probability, and how often it happened before.

A purchase forecasts that the share beats the benchmark over the horizon, a sale that it falls behind it; a hold
forecasts nothing. Whether it is the engine's own view, or only that of the person who ordered the trade, is frozen with
it. Compared are changes of prices over the same two closes, without dividends: `ActualResult` has them.
"""

from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from typing import Final

from bot.domain.ids import AccountId
from bot.domain.trading.decisions import MOST_COUNTED, Decision, DecisionKey, Proposal
from bot.domain.trading.execution.orders import Side
from bot.domain.trading.forecasts.base_rates import BaseRate, EngineStance, ForecastEvent, ShadowForecast
from bot.domain.trading.performance import HORIZON_SESSIONS

# By code of a reason that engines give beside a person's order. Of several the first one here counts: what was found at
# a newer price.
_DISSENT: Final = {
    "score_against_now": EngineStance.AGAINST,
    "score_undecided_now": EngineStance.UNDECIDED,
    "against_the_model": EngineStance.AGAINST,
    "model_undecided": EngineStance.UNDECIDED,
    "model_would_buy": EngineStance.AGAINST,
    "model_would_sell": EngineStance.AGAINST,
    "model_would_hold": EngineStance.UNDECIDED,
    "committee_against_order": EngineStance.AGAINST,
    "committee_undecided_on_order": EngineStance.UNDECIDED,
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Forecast:
    """What one version of a decision forecasts. It is stored with the decision and never changed."""

    key: DecisionKey
    account_id: AccountId
    event: ForecastEvent
    sessions: int  # the horizon
    probability: Decimal  # of the event: the confidence shown
    base_rate: BaseRate | None  # None: the share's history does not show it, and the store finds another
    as_of: datetime  # market time of the prices it was made at
    stance: EngineStance = EngineStance.OWN  # of the engine: whether it is its own forecast
    shadows: tuple[ShadowForecast, ...] = ()  # of other engines; empty: the store takes those of the version before


@dataclass(frozen=True, slots=True)
class MadeForecast:
    """A stored forecast, the version of a decision that made it, and who asked."""

    forecast: Forecast
    decision: Decision
    person_name: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ForecastQuery:
    """A search for the forecasts of one account."""

    account_id: AccountId
    known_at: datetime  # market time; excludes those made at later prices
    symbols: tuple[str, ...] = ()  # empty: of all shares
    limit: int = MOST_COUNTED  # the latest


def forecast_event(side: Side) -> ForecastEvent:
    """Return the event that a trade on a side forecasts."""
    return ForecastEvent.BEATS if side is Side.BUY else ForecastEvent.FALLS_BEHIND


def stance_of(proposal: Proposal) -> EngineStance:
    """Return whether the engine of a trade would make it by itself: it names its dissent among the reasons."""
    codes = {reason.code for reason in proposal.reasons}
    return next((stance for code, stance in _DISSENT.items() if code in codes), EngineStance.OWN)


def forecast_of(decision: Decision) -> Forecast | None:
    """Return what a decision forecasts; None: a hold forecasts nothing."""
    proposal = decision.proposal
    if proposal.side is None:
        return None
    return Forecast(
        key=decision.key,
        account_id=decision.account_id,
        event=forecast_event(proposal.side),
        sessions=HORIZON_SESSIONS,
        probability=proposal.confidence,
        base_rate=proposal.base_rate,
        as_of=proposal.price_as_of,
        stance=stance_of(proposal),
        shadows=proposal.shadows,
    )
