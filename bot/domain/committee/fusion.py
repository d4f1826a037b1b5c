"""The fusion state: what the debates and the trader of one committee share. Conclusions and figures, no debate."""

from dataclasses import dataclass
from datetime import date, datetime
from decimal import Decimal

from bot.domain.committee.analysts import AnalystReport
from bot.domain.committee.memory import AnalystDigest
from bot.domain.committee.research import ResearchSummary
from bot.domain.committee.risk import RiskSummary
from bot.domain.trading.accounts import Position
from bot.domain.trading.decisions import Proposal


@dataclass(frozen=True, slots=True, kw_only=True)
class FusionState:
    """What is known and concluded about one share so far. Amounts in account currency.

    What the account holds is always complete: no positions means that nothing is held.
    """

    company_of_interest: str  # its symbol
    trade_date: date
    trade_timestamp: datetime  # nothing later is known
    current_price: Decimal  # US dollars per share
    previous_close: Decimal | None  # of the session before; None: there is none
    account_cash: Decimal
    account_total_value: Decimal
    portfolio_positions: tuple[Position, ...]
    market_analyst_summary: AnalystReport | None = None  # None: the analyst failed; without data it has a report
    news_analyst_summary: AnalystReport | None = None
    sentiment_analyst_summary: AnalystReport | None = None
    fundamentals_analyst_summary: AnalystReport | None = None
    research_summary: ResearchSummary | None = None
    risk_summary: RiskSummary | None = None
    trader_investment_plan: Proposal | None = None
    digests: tuple[AnalystDigest, ...] = ()  # of earlier reports by rules; one for each analyst that has one
    without_answer: tuple[str, ...] = ()  # members that worked by rules, as the model gave them no answer

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
