"""The account: the whole report (`/portfolio`), and single figures of it in one line each."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from functools import partial

from bot.context.turn import TurnContext, TurnHandler, TurnResult
from bot.domain.accounting.report import AccountReport
from bot.domain.conversation.replies import Answer
from bot.domain.text.locale import Locale
from bot.domain.trading.execution.orders import Side
from bot.domain.trading.sizes.stated_size import FractionBase
from bot.presentation.account.account_report import AccountReportPresenter
from bot.trading.account.account_report import AccountReportLoader, ReportedAccount


@dataclass(frozen=True, slots=True)
class AccountCommands:
    """Handlers of the commands about the account, by the command's name."""

    reports: AccountReportLoader
    presenter: AccountReportPresenter

    def handlers(self) -> Mapping[str, TurnHandler]:
        """Return the handler of each command. Each raises MarketDataError, StoreUnavailableError."""
        figures = {
            "worth": self.presenter.worth,
            "invested": self.presenter.invested,
            "largest": self.presenter.largest,
            "best": self.presenter.best,
            "worst": self.presenter.worst,
            "trades": self.presenter.trades,
        }
        figures_of_shares = {
            "cost": self.presenter.cost,
            "held": self.presenter.holding,
            "gain": self.presenter.gain,
        }
        return {
            "portfolio": self._portfolio,
            "result": self._result,
            "cash": self._cash,
            "dividends": self._dividends,
            "afford": self._afford,
            **{name: partial(self._figure, render) for name, render in figures.items()},
            **{name: partial(self._figure_of_shares, render) for name, render in figures_of_shares.items()},
        }

    async def _portfolio(self, context: TurnContext) -> TurnResult:
        reported = await self.reports.load(context.account)
        return TurnResult(answer=self.presenter.report(context.locale, reported))

    async def _result(self, context: TurnContext) -> TurnResult:
        """Return the result of the days that were named; of all, if none were."""
        reported, dates = await self.reports.load(context.account), context.entities.dates
        first, last = (dates[0], dates[-1]) if dates else (reported.report.since, context.today)
        period = await self.reports.load_period(reported, first, last)
        return TurnResult(answer=self.presenter.period(context.locale, reported, period))

    async def _cash(self, context: TurnContext) -> TurnResult:
        return TurnResult(answer=self.presenter.cash(context.locale, context.account.cash))

    async def _dividends(self, context: TurnContext) -> TurnResult:
        report = (await self._load(context)).report
        return TurnResult(answer=self.presenter.dividends(context.locale, report, context.entities.symbols))

    async def _afford(self, context: TurnContext) -> TurnResult:
        """Say whether cash or shares suffice for a trade that is asked about; nothing is proposed.

        "/afford" without a share says how much cash there is.
        """
        if not context.symbols:
            return await self._cash(context)
        e, symbol = context.entities, context.symbols[0]
        held = next((each.shares for each in context.positions if each.symbol == symbol), Decimal(0))
        if e.side is Side.SELL:
            answer = self.presenter.sellable(context.locale, symbol, held=held, wanted=e.shares)
            return TurnResult(answer=answer, state=context.state)
        quote = await (await self.reports.portfolio.market_view(context.account)).quote(symbol)
        is_part = e.fraction is not None and e.fraction_of is FractionBase.CASH
        cash = round(context.account.cash * (e.fraction if is_part and e.fraction is not None else 1), 2)
        cash = cash if e.amount is None else min(e.amount, cash)
        answer = self.presenter.affordable(context.locale, quote, cash=cash, wanted=e.shares)
        return TurnResult(answer=answer, state=context.state)

    async def _figure(self, render: Callable[[Locale, AccountReport], Answer], context: TurnContext) -> TurnResult:
        return TurnResult(answer=render(context.locale, (await self._load(context)).report))

    async def _figure_of_shares(
        self, render: Callable[[Locale, AccountReport, Sequence[str]], Answer], context: TurnContext
    ) -> TurnResult:
        """Render a figure of the shares named; of those talked of, if they were ever held; else of all positions."""
        report = (await self._load(context)).report
        ever_held = {each.symbol for each in report.symbols}
        asked = context.entities.symbols or tuple(each for each in context.symbols if each in ever_held)
        return TurnResult(answer=render(context.locale, report, asked))

    async def _load(self, context: TurnContext) -> ReportedAccount:
        return await self.reports.load(context.account, with_benchmark=False)
