"""The checks of `parley doctor` that need adapters or stores."""

from collections.abc import Sequence
from typing import Final

from bot.bootstrap.market import alpaca_news, choose_market_data, news_folder
from bot.bootstrap.services import CLOCK, Services
from bot.bootstrap.slack_runtime import installation_store
from bot.clock import new_id
from bot.settings import Settings
from db.background.sweeper import PostgresSweeper

_PROBE_SYMBOL: Final = "AAPL"  # in every market


async def accounts_check(services: Services) -> tuple[str, ...]:
    """Return a line for each account that differs from the broker's books. Raises: StoreUnavailableError."""
    lines = []
    for key in await PostgresSweeper(services.database, clock=CLOCK, new_id=new_id).differing_accounts():
        async with services.stores.read(key.tenant_id) as tx:
            account = await tx.accounts.get(key.account_id)
        what = "; ".join(map(str, account.differences))
        lines.append(f"{account.market} account {account.id}: {what}")
    return tuple(lines)


async def redis_check(redis_url: str) -> bool:
    """Return whether Redis, which takes what is written, drops jobs once it is full.

    Raises: QueueRefusedError: it takes nothing. StoreUnavailableError, SettingsError.
    """
    from workers.rq_queue import RqJobQueue, connect_redis  # noqa: PLC0415  # costs 0.3 s and 25 MB

    queue = RqJobQueue(connect_redis(redis_url))
    try:
        await queue.check_queue()
        return await queue.evicts_jobs()
    finally:
        await queue.close()


async def market_check(settings: Settings) -> str:
    """Return which market would be used, and one share's price there. Raises: MarketDataError."""
    choice, _ = await choose_market_data(settings)
    quote = await choice.market.quote(_PROBE_SYMBOL)
    why = choice.reason.replace("_", " ")
    return f"{choice.market.name} ({why}); {_PROBE_SYMBOL} {quote.price} as of {quote.as_of:%Y-%m-%d %H:%M %Z}"


async def news_folder_check(settings: Settings) -> tuple[str, tuple[str, ...]] | None:
    """Return how much NEWS_DIR holds, and what of it cannot be used; None: it is not set. Raises: MarketSourceError."""
    folder = news_folder(settings)
    if folder is None:
        return None
    contents = await folder.contents()
    return contents.summary, contents.problems


async def alpaca_check(settings: Settings) -> str | None:
    """Return what Alpaca's news API answers; None: no keys are set. Raises: MarketSourceError."""
    news = alpaca_news(settings)
    if news is None:
        return None
    found = await news.news(_PROBE_SYMBOL, as_of=CLOCK.now(), limit=1)
    latest = f"; the latest on {_PROBE_SYMBOL} is of {found[0].published:%Y-%m-%d}" if found else ""
    return f"answers{latest}"


async def installations_check(services: Services) -> tuple[int, bool]:
    """Return how many workspaces have installed Parley, and whether their tokens are encrypted.

    Raises: SettingsError: the key of some tokens is not set.
    """
    return await installation_store(services).check_stored_tokens(), services.settings.slack_token_key is not None


async def slack_checks(settings: Settings) -> Sequence[tuple[bool, str, str]]:
    """Return (is granted, what, detail) for each thing that Slack must grant; the detail says what to click if not."""
    from adapters.slack.install.doctor import SlackSetup, check_setup  # noqa: PLC0415  # only where Slack is set up

    setup = SlackSetup(
        bot_token=None if settings.has_slack_oauth else settings.slack_bot_token,  # not used beside OAuth
        app_token=settings.slack_app_token,
        signing_secret=settings.slack_signing_secret,
    )
    return await check_setup(setup, base_url=settings.slack_api_url)


async def discord_checks(settings: Settings) -> Sequence[tuple[bool, str, str]]:
    """Return (is granted, what, detail) for each thing that Discord must grant."""
    from adapters.discord.install.doctor import check_setup  # noqa: PLC0415  # only where Discord is set up

    token = settings.discord_token.get_secret_value() if settings.discord_token else ""
    return await check_setup(token, api_url=settings.discord_api_url, guild_id=settings.discord_guild_id)


async def model_checks(settings: Settings) -> Sequence[tuple[bool, str, str]]:
    """Return (is usable, what, detail) for the key and each model."""
    from adapters.llm.doctor import ModelSetup, check_models  # noqa: PLC0415  # only where a model is set up

    setup = ModelSetup(api_key=settings.openai_api_key, base_url=settings.openai_base_url, models=settings.all_models)
    return await check_models(setup)
