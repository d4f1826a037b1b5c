"""Reads news from JSON Lines: objects with `date`, `symbol`, `title` and, if known, `description` and `source`.

The text is untrusted: it is put on one line, without control and invisible characters, and cut. A `tone` is not read.
"""

import json
import re
from collections.abc import Container, Iterable
from dataclasses import dataclass
from datetime import date, datetime
from enum import StrEnum
from typing import Final

from adapters.market.hours import at_new_york
from bot.domain.market.snapshot import NewsItem
from bot.domain.text.zero_width import single_line

MAX_LINE_BYTES: Final = 64_000
_TITLE_CHARACTERS: Final = 300
_DESCRIPTION_CHARACTERS: Final = 1_000
_SOURCE_CHARACTERS: Final = 60
_YEARS: Final = range(1990, 2101)
_DAY: Final = re.compile(r"\d{4}-\d{2}-\d{2}", re.ASCII)
_BYTE_ORDER_MARK: Final = b"\xef\xbb\xbf"


@dataclass(frozen=True, slots=True)
class FileNews:
    """What one file holds, and what of it could not be used."""

    items: tuple[NewsItem, ...] = ()
    malformed: int = 0  # lines
    first_fault: str = ""  # "line 7: no title"; never words of the line
    unknown: int = 0  # lines on symbols that are not known


class _Fault(StrEnum):
    TOO_LONG = "longer than 64,000 bytes"
    NO_JSON = "not JSON"
    NO_OBJECT = "not an object"
    NO_TEXT = "a field is not a text"
    NO_SYMBOL = "no symbol"
    NO_TITLE = "no title"
    NO_DATE = "no date"
    BAD_DATE = "its date is no usable ISO date"
    NO_ZONE = "its date has a time without a zone"


class _LineError(ValueError):
    """A line that is no news; its argument is the fault."""


class _UnknownSymbolError(ValueError):
    """A line on a symbol that is not known."""


def read_lines(content: bytes, *, source: str, symbols: Container[str]) -> FileNews:
    """Return the news in a file.

    `content`: lines of UTF-8. `source`: named as the source of lines that name none. `symbols`: the known symbols, as
    listed; lines on others are skipped.
    """
    items, faults, unknown = [], [], 0
    lines = content.removeprefix(_BYTE_ORDER_MARK).split(b"\n")
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        try:
            items.append(_parse(line, source=source, symbols=symbols))
        except _UnknownSymbolError:
            unknown += 1
        except _LineError as error:
            is_unfinished = number == len(lines) and error.args == (_Fault.NO_JSON,)  # somebody is writing it
            faults += [] if is_unfinished else [f"line {number}: {error}"]
    return FileNews(tuple(items), malformed=len(faults), first_fault=next(iter(faults), ""), unknown=unknown)


def _parse(line: bytes, *, source: str, symbols: Container[str]) -> NewsItem:
    fields = _fields(line)
    symbol = _text(fields, "symbol", limit=_SOURCE_CHARACTERS).upper().replace("-", ".")
    if not symbol:
        raise _LineError(_Fault.NO_SYMBOL)
    title = _text(fields, "title", limit=_TITLE_CHARACTERS)
    if not title:
        raise _LineError(_Fault.NO_TITLE)
    published = _instant(fields.get("date"))
    if symbol not in symbols:
        raise _UnknownSymbolError
    return NewsItem(
        symbol=symbol,
        published=published,
        title=title,
        source=_text(fields, "source", limit=_SOURCE_CHARACTERS) or single_line(source, limit=_SOURCE_CHARACTERS),
        tone=0,
        description=_text(fields, "description", limit=_DESCRIPTION_CHARACTERS),
    )


def _fields(line: bytes) -> dict[str, object]:
    if len(line) > MAX_LINE_BYTES:
        raise _LineError(_Fault.TOO_LONG)
    try:
        fields = json.loads(line.decode())
    except (ValueError, RecursionError):
        raise _LineError(_Fault.NO_JSON) from None
    if not isinstance(fields, dict):
        raise _LineError(_Fault.NO_OBJECT)
    return fields


def _text(fields: dict[str, object], name: str, *, limit: int) -> str:
    value = fields.get(name) or ""
    if not isinstance(value, str):
        raise _LineError(_Fault.NO_TEXT)
    return single_line(value, limit=limit)


def _instant(value: object) -> datetime:
    """Return when a line's news was public: a day without a time is known from 16:00 New York time of that day on."""
    if not isinstance(value, str) or not value.strip():
        raise _LineError(_Fault.NO_DATE)
    text = value.strip()
    try:
        at = at_new_york(date.fromisoformat(text)) if _DAY.fullmatch(text) else datetime.fromisoformat(text)
    except ValueError:
        raise _LineError(_Fault.BAD_DATE) from None
    if at.utcoffset() is None:
        raise _LineError(_Fault.NO_ZONE)
    if at.year not in _YEARS:
        raise _LineError(_Fault.BAD_DATE)
    return at


def newest_first(items: Iterable[NewsItem]) -> list[NewsItem]:
    """Return items sorted by their time, the newest first; of one time, by title."""
    return sorted(items, key=lambda item: (-item.published.timestamp(), item.title))
