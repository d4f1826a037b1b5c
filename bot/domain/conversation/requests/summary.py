"""Names a request in one line, for logs: its kind and its slots, without the words of a message."""

from collections.abc import Iterator
from collections.abc import Set as AbstractSet
from dataclasses import Field, fields, is_dataclass
from datetime import date
from decimal import Decimal
from enum import Enum
from typing import Any, Final

from bot.domain.conversation.requests import Request

# Slots whose texts are symbols or codes. Any other text may be words of a person.
_CODES: Final = frozenset({"symbols", "symbol", "share", "into", "terms", "command", "speaker", "problems"})
_WITHHELD: Final = "…"


def request_summary(request: Request) -> str:
    """Return the kind and the slots that differ from their defaults: "ShowAccount view=cost shares.symbols=AAPL"."""
    return " ".join((type(request).__name__, *_slots(request)))


def _slots(value: Any, prefix: str = "") -> Iterator[str]:  # noqa: ANN401 - any dataclass
    for each in fields(value):
        slot = getattr(value, each.name)
        if is_dataclass(slot):
            yield from _slots(slot, f"{prefix}{each.name}.")
        elif slot != _default(each):
            yield f"{prefix}{each.name}={_shown(slot, is_code=each.name in _CODES)}"


def _default(slot: "Field[Any]") -> object:
    return slot.default_factory() if callable(slot.default_factory) else slot.default


def _shown(value: object, *, is_code: bool) -> str:
    match value:
        case Enum():
            return str(value.value)
        case None | bool() | int() | Decimal() | date():
            return str(value)
        case str():
            return value if is_code else _WITHHELD
        case tuple() | AbstractSet():
            return ",".join(_shown(each, is_code=is_code) for each in value)
        case _ if is_dataclass(value):
            return f"{type(value).__name__}({' '.join(_slots(value))})"
        case _:
            return _WITHHELD
