"""Answers questions for figures of the account and its positions."""

from dataclasses import dataclass, replace
from datetime import date
from decimal import Decimal
from typing import Final

from bot.context.turn import TurnContext, TurnResult
from bot.domain.accounting.results import ResultOfDays
from bot.domain.conversation.replies import Answer
from bot.domain.conversation.requests.account import AccountTopic
from bot.domain.figures.measures import Measure
from bot.domain.figures.query import FigureQuery, Manner, OnDay, OverDays, OverSessions, RankOrder, Scope, Since
from bot.presentation.account.account_report import AccountReportPresenter
from bot.trading.account.account_report import AccountReportLoader, ReportedAccount

_TOPICS: Final = {
    Measure.CASH: AccountTopic.CASH,
    Measure.WORTH: AccountTopic.WORTH,
    Measure.EXPOSURE: AccountTopic.INVESTED,
    Measure.WEIGHT: AccountTopic.HELD,
    Measure.SHARES_HELD: AccountTopic.HELD,
    Measure.COST: AccountTopic.COST,
    Measure.PROFIT: AccountTopic.GAIN,
    Measure.DIVIDENDS_RECEIVED: AccountTopic.DIVIDENDS,
}


@dataclass(frozen=True, slots=True)
class AccountFigureHandler:
    """Answers with lines of the report on the account."""

    reports: AccountReportLoader
    presenter: AccountReportPresenter

    async def __call__(self, context: TurnContext, query: FigureQuery) -> TurnResult:
        """Return the figures. Raises: MarketDataError, StoreUnavailableError."""
        reported = await self.reports.load(context.account, with_benchmark=False)
        answers = [await self._answer(context, query, measure, reported) for measure in query.measures]
        blocks = tuple(block for each in answers for block in each.blocks)
        is_known = _is_known_then(query, context.today)
        note = () if is_known else self.presenter.paragraph(context.locale, "account-known-now")
        answer = replace(answers[0], blocks=(*note, *blocks))
        return TurnResult(answer=answer, focus=query.symbols or None)

    async def _answer(
        self, context: TurnContext, query: FigureQuery, measure: Measure, reported: ReportedAccount
    ) -> Answer:
        locale, report = context.locale, reported.report
        if measure in {Measure.CHANGE, Measure.TOTAL_RETURN}:
            held = tuple(each for each in report.held if not query.symbols or each.symbol in query.symbols)
            return self.presenter.returns(locale, report, held)
        is_over_days = isinstance(query.when, OnDay | OverDays | OverSessions)
        if measure is Measure.PROFIT and query.scope is Scope.HELD and is_over_days:
            return await self._gains_over(context, query, reported)
        if query.scope is Scope.HELD and not query.symbols and query.manner is Manner.FIRST:
            is_lowest = query.order is RankOrder.LOWEST
            return self.presenter.first(locale, report, of_result=measure is Measure.PROFIT, is_lowest=is_lowest)
        if measure is Measure.PROFIT and query.scope is not Scope.HELD:
            return await self._period(context, query, reported)
        return self.presenter.figure(locale, report, _TOPICS[measure], query.symbols)

    async def _gains_over(self, context: TurnContext, query: FigureQuery, reported: ReportedAccount) -> Answer:
        """Return what the holdings that are meant, or all, have brought over the days that were named."""
        first, last = _days(query, since=reported.report.since, today=context.today)
        symbols = query.symbols or tuple(each.symbol for each in reported.report.symbols)
        results = [(each, await self.reports.load_holding(reported, each, first, last)) for each in symbols]
        if query.manner in {Manner.FIRST, Manner.RANK}:
            results = [each for each in results if each[1] is not None]
            results.sort(key=lambda each: _change(each[1]), reverse=query.order is RankOrder.HIGHEST)
        return self.presenter.gain_over(context.locale, results)

    async def _period(self, context: TurnContext, query: FigureQuery, reported: ReportedAccount) -> Answer:
        """Return the result over the days that were named; since the account began, if none were."""
        first, last = _days(query, since=reported.report.since, today=context.today)
        period = await self.reports.load_period(reported, first, last)
        return self.presenter.period(context.locale, reported, period)


def _change(result: ResultOfDays | None) -> Decimal:
    return Decimal(0) if result is None or result.change is None else result.change


def _is_known_then(query: FigureQuery, today: date) -> bool:
    """Return whether the figures are those of the time that is named: only results of the account are kept by day."""
    of_time = {Measure.PROFIT, Measure.DIVIDENDS_RECEIVED}
    match query.when:
        case None | Since.FILL | Since.BEGINNING:
            return True
        case OnDay(day) if day >= today and not set(query.measures) & of_time:
            return True
    return set(query.measures) <= {Measure.PROFIT}


def _days(query: FigureQuery, *, since: date, today: date) -> tuple[date, date]:
    match query.when:
        case OnDay(day):
            return day, day
        case OverDays() as span:
            return span.changed
        case OverSessions(count):
            return date.fromordinal(today.toordinal() - count), today
        case _:
            return since, today
