"""The market of background work. It is opened by the first job that needs prices: most processes have none."""

from bot.calendar.pass_time import PassTime
from bot.clock import SystemClock
from bot.context.portfolio import PortfolioService
from bot.memory.settle_results import ResultMarket
from bot.ports import Stores
from bot.settings import Settings
from bot.trading.account.roll_forward import RollForward
from bot.trading.decision_performance import DecisionPerformanceLoader


class BackgroundMarket:
    """Chooses the source of prices and loads the calendar, once."""

    def __init__(self, settings: Settings, stores: Stores) -> None:
        self._settings = settings
        self._stores = stores
        self._opened: ResultMarket | None = None

    async def open_market(self) -> ResultMarket:
        """Return what results are measured by. Raises: ParleyError: there is no market."""
        if self._opened is None:
            from bot.bootstrap.market import choose_market_data  # noqa: PLC0415  # costs a second and 60 MB

            choice, calendar = await choose_market_data(self._settings)
            portfolio = PortfolioService(choice.market, self._settings.caps)
            self._opened = ResultMarket(
                performance=DecisionPerformanceLoader(self._stores, portfolio, calendar),
                roll_forward=RollForward(self._stores, choice.market, calendar, SystemClock()),
                calendar=calendar,
            )
        return self._opened

    async def open_pass_time(self) -> PassTime:
        """Return what lets time pass on the market. Raises: ParleyError: there is no market."""
        market = await self.open_market()
        return PassTime(market=market.name, calendar=market.calendar)
