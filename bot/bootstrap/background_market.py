"""The market of background work. It is opened by the first job that needs prices: most processes have none."""

from bot.memory.settle_results import ResultMarket
from bot.settings import Settings


class BackgroundMarket:
    """Chooses the source of prices and loads the calendar, once."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._opened: ResultMarket | None = None

    async def open_market(self) -> ResultMarket:
        """Return what results are measured by. Raises: ParleyError: there is no market."""
        if self._opened is None:
            from bot.bootstrap.market import choose_market_data  # noqa: PLC0415  # costs a second and 60 MB

            choice, calendar = await choose_market_data(self._settings)
            self._opened = ResultMarket(market=choice.market, calendar=calendar)
        return self._opened
