"""Engine `committee`: four analysts, a research debate, a risk debate and a trader on each share."""

from dataclasses import dataclass
from decimal import Decimal

from bot.domain.committee.analysts import Analyst
from bot.domain.committee.fusion import FusionState
from bot.domain.market.features import Features
from bot.domain.market.snapshot import Snapshot
from bot.domain.trading.decision_request import DecisionRequest
from bot.domain.trading.decision_result import DecisionResult
from bot.engines.committee.graph import CommitteeState, run_committee
from bot.engines.committee.rule_agents import RuleAgents
from bot.engines.committee.trader import COMMITTEE
from bot.engines.common.decision_input import features_with_snapshots
from bot.engines.rules.requested_proposal import request_after
from bot.ports import TextSink


@dataclass(frozen=True, slots=True)
class CommitteeEngine:
    """Engine `committee`: its members work by rules. Implements `bot.ports.Engine`."""

    name: str = COMMITTEE

    async def decide(self, request: DecisionRequest, *, show: TextSink | None = None) -> DecisionResult:  # noqa: ARG002 - too fast for drafts
        """Return one proposal per symbol, and what was concluded; each buy leaves less cash to the next.

        Raises: ValueError: a share has no snapshot; the analysts read it.
        """
        fusion: list[FusionState] = []
        for features, snapshot in features_with_snapshots(request):
            if snapshot is None:
                msg = f"no snapshot of {features.symbol}"
                raise ValueError(msg)
            concluded = await run_committee(RuleAgents(request, features, snapshot))
            fusion.append(_fusion_state(request, features, snapshot, concluded))
            request = request_after(request, concluded["proposal"])
        proposals = tuple(each.trader_investment_plan for each in fusion if each.trader_investment_plan is not None)
        return DecisionResult(proposals=proposals, fusion=tuple(fusion))


def _fusion_state(
    request: DecisionRequest, features: Features, snapshot: Snapshot, concluded: CommitteeState
) -> FusionState:
    summaries = {report.analyst: report for report in concluded["reports"]}
    portfolio = request.portfolio
    return FusionState(
        company_of_interest=features.symbol,
        trade_date=features.session,
        trade_timestamp=features.as_of,
        current_price=features.price,
        previous_close=_previous_close(features, snapshot),
        account_cash=portfolio.account.cash,
        account_total_value=portfolio.total_assets,
        portfolio_positions=portfolio.positions,
        market_analyst_summary=summaries.get(Analyst.MARKET),
        news_analyst_summary=summaries.get(Analyst.NEWS),
        sentiment_analyst_summary=summaries.get(Analyst.SENTIMENT),
        fundamentals_analyst_summary=summaries.get(Analyst.FUNDAMENTALS),
        research_summary=concluded["research"],
        risk_summary=concluded["risk"],
        trader_investment_plan=concluded["proposal"],
    )


def _previous_close(features: Features, snapshot: Snapshot) -> Decimal | None:
    earlier = [bar.close for bar in snapshot.bars if bar.session < features.session]
    return earlier[-1] if earlier else None
