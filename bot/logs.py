"""Logging: one line per event; never a message's text, never a secret."""

import logging
from contextlib import suppress
from logging.handlers import RotatingFileHandler
from pathlib import Path

from bot.settings import Settings, unknown_variables

_FORMAT = "%(asctime)s %(levelname)s %(name)s: %(message)s"
_BYTES = 5_000_000

_log = logging.getLogger(__name__)


def configure(settings: Settings, *, to_file: Path | None = None) -> None:
    """Log to standard error, or to a file where standard error is a person's screen; begin with unknown settings."""
    handler: logging.Handler
    if to_file is None:
        handler = logging.StreamHandler()
    else:
        with suppress(OSError):  # whoever opens the stores says what is wrong with the directory
            to_file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        handler = RotatingFileHandler(to_file, maxBytes=_BYTES, backupCount=1, encoding="utf-8", delay=True)
    logging.basicConfig(level=settings.parley_log_level, format=_FORMAT, handlers=[handler], force=True)
    logging.raiseExceptions = False  # a log that cannot be written, on a full disk, is no news for a person's screen
    for name in unknown_variables():
        _log.warning("%s is set but is no setting of Parley: a typing error? .env.example names them all", name)
