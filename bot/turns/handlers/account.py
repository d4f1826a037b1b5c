"""The account: the whole report (`/portfolio`), and single figures of it in one line each."""

from dataclasses import dataclass
from typing import Final

from bot.context.turn import RequestHandlers, TurnContext, TurnResult
from bot.domain.conversation.replies import Answer
from bot.domain.conversation.requests.account import AccountTopic, ShowAccount
from bot.presentation.account.account_report import AccountReportPresenter
from bot.trading.account.account_report import AccountReportLoader

_FIRST: Final = {  # whether by what a share has brought, and whether the least
    AccountTopic.LARGEST: (False, False),
    AccountTopic.BEST: (True, False),
    AccountTopic.WORST: (True, True),
}


@dataclass(frozen=True, slots=True)
class AccountHandlers:
    """Handlers of requests for figures of the account. Each raises MarketDataError, StoreUnavailableError."""

    reports: AccountReportLoader
    presenter: AccountReportPresenter

    def handlers(self) -> RequestHandlers:
        """Return the handler of each kind."""
        return {ShowAccount: self._show}

    async def _show(self, context: TurnContext, request: ShowAccount) -> TurnResult:
        match request.view:
            case AccountTopic.PORTFOLIO:
                answer = self.presenter.report(context.locale, await self.reports.load(context.account))
            case AccountTopic.RESULT:
                answer = await self._result(context, request)
            case AccountTopic.CASH:  # known without a price
                answer = self.presenter.said(context.locale, "account-cash", cash=context.account.cash)
            case _:
                answer = await self._figure(context, request)
        return TurnResult(answer=answer)

    async def _result(self, context: TurnContext, request: ShowAccount) -> Answer:
        """Return the result of the days that were named; of all, if none were."""
        reported, dates = await self.reports.load(context.account), request.dates
        first, last = (dates[0], dates[-1]) if dates else (reported.report.since, context.today)
        period = await self.reports.load_period(reported, first, last)
        return self.presenter.period(context.locale, reported, period)

    async def _figure(self, context: TurnContext, request: ShowAccount) -> Answer:
        """Return a figure of the account, or of shares.

        Of those named; of those talked of, if they were ever held; else of all positions. Dividends go by name only.
        """
        view, locale = request.view, context.locale
        report = (await self.reports.load(context.account, with_benchmark=False)).report
        if view in _FIRST:
            of_result, is_lowest = _FIRST[view]
            return self.presenter.first(locale, report, of_result=of_result, is_lowest=is_lowest)
        asked = request.shares.symbols
        if not asked and view is not AccountTopic.DIVIDENDS:
            ever_held = {each.symbol for each in report.symbols}
            asked = tuple(each for each in context.conversation.focus[:1] if each in ever_held)
        return self.presenter.figure(locale, report, view, asked)
