"""The market of background work. It is opened by the first job that needs prices: most processes have none."""

from bot.bootstrap.passing_time import pass_time_on
from bot.calendar.pass_time import PassTime
from bot.clock import SystemClock, new_id
from bot.locales import Catalogue
from bot.memory.settle_results import ResultMarket
from bot.ports import Stores
from bot.presentation.decisions.cards import DecisionCards
from bot.settings import Settings


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
            self._opened = ResultMarket(market=choice.market, calendar=calendar)
        return self._opened

    async def open_pass_time(self) -> PassTime:
        """Return what lets time pass on the market. Raises: ParleyError: there is no market."""
        opened = await self.open_market()
        cards = DecisionCards(Catalogue())
        return pass_time_on(opened, self._stores, cards=cards, clock=SystemClock(), new_id=new_id)
