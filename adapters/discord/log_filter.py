"""Logs discord.py's connection errors as one-line warnings: it logs a lost connection as an error with a traceback."""

import logging
from typing import Final

import aiohttp
import discord

_CONNECTION_ERRORS: Final = (OSError, TimeoutError, aiohttp.ClientError, discord.DiscordException)
_LOGGERS: Final = ("discord.client", "discord.shard", "discord.gateway", "discord.http")


class _ConnectionLogFilter(logging.Filter):
    """Turns records about connection errors into warnings without a traceback."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Change `record` if it is about a connection error; return True, so that every record is logged."""
        error = record.exc_info[1] if record.exc_info else None
        if isinstance(error, _CONNECTION_ERRORS):
            record.msg, record.args = f"{record.getMessage()} ({type(error).__name__})", ()
            record.exc_info, record.exc_text = None, None
            record.levelno, record.levelname = logging.WARNING, logging.getLevelName(logging.WARNING)
        return True


_FILTER: Final = _ConnectionLogFilter()


def install_log_filter() -> None:
    """Add the filter to discord.py's loggers; a second call changes nothing."""
    for name in _LOGGERS:
        logging.getLogger(name).addFilter(_FILTER)
