"""Leaves out what discord.py cannot read: it raises such an error through the loop that reads the connection.

Logs name the event, the kind of error and the line that raised it, never what was said: an error's text may quote it.
"""

import logging
from collections.abc import Callable
from functools import partial
from pathlib import Path
from traceback import extract_tb
from typing import Any, Final

import discord

from bot.errors import UnreadableEventError
from bot.ports import Meter

_BEGINS_SESSION: Final = frozenset({"READY"})  # without it there is no session: a new one has to be begun

_log = logging.getLogger(__name__)


def skip_unreadable_events(client: discord.Client, meter: Meter) -> None:
    """Make `client`, before it connects, leave out and count events that it cannot read, and go on."""
    state = client._connection  # noqa: SLF001  # discord.py has no public place for this
    state.parsers = {
        name: parse if name in _BEGINS_SESSION else partial(_parse_or_skip, name, parse, meter)
        for name, parse in state.parsers.items()
    }


def report_unreadable(what: str, error: BaseException | None, meter: Meter) -> None:
    """Log and count an error that something of Discord's has caused."""
    _log.warning("Discord: %s could not be read (%s)", what, error_place(error))
    meter.error(UnreadableEventError.__name__)


def error_place(error: BaseException | None) -> str:
    """Return an error's kind and the line that raised it: "KeyError in message.py:2190"; not its text."""
    if error is None:
        return "a field is missing"
    frames = extract_tb(error.__traceback__)
    place = f" in {Path(frames[-1].filename).name}:{frames[-1].lineno}" if frames else ""
    return f"{type(error).__name__}{place}"


def _parse_or_skip(name: str, parse: Callable[[Any], None], meter: Meter, data: object) -> None:
    try:
        parse(data)
    except Exception as error:  # noqa: BLE001  # whatever a field that is missing or of another type leads to
        report_unreadable(f"an event {name}", error, meter)
