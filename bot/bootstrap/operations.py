"""Builds the platforms, metrics and web server of a process without a terminal."""

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from bot.agents.registry import AGENTS
from bot.bootstrap.app import App
from bot.bootstrap.discord_runtime import DiscordRuntime
from bot.bootstrap.platform_runtime import Check, PlatformRuntime, ServedPlatform
from bot.bootstrap.services import Services, job_queue
from bot.bootstrap.slack_runtime import SlackRuntime
from bot.locales import Catalogue
from bot.settings import Settings
from db.background.operator_figures import PostgresGauges, read_database_health

if TYPE_CHECKING:
    from adapters.metrics.prometheus import PrometheusMeter
    from adapters.web.server import WebServer


def new_meter() -> "PrometheusMeter":
    """Return a Prometheus meter with its own registry."""
    from adapters.metrics.prometheus import PrometheusMeter  # noqa: PLC0415  # not for the terminal

    return PrometheusMeter(purposes=[agent.name for agent in AGENTS])


def platform_runtimes(settings: Settings, *, meter: "PrometheusMeter") -> Iterator[PlatformRuntime]:
    """Yield the runtimes of the platforms whose tokens are set."""
    texts = Catalogue()
    if settings.has_slack:
        yield SlackRuntime(settings, texts=texts, meter=meter)
    if settings.discord_token is not None:
        yield DiscordRuntime(settings, texts=texts, meter=meter)


def web_server(app: App, served: Sequence[ServedPlatform], *, meter: "PrometheusMeter") -> "WebServer":
    """Return the server of health, readiness, metrics and the platforms' HTTP routes."""
    from adapters.web.metrics import metrics_route  # noqa: PLC0415
    from adapters.web.server import WebServer, health_routes  # noqa: PLC0415

    settings, services = app.services.settings, app.services
    for each in served:
        meter.watch_connection(each.name, each.connected.is_set)
    routes = [
        *health_routes(_store_checks(services), platforms=[each.checks for each in served]),
        metrics_route(meter.registry, PostgresGauges(services.database).read_backlog),
        *(route for each in served for route in each.routes),
    ]
    return WebServer(settings.parley_host, settings.port, routes)


def _store_checks(services: Services) -> Mapping[str, Check]:
    async def database() -> None:
        await read_database_health(services.database)

    return {"database": database, "queue": job_queue(services).check_queue}
