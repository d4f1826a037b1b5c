"""Configures logging. Log lines hold neither texts of messages nor secrets."""

import logging
from contextlib import suppress
from logging.handlers import RotatingFileHandler
from pathlib import Path

from bot.settings import Settings, unknown_variables

_FORMAT = "%(asctime)s %(levelname)s %(name)s: %(message)s"
_MAX_FILE_BYTES = 5_000_000

_log = logging.getLogger(__name__)


def configure(settings: Settings, *, to_file: Path | None = None) -> None:
    """Log to standard error, or to `to_file` if standard error is a person's screen; warn about unknown settings."""
    handler: logging.Handler
    if to_file is None:
        handler = logging.StreamHandler()
    else:
        with suppress(OSError):  # opening the stores will report what is wrong with the directory
            to_file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        handler = RotatingFileHandler(to_file, maxBytes=_MAX_FILE_BYTES, backupCount=1, encoding="utf-8", delay=True)
    logging.basicConfig(level=settings.parley_log_level, format=_FORMAT, handlers=[handler], force=True)
    logging.raiseExceptions = False  # no tracebacks on a person's screen if the log cannot be written
    for name in unknown_variables():
        _log.warning("%s is set but is no setting of Parley: a typing error? .env.example names them all", name)
