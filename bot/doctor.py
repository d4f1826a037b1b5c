"""`parley doctor`: looks at every setting and connection, and says what to do about each fault."""

import shutil
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from bot import settings
from bot.bootstrap.doctor_checks import (
    database_check,
    discord_checks,
    installations_check,
    market_check,
    model_checks,
    redis_check,
    slack_checks,
)
from bot.bootstrap.services import Services, endpoints, open_services
from bot.errors import ParleyError
from bot.settings import Settings
from db.embedded.shared_servers import Endpoints
from db.migrate import count_pending_migrations

_ROOM: Final = 500_000_000  # bytes; below it the disk is called nearly full
_BACKLOG: Final = 1_000  # unfinished jobs


class CheckStatus(StrEnum):
    """How a check came out."""

    GOOD = "ok"
    NOTE = "note"
    FAULT = "FAULT"


@dataclass(frozen=True, slots=True)
class CheckResult:
    """What one check found, and what to do about it."""

    status: CheckStatus
    subject: str
    detail: str

    def __str__(self) -> str:
        return f"[{self.status:>5}] {self.subject}: {self.detail}"


async def run_doctor(tell: Callable[[str], None]) -> int:
    """Run every check, telling each finding as it comes; return the exit code, 1 if there was a fault."""
    faults = 0
    async for finding in _findings():
        tell(str(finding))
        faults += finding.status is CheckStatus.FAULT
    tell("Everything is in order." if not faults else f"{faults} to mend, marked FAULT above.")
    return min(faults, 1)


async def _findings() -> AsyncIterator[CheckResult]:
    try:
        configured = settings.load()
    except ParleyError as error:
        yield CheckResult(CheckStatus.FAULT, "settings", str(error))
        return
    yield CheckResult(CheckStatus.GOOD, "settings", "all readable; .env.example explains each")
    for name in settings.unknown_variables():
        yield CheckResult(CheckStatus.NOTE, "settings", f"{name} is set but is no setting of Parley: a typing error?")
    yield _room(configured)
    try:
        async with endpoints(configured) as where:
            async for finding in _stores(where, configured):
                yield finding
    except ParleyError as error:
        yield CheckResult(CheckStatus.FAULT, "stores", str(error))
    yield await _checked("market data", market_check(configured))
    async for finding in _models(configured):
        yield finding
    async for finding in _platforms(configured):
        yield finding


def _room(configured: Settings) -> CheckResult:
    home = configured.parley_home
    nearest = next(folder for folder in (home, *home.parents) if folder.exists())
    free = shutil.disk_usage(nearest).free
    if free < _ROOM:
        return CheckResult(
            CheckStatus.FAULT, "disk", f"only {free / 1e6:,.0f} MB free for {home}: make room, or move PARLEY_HOME"
        )
    return CheckResult(CheckStatus.GOOD, "data directory", f"{home}, {free / 1e9:,.1f} GB free")


async def _stores(where: Endpoints, configured: Settings) -> AsyncIterator[CheckResult]:
    """Look at the stores, but only where the schema is up to date: to open them would migrate, and we only look."""
    if missing := await count_pending_migrations(where.database_url):
        yield _schema(missing, configured)
        return
    async with open_services(configured) as services:
        async for finding in _opened(services, configured):
            yield finding


def _schema(missing: int, configured: Settings) -> CheckResult:
    """A server of one's own may be another's to change; the embedded one brings itself up to date."""
    mark = CheckStatus.FAULT if configured.database_url else CheckStatus.NOTE
    advice = "run `parley migrate`; `parley chat` and `parley up` do so too when they start"
    return CheckResult(mark, "PostgreSQL", f"answers, {missing} of its migrations not yet applied: {advice}")


async def _opened(services: Services, configured: Settings) -> AsyncIterator[CheckResult]:
    where = "DATABASE_URL" if configured.database_url else "embedded"
    health = await database_check(services)
    yield CheckResult(
        CheckStatus.GOOD, "PostgreSQL", f"{health.server} with pgvector {health.vector}, schema up to date ({where})"
    )
    yield _later(health.backlog)
    if services.endpoints.redis_url is None:
        advice = "install redis-server or valkey-server, or set REDIS_URL, to run it in a worker of its own"
        yield CheckResult(CheckStatus.NOTE, "Redis", f"none is to be had: the bot runs later work itself; {advice}")
    else:
        yield await _checked("Redis", redis_check(services))
    if configured.has_slack_oauth:
        yield await _checked("Slack installations", installations_check(services))


def _later(backlog: int) -> CheckResult:
    if not backlog:
        return CheckResult(CheckStatus.GOOD, "later work", "none waits")
    advice = "done while `parley chat`, `parley up` or `parley worker` runs"
    mark = CheckStatus.FAULT if backlog > _BACKLOG else CheckStatus.NOTE
    return CheckResult(mark, "later work", f"jobs waiting: {backlog:,}; {advice}")


async def _models(configured: Settings) -> AsyncIterator[CheckResult]:
    if not configured.has_model:
        yield CheckResult(
            CheckStatus.NOTE, "language model", "none is set up, everything works by rules; see docs/models.md"
        )
        return
    async for found in model_checks(configured):
        yield _granted(*found)


async def _platforms(configured: Settings) -> AsyncIterator[CheckResult]:
    """Look at the platforms for which anything is set."""
    slack = (configured.slack_bot_token, configured.slack_app_token, configured.slack_signing_secret)
    if configured.missing_slack_setting:
        advice = "docs/slack.md says where to find it"
        yield CheckResult(
            CheckStatus.FAULT, "Slack", f"half set up: {configured.missing_slack_setting} is missing; {advice}"
        )
    if configured.has_slack_oauth or any(slack):
        async for found in slack_checks(configured):
            yield _granted(*found)
    else:
        yield CheckResult(CheckStatus.NOTE, "Slack", "not set up; docs/slack.md shows how")
    if configured.discord_token:
        async for found in discord_checks(configured):
            yield _granted(*found)
    else:
        yield CheckResult(CheckStatus.NOTE, "Discord", "not set up; docs/discord.md shows how")


def _granted(is_well: bool, what: str, detail: str) -> CheckResult:  # noqa: FBT001  # a value, not a switch
    return CheckResult(CheckStatus.GOOD if is_well else CheckStatus.FAULT, what, detail)


async def _checked(what: str, check: Awaitable[str]) -> CheckResult:
    try:
        return CheckResult(CheckStatus.GOOD, what, await check)
    except ParleyError as error:
        return CheckResult(CheckStatus.FAULT, what, str(error))
