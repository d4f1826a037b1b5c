"""`parley chat`: runs the application with a terminal session as its only platform."""

from dataclasses import dataclass
from datetime import date
from importlib.metadata import version
from os import environ

from adapters.console.channel import ConsoleLinks, ConsolePeople
from adapters.console.inputs import ConsoleFiles
from adapters.console.run import run_console
from adapters.console.session import (
    PLATFORM,
    ConsoleOptions,
    ConsoleServices,
    ConsoleSession,
    Terminal,
    terminal_language,
)
from bot import logs, settings
from bot.bootstrap.app import App, Runtime, running_app
from bot.domain.conversation.turns import WorkerScope
from bot.locales import Catalogue
from bot.messaging.outbound.platform_router import Platform
from bot.ports.meter import NoMeter
from db.leases import PostgresAnalysisLeases
from db.messaging.deliveries import PostgresDeliveries

_COMMANDS = (
    "analyze",
    "decide",
    "explain",
    "review",
    "portfolio",
    "pending",
    "orders",
    "status",
    "settings",
    "advance",
    "usage",
    "details",
    "discussion",
    "stop",
    "history",
    "knowledge",
    "debug",
    "help",
)


@dataclass(frozen=True, slots=True, kw_only=True)
class TerminalOptions:
    """The options of `parley chat`."""

    json: bool
    thread: str | None
    user: str | None
    as_of: date | None


async def run_terminal(options: TerminalOptions) -> int:
    """Run one session; return the exit code. Raises: ParleyError: the application could not start."""
    configured = settings.load()
    logs.configure(configured, to_file=configured.parley_home / "chat.log")
    session = ConsoleSession(
        options=ConsoleOptions(
            history=configured.parley_home / "console" / "history",
            version=version("parley"),
            json=options.json,
            thread=options.thread,
            user=options.user,
            language=terminal_language(environ),
            commands=tuple(f"/{name}" for name in _COMMANDS),
        ),
        catalogue=Catalogue(),
        terminal=Terminal.from_standard_streams(),
    )
    people = ConsolePeople()
    platform = Platform(
        session.channel, session.progress, people, links=ConsoleLinks(), files=ConsoleFiles(), admins=people
    )
    runtime = Runtime(
        scope=WorkerScope(frozenset({PLATFORM}), session.conversations),
        platforms=lambda _: {PLATFORM: platform},
        meter=NoMeter(),
    )
    async with running_app(configured, runtime) as app:
        market = await _market_line(app, session, options.as_of)
        for name in settings.unknown_variables():
            await session.screen.show_notice(session.render_message("console-unknown-setting", name=name))
        for turn in await PostgresAnalysisLeases(app.services.database).abandoned_turns(session.home_thread.tenant_id):
            session.take_up(turn)
            facts = {"asked": turn.text, "thread": turn.thread.thread}
            await session.screen.show_notice(session.render_message("console-taken-up", **facts))
        core = ConsoleServices(
            inbox=app.gateway.intake,
            handle_press=app.gateway.press_handler.handle_press,
            delivered_answers=PostgresDeliveries(app.services.database).delivered_answers,
            market=market,
        )
        return await run_console(session, core)


async def _market_line(app: App, session: ConsoleSession, as_of: date | None) -> str:
    """Set the account's market clock if asked to; return the line that names the market and its date."""
    await app.gateway.intake.register_workspace(session.home_thread)
    tenant_id = session.home_thread.tenant_id
    if as_of is not None:
        await app.market_clock.set_date(tenant_id, as_of)
    today = (await app.market_clock.now(tenant_id)).date()
    return session.render_message(f"console-market-{app.market.market.name}", date=today, why=app.market.reason)
