"""The account: the whole report (`/portfolio`), and single figures of it in one line each."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import Final, TypeAlias

from bot.context.turn import RequestHandlers, TurnContext, TurnResult
from bot.domain.accounting.report import AccountReport
from bot.domain.conversation.replies import Answer
from bot.domain.conversation.requests.account import AccountTopic, CheckFunds, CheckFundsTogether, ShowAccount
from bot.domain.market.snapshot import Quote
from bot.domain.text.locale import Locale
from bot.domain.trading.accounts import BuyingPower
from bot.domain.trading.execution.orders import Side
from bot.domain.trading.limit_checks import most_shares
from bot.domain.trading.trading_limits import LimitInForce
from bot.presentation.account.account_report import AccountReportPresenter
from bot.trading.account.account_report import AccountReportLoader
from bot.trading.limits.limit_book import LimitBook

_Figure: TypeAlias = Callable[[AccountReportPresenter, Locale, AccountReport], Answer]
_FigureOfShares: TypeAlias = Callable[[AccountReportPresenter, Locale, AccountReport, Sequence[str]], Answer]

_FIGURES: Final[Mapping[AccountTopic, _Figure]] = {
    AccountTopic.WORTH: AccountReportPresenter.worth,
    AccountTopic.INVESTED: AccountReportPresenter.invested,
    AccountTopic.LARGEST: AccountReportPresenter.largest,
    AccountTopic.BEST: AccountReportPresenter.best,
    AccountTopic.WORST: AccountReportPresenter.worst,
    AccountTopic.TRADES: AccountReportPresenter.trades,
}
_FIGURES_OF_SHARES: Final[Mapping[AccountTopic, _FigureOfShares]] = {
    AccountTopic.COST: AccountReportPresenter.cost,
    AccountTopic.HELD: AccountReportPresenter.holding,
    AccountTopic.GAIN: AccountReportPresenter.gain,
    AccountTopic.DIVIDENDS: AccountReportPresenter.dividends,
}


@dataclass(frozen=True, slots=True)
class AccountHandlers:
    """Handlers of requests for figures of the account. Each raises MarketDataError, StoreUnavailableError."""

    reports: AccountReportLoader
    presenter: AccountReportPresenter
    limits: LimitBook

    def handlers(self) -> RequestHandlers:
        """Return the handler of each kind."""
        return {ShowAccount: self._show, CheckFunds: self._check_funds, CheckFundsTogether: self._check_funds_together}

    async def _show(self, context: TurnContext, request: ShowAccount) -> TurnResult:
        match request.view:
            case AccountTopic.PORTFOLIO:
                answer = self.presenter.report(context.locale, await self.reports.load(context.account))
            case AccountTopic.RESULT:
                answer = await self._result(context, request)
            case AccountTopic.CASH:
                answer = self.presenter.cash(context.locale, context.account.cash)
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
        if view in _FIGURES:
            return _FIGURES[view](self.presenter, locale, report)
        asked = request.shares.symbols
        if not asked and view is not AccountTopic.DIVIDENDS:
            ever_held = {each.symbol for each in report.symbols}
            asked = tuple(each for each in context.conversation.focus[:1] if each in ever_held)
        return _FIGURES_OF_SHARES[view](self.presenter, locale, report, asked)

    async def _check_funds(self, context: TurnContext, request: CheckFunds) -> TurnResult:
        """Say whether cash or shares suffice; "/afford" without a share says how much cash there is."""
        symbol = next(iter(request.shares.symbols or context.conversation.focus), None)
        if symbol is None:
            return TurnResult(answer=self.presenter.cash(context.locale, context.account.cash))
        if request.side is Side.SELL:
            held = next((each.shares for each in context.positions if each.symbol == symbol), Decimal(0))
            answer = self.presenter.sellable(context.locale, symbol, held=held, wanted=request.count)
            return TurnResult(answer=answer, state=context.state)
        quote = await (await self.reports.portfolio.market_view(context.account)).quote(symbol)
        cash = round(context.account.cash * request.cash_fraction, 2)
        cash = cash if request.amount is None else min(request.amount, cash)
        answer = self.presenter.affordable(context.locale, quote, cash=cash, wanted=request.count)
        tightest = await self._tightest_limit(context, quote)
        wanted = request.count if request.count is not None else cash // quote.price
        if tightest is not None and tightest[0] < wanted:
            note = self.presenter.limited(context.locale, quote, tightest[1], most=tightest[0])
            answer = replace(answer, blocks=(*answer.blocks, note))
        return TurnResult(answer=answer, state=context.state, focus=(symbol,))

    async def _check_funds_together(self, context: TurnContext, request: CheckFundsTogether) -> TurnResult:
        view = await self.reports.portfolio.market_view(context.account)
        costs = [(symbol, count, (await view.quote(symbol)).price * count) for symbol, count in request.counts]
        answer = self.presenter.affordable_together(context.locale, costs, cash=context.account.cash)
        return TurnResult(answer=answer, state=context.state)

    async def _tightest_limit(self, context: TurnContext, quote: Quote) -> tuple[Decimal, LimitInForce] | None:
        """Return the fewest whole shares that a limit of the person's leaves, and that limit; None: none binds."""
        portfolio = (await self.reports.portfolio.account_view(context.account, context.positions)).portfolio
        power = BuyingPower.from_portfolio(portfolio, symbol=quote.symbol, price=quote.price)
        in_force = (each for each in await self.limits.in_force(context) if each.binds(quote.symbol))
        known = [(most, each) for each in in_force if (most := most_shares(each, power)) is not None]
        return min(known, key=lambda each: each[0], default=None)
