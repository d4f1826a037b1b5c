"""Builds what lets market time pass, for turns and for background work."""

from bot.calendar.alerts import AlertNotices, AlertsOfSpan
from bot.calendar.briefs import BriefsOfSpan
from bot.calendar.digests import DigestsOfSpan
from bot.calendar.near_alerts import NearAlerts
from bot.calendar.pass_time import PassTime
from bot.calendar.share_news import ShareNewsReader
from bot.memory.settle_results import ResultMarket, SettleResults
from bot.ports import Clock, NewId, Stores
from bot.presentation.decisions.cards import DecisionCards
from bot.presentation.watching.alerts import AlertPresenter
from bot.presentation.watching.briefs import BriefPresenter


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
