"""The fusion state: what the debates and the trader of one committee share, and what became of its decision."""

from dataclasses import dataclass
from datetime import date, datetime
from decimal import Decimal

from bot.domain.committee.analysts import AnalystReport
from bot.domain.committee.debate import SpentBudget
from bot.domain.committee.memory import AnalystDigest
from bot.domain.committee.research import InvestmentPlan, ResearchSummary
from bot.domain.committee.risk import FinalTradeDecision, RiskSummary
from bot.domain.ids import DecisionId
from bot.domain.trading.accounts import Position
from bot.domain.trading.decisions import DecisionStatus, Proposal


@dataclass(frozen=True, slots=True, kw_only=True)
class ExecutionRecord:
    """The outcome of a decision's order, written by whoever executes it; a later one replaces it."""

    decision_id: DecisionId
    version: int  # of the decision that was executed: a person may have changed the proposal
    status: DecisionStatus
    filled_shares: Decimal = Decimal(0)
    average_price: Decimal | None = None  # US dollars per share; None: nothing is filled
    at: datetime  # when it was booked


@dataclass(frozen=True, slots=True)
class TeamPoint:
    """What one person of the team has said about a share."""

    by: str  # the person's name
    text: str  # one line


@dataclass(frozen=True, slots=True, kw_only=True)
class FusionState:
    """What is known and concluded about one share so far. Amounts in account currency; holdings are complete."""

    company_of_interest: str  # its symbol
    trade_date: date
    trade_timestamp: datetime  # nothing later is known
    current_price: Decimal  # US dollars per share
    previous_close: Decimal | None  # of the session before; None: there is none
    account_cash: Decimal
    account_total_value: Decimal
    portfolio_positions: tuple[Position, ...]
    max_drawdown: Decimal | None = None  # the account's deepest fall from its peak, a fraction; None: not known
    market_analyst_summary: AnalystReport | None = None  # None: the analyst failed; without data it has a report
    news_analyst_summary: AnalystReport | None = None
    sentiment_analyst_summary: AnalystReport | None = None
    fundamentals_analyst_summary: AnalystReport | None = None
    team_summary: tuple[TeamPoint, ...] = ()  # what people of the team have said about it, the latest last
    research_summary: ResearchSummary | None = None
    investment_plan: InvestmentPlan | None = None
    risk_summary: RiskSummary | None = None
    final_trade_decision: FinalTradeDecision | None = None  # None: a person has named the size
    trader_investment_plan: Proposal | None = None
    execution_record: ExecutionRecord | None = None  # None: nothing was executed yet
    digests: tuple[AnalystDigest, ...] = ()  # of earlier reports by rules; one for each analyst that has one
    without_answer: tuple[str, ...] = ()  # members that worked by rules, as the model gave them no answer
    spent_budget: SpentBudget | None = None  # why: it was used up; None: for another reason

    @property
    def reports(self) -> tuple[AnalystReport, ...]:
        """The reports that there are."""
        summaries = (
            self.market_analyst_summary,
            self.news_analyst_summary,
            self.sentiment_analyst_summary,
            self.fundamentals_analyst_summary,
        )
        return tuple(summary for summary in summaries if summary is not None)
