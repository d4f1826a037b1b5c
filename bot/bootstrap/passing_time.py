"""Builds what lets market time pass, for turns and for background work, whose market the first job opens."""

from bot.calendar.alerts import AlertNotices, AlertsOfSpan, NearAlerts
from bot.calendar.briefs import BriefsOfSpan
from bot.calendar.digests import DigestsOfSpan
from bot.calendar.pass_time import PassTime
from bot.calendar.share_news import ShareNewsReader
from bot.clock import SystemClock, new_id
from bot.locales import Catalogue
from bot.memory.settle_results import ResultMarket, SettleResults
from bot.ports import Clock, NewId, Stores
from bot.presentation.decisions.cards import DecisionCards
from bot.presentation.watching.alerts import AlertPresenter
from bot.presentation.watching.briefs import BriefPresenter
from bot.settings import Settings


def pass_time_on(
    opened: ResultMarket, stores: Stores, *, cards: DecisionCards, clock: Clock, new_id: NewId
) -> PassTime:
    """Return what lets time pass for accounts on a market."""
    market, calendar = opened.market, opened.calendar

    async def open_market() -> ResultMarket:
        return opened

    return PassTime(
        market=market,
        calendar=calendar,
        results=SettleResults(stores=stores, clock=clock, new_id=new_id, open_market=open_market),
        alerts=AlertsOfSpan(stores, market, calendar, AlertNotices(AlertPresenter(cards), clock)),
        near_alerts=NearAlerts(stores, market, calendar),
        digests=DigestsOfSpan(stores=stores, market=market, calendar=calendar, clock=clock),
        briefs=BriefsOfSpan(
            stores=stores, news=ShareNewsReader(market, calendar), presenter=BriefPresenter(cards), clock=clock
        ),
    )


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
