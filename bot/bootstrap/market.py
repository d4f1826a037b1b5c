"""The market data source, the news joined with it, and the exchange calendar."""

import asyncio
from dataclasses import replace
from datetime import date, timedelta

from adapters.market.calendar import ExchangeCalendar
from adapters.market.instruments import load_instruments
from adapters.market.market_choice import MarketChoice, choose_market
from adapters.market.news.alpaca import AlpacaKeys, AlpacaNews
from adapters.market.news.folder import FolderNews
from adapters.market.news.market_with_news import MarketWithNews
from adapters.market.price_gate import PriceGate
from adapters.market.yahoo import YahooMarket
from adapters.market.yahoo_client import YahooClient
from bot.bootstrap.services import CLOCK
from bot.ports import MarketData, Meter, NewsSource
from bot.settings import Settings

_CALENDAR_YEARS = 2  # covered beyond this year


async def choose_market_data(
    settings: Settings, *, meter: Meter | None = None
) -> tuple[MarketChoice, ExchangeCalendar]:
    """Choose the source of prices, join further news, and load the calendar; with MARKET_DATA=auto this asks Yahoo.

    `meter` counts the prices that are doubted.
    """
    cache_dir = settings.parley_home / "cache"
    until = date(CLOCK.now().year + _CALENDAR_YEARS, 12, 31)
    calendar = ExchangeCalendar(until=until, cache_dir=cache_dir / "calendar")
    calendar_loaded = asyncio.create_task(asyncio.to_thread(calendar.load))
    client = YahooClient(cache_dir=cache_dir / "yahoo", base_url=settings.yahoo_api_url)
    stale_after = timedelta(seconds=settings.market_stale_seconds)
    yahoo = YahooMarket(clock=CLOCK, calendar=calendar, client=client, comparable_within=stale_after)
    choice = await choose_market(settings.market_data, yahoo=yahoo)
    await calendar_loaded
    checked = PriceGate(choice.market, calendar, stale_after=stale_after, meter=meter)
    return replace(choice, market=with_news(checked, settings)), calendar


def with_news(market: MarketData, settings: Settings) -> MarketData:
    """Return the market with the news of the sources that are set up.

    Alpaca is not asked on a market of the past: of the sample's years it has no news, and the sample needs no network.
    """
    is_live = market.data_range() is None
    sources = (news_folder(settings), alpaca_news(settings) if is_live else None)
    configured: list[NewsSource] = [source for source in sources if source is not None]
    return MarketWithNews(market, configured) if configured else market


def news_folder(settings: Settings) -> FolderNews | None:
    """Return the folder of a team's own news; None: there is none."""
    if settings.news_dir is None:
        return None
    return FolderNews(settings.news_dir, symbols=[each.symbol for each in load_instruments()])


def alpaca_news(settings: Settings) -> AlpacaNews | None:
    """Return Alpaca's news; None: a key is not set."""
    if settings.alpaca_api_key_id is None or settings.alpaca_api_secret_key is None:
        return None
    keys = AlpacaKeys(settings.alpaca_api_key_id, settings.alpaca_api_secret_key)
    return AlpacaNews(keys, base_url=settings.alpaca_data_url, clock=CLOCK)
