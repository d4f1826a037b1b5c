"""discord.py logs a lost connection as a defect, with a traceback; for us it is weather."""

import logging
from typing import Final

import aiohttp
import discord

_WEATHER: Final = (OSError, TimeoutError, aiohttp.ClientError, discord.DiscordException)
_LOGGERS: Final = ("discord.client", "discord.shard", "discord.gateway", "discord.http")


class _ConnectionLogFilter(logging.Filter):
    """Makes one line of it, a warning."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Let every record pass."""
        error = record.exc_info[1] if record.exc_info else None
        if isinstance(error, _WEATHER):
            record.msg, record.args = f"{record.getMessage()} ({type(error).__name__})", ()
            record.exc_info, record.exc_text = None, None
            record.levelno, record.levelname = logging.WARNING, logging.getLevelName(logging.WARNING)
        return True


_CALM: Final = _ConnectionLogFilter()


def install_log_filter() -> None:
    """Have discord.py log what passes by itself as such; a second call changes nothing."""
    for name in _LOGGERS:
        logging.getLogger(name).addFilter(_CALM)
