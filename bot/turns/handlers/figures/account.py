"""The account: the whole report (`/portfolio`), and figures of it and of its positions."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from decimal import Decimal
from typing import Final, TypeAlias

from bot.context.turn import TurnContext, TurnResult
from bot.domain.accounting.report import AccountReport
from bot.domain.accounting.results import ResultOfDays
from bot.domain.conversation.replies import Answer
from bot.domain.conversation.requests.account import AccountTopic, ShowAccount
from bot.domain.figures.measures import Measure
from bot.domain.figures.query import FigureQuery, Manner, OnDay, OverDays, OverSessions, RankOrder, Scope, Since
from bot.domain.text.locale import Locale
from bot.presentation.account.account_report import AccountReportPresenter
from bot.trading.account.account_report import AccountReportLoader, ReportedAccount

_QUERIES: Final[Mapping[AccountTopic, FigureQuery]] = {
    AccountTopic.WORTH: FigureQuery(measures=(Measure.WORTH,), scope=Scope.ACCOUNT),
    AccountTopic.INVESTED: FigureQuery(measures=(Measure.EXPOSURE,), scope=Scope.ACCOUNT),
    AccountTopic.LARGEST: FigureQuery(measures=(Measure.WEIGHT,), scope=Scope.HELD, manner=Manner.FIRST),
    AccountTopic.BEST: FigureQuery(measures=(Measure.PROFIT,), scope=Scope.HELD, manner=Manner.FIRST),
    AccountTopic.WORST: FigureQuery(
        measures=(Measure.PROFIT,), scope=Scope.HELD, manner=Manner.FIRST, order=RankOrder.LOWEST
    ),
    AccountTopic.COST: FigureQuery(measures=(Measure.COST,), scope=Scope.HELD),
    AccountTopic.HELD: FigureQuery(measures=(Measure.SHARES_HELD,), scope=Scope.HELD),
    AccountTopic.GAIN: FigureQuery(measures=(Measure.PROFIT,), scope=Scope.HELD),
    AccountTopic.DIVIDENDS: FigureQuery(measures=(Measure.DIVIDENDS_RECEIVED,), scope=Scope.HELD),
}
_OF_TALKED: Final = frozenset({AccountTopic.COST, AccountTopic.HELD, AccountTopic.GAIN})

_OfAccount: TypeAlias = Callable[[Locale, AccountReport], Answer]
_OfShares: TypeAlias = Callable[[Locale, AccountReport, Sequence[str]], Answer]


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
        note = () if _is_known_then(query, context.today) else (self.presenter.known_now(context.locale),)
        answer = replace(answers[0], blocks=(*note, *blocks))
        return TurnResult(answer=answer, focus=query.symbols or None)

    async def show(self, context: TurnContext, request: ShowAccount) -> TurnResult:
        """Return what a command asks for. Raises: MarketDataError, StoreUnavailableError."""
        locale, reports = context.locale, self.reports
        match request.view:
            case AccountTopic.PORTFOLIO:
                answer = self.presenter.report(locale, await reports.load(context.account))
            case AccountTopic.RESULT:
                when = OverDays(request.dates[0], request.dates[-1]) if request.dates else None
                query = FigureQuery(measures=(Measure.PROFIT,), scope=Scope.ACCOUNT, when=when)
                answer = await self._period(context, query, await reports.load(context.account))
            case AccountTopic.CASH:
                answer = self.presenter.cash(locale, context.account.cash)
            case AccountTopic.TRADES:
                reported = await reports.load(context.account, with_benchmark=False)
                answer = self.presenter.trades(locale, reported.report)
            case topic:
                return TurnResult(answer=await self._figure(context, topic, request.shares.symbols))
        return TurnResult(answer=answer)

    async def _figure(self, context: TurnContext, topic: AccountTopic, symbols: tuple[str, ...]) -> Answer:
        """Return a figure of shares: those named; those talked of, if they were ever held; else of all positions."""
        query, reported = _QUERIES[topic], await self.reports.load(context.account, with_benchmark=False)
        if not symbols and topic in _OF_TALKED:
            ever_held = {each.symbol for each in reported.report.symbols}
            symbols = tuple(each for each in context.conversation.focus[:1] if each in ever_held)
        query = query if query.manner is Manner.FIRST else replace(query, symbols=symbols)
        return await self._answer(context, query, query.measures[0], reported)

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
            return self._first(query, measure)(locale, report)
        if measure is Measure.PROFIT and query.scope is not Scope.HELD:
            return await self._period(context, query, reported)
        if measure in self._of_account:
            return self._of_account[measure](locale, report)
        return self._of_shares[measure](locale, report, query.symbols)

    @property
    def _of_account(self) -> Mapping[Measure, _OfAccount]:
        return {
            Measure.CASH: lambda locale, report: self.presenter.cash(locale, report.cash),
            Measure.WORTH: self.presenter.worth,
            Measure.EXPOSURE: self.presenter.invested,
        }

    @property
    def _of_shares(self) -> Mapping[Measure, _OfShares]:
        return {
            Measure.WEIGHT: self.presenter.holding,
            Measure.SHARES_HELD: self.presenter.holding,
            Measure.COST: self.presenter.cost,
            Measure.PROFIT: self.presenter.gain,
            Measure.DIVIDENDS_RECEIVED: self.presenter.dividends,
        }

    def _first(self, query: FigureQuery, measure: Measure) -> _OfAccount:
        is_lowest = query.order is RankOrder.LOWEST
        if measure is Measure.PROFIT:
            return self.presenter.worst if is_lowest else self.presenter.best
        return self.presenter.smallest if is_lowest else self.presenter.largest

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
