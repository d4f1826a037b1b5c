"""`parley doctor`: checks every setting and connection, and advises on each fault."""

from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import partial
from typing import Final

from bot import settings
from bot.bootstrap.doctor_checks import (
    accounts_check,
    alpaca_check,
    discord_checks,
    installations_check,
    market_check,
    model_checks,
    news_folder_check,
    redis_check,
    slack_checks,
)
from bot.bootstrap.services import Services, check_given_database, endpoints, open_checked_services
from bot.errors import DiskFullError, HomeNotUsableError, MarketSourceError, ParleyError, StoreUnavailableError
from bot.settings import Settings
from db.background.operator_figures import read_database_health
from db.embedded.layout import probe_home
from db.embedded.shared_servers import Endpoints
from db.migrate import count_pending_migrations

_MIN_FREE_BYTES: Final = 500_000_000  # less free disk space is a fault
_MAX_BACKLOG: Final = 1_000  # more unfinished jobs are a fault


class CheckStatus(StrEnum):
    """The status of a check, as printed."""

    GOOD = "ok"
    NOTE = "note"
    FAULT = "FAULT"


@dataclass(frozen=True, slots=True)
class CheckResult:
    """The result of one check, with advice."""

    status: CheckStatus
    subject: str
    detail: str

    def __str__(self) -> str:
        return f"[{self.status:>5}] {self.subject}: {self.detail}"


_good, _note, _fault = (partial(CheckResult, each) for each in CheckStatus)


async def run_doctor(print_line: Callable[[str], None]) -> int:
    """Run every check and print each result as it arrives; return the exit code: 1 if there was a fault, else 0."""
    faults = 0
    async for result in _run_checks():
        print_line(str(result))
        faults += result.status is CheckStatus.FAULT
    print_line("Everything is in order." if not faults else f"{faults} to mend, marked FAULT above.")
    return min(faults, 1)


async def _run_checks() -> AsyncIterator[CheckResult]:
    try:
        configured = settings.load()
    except ParleyError as error:
        yield _fault("settings", str(error))
        return
    yield _good("settings", "all readable; .env.example explains each")
    for name in settings.unknown_variables():
        yield _note("settings", f"{name} is set but is no setting of Parley: a typing error?")
    home = _check_home(configured)
    yield home
    try:
        await check_given_database(configured)
        async with endpoints(configured) as stores:
            async for result in _check_stores(stores, configured):
                yield result
    except (HomeNotUsableError, DiskFullError) as error:
        if home.status is not CheckStatus.FAULT:  # one cause is one fault
            yield _fault("stores", str(error))
    except ParleyError as error:
        yield _fault("stores", _describe_error(error))
    yield await _run_check("market data", market_check(configured))
    async for result in _check_news(configured):
        yield result
    async for result in _check_models(configured):
        yield result
    async for result in _check_platforms(configured):
        yield result


def _check_home(configured: Settings) -> CheckResult:
    """Check the data directory by writing to it, or to where it would be made."""
    home = configured.parley_home
    try:
        free = probe_home(home)
    except ParleyError as error:
        return _fault("data directory", str(error))
    if free < _MIN_FREE_BYTES:
        advice = "make room, or move PARLEY_HOME"
        return _fault("data directory", f"only {free / 1e6:,.0f} MB free for {home}: {advice}")
    return _good("data directory", f"{home}, {free / 1e9:,.1f} GB free")


async def _check_stores(stores: Endpoints, configured: Settings) -> AsyncIterator[CheckResult]:
    """Check the stores. With an outdated schema they are not opened: that would migrate it. Checks change nothing."""
    if missing := await count_pending_migrations(stores.database_url):
        # An external server may have another administrator; the embedded one migrates itself.
        advice = "run `parley migrate`; `parley chat` and `parley up` do so too when they start"
        tell = _fault if configured.database_url else _note
        yield tell("PostgreSQL", f"answers, {missing} of its migrations not yet applied: {advice}")
        yield await _check_redis(stores)
        return
    async with open_checked_services(configured) as services:
        async for result in _check_open_stores(services, configured):
            yield result


async def _check_open_stores(services: Services, configured: Settings) -> AsyncIterator[CheckResult]:
    origin = "DATABASE_URL" if configured.database_url else "embedded"
    health = await read_database_health(services.database)
    yield _good("PostgreSQL", f"{health.server} with pgvector {health.vector}, schema up to date ({origin})")
    yield _check_backlog(health.backlog)
    for line in await accounts_check(services):
        advice = "nothing is traded on it until both agree; docs/operations.md says what to do"
        yield _fault("broker", f"{line}; {advice}")
    yield await _check_redis(services.endpoints)
    if configured.has_slack_oauth:
        yield await _check_installations(services)


