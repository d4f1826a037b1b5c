"""The composition root: the only package that names concrete classes."""

from bot.bootstrap.answering import App, Runtime, front
from bot.bootstrap.checks import (
    database_check,
    discord_checks,
    installations_check,
    market_check,
    model_checks,
    redis_check,
    slack_checks,
)
from bot.bootstrap.hosts import PlatformRuntime
from bot.bootstrap.operations import hosts, meter, web_server
from bot.bootstrap.stores import Services, endpoints, services

__all__ = [
    "App",
    "PlatformRuntime",
    "Runtime",
    "Services",
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
