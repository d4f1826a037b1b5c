"""The market data source and the exchange calendar."""

import asyncio
from datetime import date

from adapters.market.calendar import ExchangeCalendar
from adapters.market.market_choice import MarketChoice, choose_market
from adapters.market.yahoo import YahooMarket
from bot.bootstrap.services import CLOCK
from bot.settings import Settings

_CALENDAR_YEARS = 2  # covered beyond this year


async def choose_market_data(settings: Settings) -> tuple[MarketChoice, ExchangeCalendar]:
    """Choose the source of prices and load the calendar; with MARKET_DATA=auto this asks Yahoo."""
    cache_dir = settings.parley_home / "cache"
    until = date(CLOCK.now().year + _CALENDAR_YEARS, 12, 31)
    calendar = ExchangeCalendar(until=until, cache_dir=cache_dir / "calendar")
    calendar_loaded = asyncio.create_task(asyncio.to_thread(calendar.load))
    yahoo = YahooMarket(clock=CLOCK, calendar=calendar, cache_dir=cache_dir / "yahoo")
    choice = await choose_market(settings.market_data, yahoo=yahoo)
    await calendar_loaded
    return choice, calendar
