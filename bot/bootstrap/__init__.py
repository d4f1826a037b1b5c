"""The composition root: the only package that names concrete classes."""

from bot.bootstrap.answering import Front, Hosting, front
from bot.bootstrap.checks import (
    database_check,
    discord_checks,
    installations_check,
    market_check,
    model_checks,
    redis_check,
    slack_checks,
)
from bot.bootstrap.hosts import Host
from bot.bootstrap.operations import hosts, meter, web_server
from bot.bootstrap.stores import App, endpoints, services

__all__ = [
    "App",
    "Front",
    "Host",
    "Hosting",
    "database_check",
    "discord_checks",
    "endpoints",
    "front",
    "hosts",
    "installations_check",
    "market_check",
    "meter",
    "model_checks",
    "redis_check",
    "services",
    "slack_checks",
    "web_server",
]
