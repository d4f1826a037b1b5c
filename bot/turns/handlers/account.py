"""The account: the whole report (`/portfolio`), and single figures of it in one line each."""

from collections.abc import Mapping
from dataclasses import dataclass

from bot.context.turn import TurnContext, TurnHandler, TurnResult
from bot.presentation.account.account_report import AccountReportPresenter
from bot.trading.account.account_report import AccountReportLoader, ReportedAccount


@dataclass(frozen=True, slots=True)
class AccountCommands:
    """Handlers of the commands about the account, by the command's name."""

    reports: AccountReportLoader
    presenter: AccountReportPresenter

    def handlers(self) -> Mapping[str, TurnHandler]:
        """Return the handler of each command. Each raises MarketDataError, StoreUnavailableError."""
        return {
            "portfolio": self._portfolio,
            "cash": self._cash,
            "worth": self._worth,
            "cost": self._cost,
            "holding": self._holding,
            "gain": self._gain,
        }

    async def _portfolio(self, context: TurnContext) -> TurnResult:
        reported = await self.reports.load(context.account)
        return TurnResult(answer=self.presenter.report(context.locale, reported))

    async def _cash(self, context: TurnContext) -> TurnResult:
        return TurnResult(answer=self.presenter.cash(context.locale, context.account.cash))

    async def _worth(self, context: TurnContext) -> TurnResult:
        return TurnResult(answer=self.presenter.worth(context.locale, await self._load(context)))

    async def _cost(self, context: TurnContext) -> TurnResult:
        answer = self.presenter.cost(context.locale, await self._load(context), context.symbols)
        return TurnResult(answer=answer)

    async def _holding(self, context: TurnContext) -> TurnResult:
        answer = self.presenter.holding(context.locale, await self._load(context), context.symbols)
        return TurnResult(answer=answer)

    async def _gain(self, context: TurnContext) -> TurnResult:
        answer = self.presenter.gain(context.locale, await self._load(context), context.symbols)
        return TurnResult(answer=answer)

    async def _load(self, context: TurnContext) -> ReportedAccount:
        return await self.reports.load(context.account, with_benchmark=False)