async def _check_installations(services: Services) -> CheckResult:
    subject = "Slack installations"
    try:
        workspaces, is_encrypted = await installations_check(services)
    except ParleyError as error:
        return _fault(subject, _describe_error(error))
    if is_encrypted:
        return _good(subject, f"workspaces: {workspaces:,}; their tokens are encrypted")
    advice = "whoever reads the database can use them; set SLACK_TOKEN_KEY, see docs/slack.md"
    return _note(subject, f"workspaces: {workspaces:,}; their tokens are not encrypted: {advice}")


async def _check_redis(stores: Endpoints) -> CheckResult:
    if stores.redis_url is None:
        advice = "install redis-server or valkey-server, or set REDIS_URL, to run it in a worker of its own"
        return _note("Redis", f"none is to be had: the bot runs later work itself; {advice}")
    try:
        evicts_jobs = await redis_check(stores.redis_url)
    except ParleyError as error:
        return _fault("Redis", _describe_error(error))
    if evicts_jobs:
        advice = "it then drops jobs, which are put again later: set maxmemory-policy to noeviction"
        return _note("Redis", f"answers, but evicts keys when it is full; {advice}")
    return _good("Redis", "answers")


def _check_backlog(backlog: int) -> CheckResult:
    if not backlog:
        return _good("later work", "none waits")
    advice = "done while `parley chat`, `parley up` or `parley worker` runs"
    result = _fault if backlog > _MAX_BACKLOG else _note
    return result("later work", f"jobs waiting: {backlog:,}; {advice}")


async def _check_news(configured: Settings) -> AsyncIterator[CheckResult]:
    """Check the sources of news that are set up."""
    folder, alpaca = "news folder", "Alpaca's news"
    try:
        if found := await news_folder_check(configured):
            summary, problems = found
            yield _good(folder, f"{configured.news_dir}; {summary}")
            for problem in problems:
                yield _note(folder, f"{problem}; docs/news.md shows the form of a line")
    except MarketSourceError as error:
        cause = f"{configured.news_dir} cannot be read ({error.facts.get('cause')}): see that NEWS_DIR is a folder"
        yield _fault(folder, cause)
    if missing := configured.missing_alpaca_setting:
        yield _fault(alpaca, f"half set up: {missing} is missing, so it is not asked")
    try:
        if answer := await alpaca_check(configured):
            yield _good(alpaca, answer)
    except MarketSourceError as error:
        advice = "see that the two keys belong together, and that ALPACA_DATA_URL is right if it is set"
        yield _fault(alpaca, f"no usable answer ({error.facts.get('cause')}): {advice}")


async def _check_models(configured: Settings) -> AsyncIterator[CheckResult]:
    if not configured.has_model:
        yield _note("language model", "none is set up, everything works by rules; see docs/models.md")
        return
    async for result in _results("language model", model_checks(configured)):
        yield result


async def _check_platforms(configured: Settings) -> AsyncIterator[CheckResult]:
    """Check the platforms that have any setting."""
    slack = (configured.slack_bot_token, configured.slack_app_token, configured.slack_signing_secret)
    if configured.missing_slack_setting:
        advice = "docs/slack.md says where to find it"
        yield _fault("Slack", f"half set up: {configured.missing_slack_setting} is missing; {advice}")
    if configured.has_slack_oauth or any(slack):
        async for result in _results("Slack", slack_checks(configured)):
            yield result
    elif not configured.missing_slack_setting:
        yield _note("Slack", "not set up; docs/slack.md shows how")
    if configured.discord_token:
        async for result in _results("Discord", discord_checks(configured)):
            yield result
    else:
        yield _note("Discord", "not set up; docs/discord.md shows how")


async def _results(subject: str, check: Awaitable[Sequence[tuple[bool, str, str]]]) -> AsyncIterator[CheckResult]:
    """Yield the result of each outcome; a check that breaks off is a fault too, never a traceback."""
    try:
        for is_good, what, detail in await check:
            yield (_good if is_good else _fault)(what, detail)
    except Exception as error:  # noqa: BLE001  # a server may answer anything; the other checks go on
        detail = str(error) if isinstance(error, ParleyError) else f"the check broke off ({type(error).__name__})"
        yield _fault(subject, detail)


async def _run_check(subject: str, check: Awaitable[str]) -> CheckResult:
    """Return a good result with the text of `check`, or a fault with the error it raised."""
    try:
        return _good(subject, await check)
    except ParleyError as error:
        return _fault(subject, str(error))


def _describe_error(error: ParleyError) -> str:
    """Return the error's text; one of a store that cannot be reached would advise to run this command."""
    if type(error) is not StoreUnavailableError:
        return str(error)
    store, problem = error.facts.get("store"), error.facts.get("problem")
    setting = "REDIS_URL" if store == "Redis" else "DATABASE_URL"
    return f"{store} cannot be reached ({problem}): see that it runs, and that {setting} is right if it is set"
