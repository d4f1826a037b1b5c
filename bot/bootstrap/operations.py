"""What operators look at: health, readiness, metrics."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from typing import TYPE_CHECKING

from bot.bootstrap.answering import App
from bot.bootstrap.hosts import Check, DiscordRuntime, PlatformRuntime, ServedPlatform, SlackRuntime
from bot.bootstrap.stores import Services, queue
from bot.locales import Catalogue
from bot.settings import Settings
from db.gauges import PostgresGauges
from db.health import health

if TYPE_CHECKING:
    from adapters.metrics.prometheus import PrometheusMeter
    from adapters.web.server import WebServer


def meter() -> "PrometheusMeter":
    """Return a meter with a registry of its own."""
    from adapters.metrics.prometheus import PrometheusMeter  # noqa: PLC0415  # not for the terminal

    return PrometheusMeter()


def hosts(settings: Settings, *, meter: "PrometheusMeter") -> Iterator[PlatformRuntime]:
    """Yield the platforms that have their tokens."""
    texts = Catalogue()
    if settings.has_slack:
        yield SlackRuntime(settings, texts=texts, meter=meter)
    if settings.discord_token is not None:
        yield DiscordRuntime(settings, texts=texts, meter=meter)


def web_server(front: App, opened: Sequence[ServedPlatform], *, meter: "PrometheusMeter") -> "WebServer":
    """Return the server for health, metrics and what the platforms deliver over HTTP."""
    from adapters.web.health import health_routes  # noqa: PLC0415
    from adapters.web.metrics import metrics_route  # noqa: PLC0415
    from adapters.web.server import WebServer  # noqa: PLC0415

    settings, app = front.app.settings, front.app
    checks = dict(chain(_store_checks(app).items(), *(each.checks.items() for each in opened)))
    routes = [
        *health_routes(checks),
        metrics_route(meter.registry, PostgresGauges(app.database).backlog),
        *(route for each in opened for route in each.routes),
    ]
    return WebServer(settings.parley_host, settings.port, routes)


def _store_checks(app: Services) -> Mapping[str, Check]:
    async def database() -> None:
        await health(app.database)

    return {"database": database, "queue": queue(app).check}
