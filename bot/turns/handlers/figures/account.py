"""The account: the whole report (`/portfolio`), figures of it and of its positions, and whether funds suffice."""

from dataclasses import dataclass, replace
from datetime import date
from decimal import Decimal
from typing import Final

from bot.context.turn import RequestHandlers, TurnContext, TurnResult
from bot.domain.accounting.report import AccountReport
from bot.domain.accounting.results import ResultOfDays
from bot.domain.conversation.dialogue import AskedSlot, ObjectKind, ShownObject
from bot.domain.conversation.replies import Answer
from bot.domain.conversation.requests.account import AccountTopic, CheckFunds, ShowAccount
from bot.domain.figures.measures import Measure
from bot.domain.figures.query import FigureQuery, Manner, OnDay, OverDays, OverSessions, RankOrder, Scope, Since
from bot.domain.trading.execution.orders import Side
from bot.presentation.account.account_report import AccountReportPresenter
from bot.presentation.account.funds import FundsPresenter
from bot.trading.account.account_report import AccountReportLoader, ReportedAccount
from bot.trading.account.stakes import PurchaseRoomLoader
from bot.turns.instrument_resolver import example_share

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
_FIRST: Final = {  # whether by what a share has brought, and whether the least
    AccountTopic.LARGEST: (False, False),
    AccountTopic.BEST: (True, False),
    AccountTopic.WORST: (True, True),
}
_OF_TALKED: Final = frozenset({AccountTopic.COST, AccountTopic.HELD, AccountTopic.GAIN})


@dataclass(frozen=True, slots=True)
class AccountFigureHandler:
    """Answers with lines of the report on the account."""

    reports: AccountReportLoader
    presenter: AccountReportPresenter

    async def __call__(self, context: TurnContext, query: FigureQuery) -> TurnResult:
        """Return the figures."""
        reported = await self.reports.load(context.account, with_benchmark=False)
        answers = [await self._answer(context, query, measure, reported) for measure in query.measures]
        blocks = tuple(block for each in answers for block in each.blocks)
        is_known = _is_known_then(query, context.today)
        note = () if is_known else self.presenter.paragraph(context.locale, "account-known-now")
        answer = replace(answers[0], blocks=(*note, *blocks))
        return TurnResult(answer=answer, focus=query.symbols or answer.symbols or None)

    async def show(self, context: TurnContext, request: ShowAccount) -> TurnResult:
        """Return what a command asks for."""
        locale, reports = context.locale, self.reports
        match request.view:
            case AccountTopic.PORTFOLIO:
                answer = self.presenter.report(locale, await reports.load(context.account))
            case AccountTopic.RESULT:
                when = OverDays(request.dates[0], request.dates[-1]) if request.dates else None
                query = FigureQuery(measures=(Measure.PROFIT,), scope=Scope.ACCOUNT, when=when)
                answer = await self._period(context, query, await reports.load(context.account))
            case AccountTopic.CASH:  # known without a price
                answer = self.presenter.said(locale, "account-cash", cash=context.account.cash)
            case topic:
                answer = await self._figure(context, topic, request.shares.symbols)
        return TurnResult(answer=answer, focus=answer.symbols or None)

    async def _figure(self, context: TurnContext, topic: AccountTopic, symbols: tuple[str, ...]) -> Answer:
        """Return a figure of shares: those named; those talked of, if they were ever held; else of all positions."""
        report = (await self.reports.load(context.account, with_benchmark=False)).report
        if topic in _FIRST:
            of_result, is_lowest = _FIRST[topic]
            return self.presenter.first(context.locale, report, of_result=of_result, is_lowest=is_lowest)
        if not symbols and topic in _OF_TALKED:
            ever_held = {each.symbol for each in report.symbols}
            symbols = tuple(each for each in context.conversation.focus[:1] if each in ever_held)
        return self.presenter.figure(context.locale, report, topic, symbols)

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
        if query.scope is Scope.HELD and not (query.symbols or query.count) and query.manner is Manner.FIRST:
            is_lowest = query.order is RankOrder.LOWEST
            return self.presenter.first(locale, report, of_result=measure is Measure.PROFIT, is_lowest=is_lowest)
        if measure is Measure.PROFIT and query.scope is not Scope.HELD:
            return await self._period(context, query, reported)
        return self.presenter.figure(locale, report, _TOPICS[measure], query.symbols or _first_of(query, report))

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
        first, last = _days(query, since=reported.report.since, today=context.today)
        period = await self.reports.load_period(reported, first, last, with_benchmark=query.with_market)
        return self.presenter.period(context.locale, reported, period)


def _first_of(query: FigureQuery, report: AccountReport) -> tuple[str, ...]:
    """Return the largest holdings, or the smallest, if so many of an order are asked for; else none: all are meant."""
    held = [each.symbol for each in report.held]  # the largest first
    held = held[::-1] if query.order is RankOrder.LOWEST else held
    return () if query.count is None else tuple(held[: query.count])


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


@dataclass(frozen=True, slots=True)
class FundsHandlers:
    """Handlers of the questions whether funds suffice. Each raises MarketDataError, StoreUnavailableError."""

    rooms: PurchaseRoomLoader
    presenter: FundsPresenter

    def handlers(self) -> RequestHandlers:
        """Return the handler of each kind."""
        return {CheckFunds: self.check}

    async def check(self, context: TurnContext, request: CheckFunds) -> TurnResult:
        """Say whether cash or shares suffice; "/afford" without a share says how much cash there is."""
        symbol, locale = next(iter(request.shares.symbols or context.conversation.focus), None), context.locale
        if symbol is None and request.amount is not None:  # "I have 1500 dollars, what can I buy?"
            asked = self.presenter.said(locale, "which-symbol", symbol=example_share(context))
            return TurnResult(answer=asked).asking(AskedSlot.SHARE)
        if symbol is None:
            return TurnResult(answer=self.presenter.said(locale, "account-cash", cash=context.account.cash))
        if request.side is Side.SELL:
            held = next((each.shares for each in context.positions if each.symbol == symbol), Decimal(0))
            answer = self.presenter.sellable(locale, symbol, held=held, wanted=request.count)
            return TurnResult(answer=answer, state=context.state)
        room = await self.rooms.load(context, symbol, request)
        most = room.within_caps.shares if request.risk is not None else room.ordered.shares
        count = most if request.count is None else min(request.count, most)
        answer = (
            self.presenter.most(locale, room)
            if request.count is None
            else self.presenter.enough(locale, room, request.count)
        )
        counted = (ShownObject(kind=ObjectKind.COUNT, id="", symbols=(symbol,), value=count),) if count else ()
        answer = replace(answer, shows=(*answer.shows, *counted))
        return TurnResult(answer=answer, state=context.state, focus=(symbol,))
