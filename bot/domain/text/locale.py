"""Languages, and the locale of a reader."""

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta, tzinfo
from enum import StrEnum


class Language(StrEnum):
    """The supported languages (BCP 47)."""

    ENGLISH = "en"
    CHINESE = "zh"


@dataclass(frozen=True, slots=True)
class Locale:
    """A reader's language and time zone."""

    language: Language
    zone: tzinfo = UTC

    def format_instant(self, at: datetime, *, with_date: bool = True) -> str:
        """Return an instant to the minute with its offset, as abbreviations are ambiguous: "2026-11-22 12:31 UTC+8"."""
        local = at.astimezone(self.zone)
        return f"{local:%Y-%m-%d %H:%M} {_utc_offset(local)}" if with_date else f"{local:%H:%M} {_utc_offset(local)}"

    def format_short_instant(self, at: datetime, *, now: datetime) -> str:
        """Return an instant in the reader's time zone, without naming it: "12:31", of another day "11-22 12:31"."""
        local = at.astimezone(self.zone)
        is_today = local.date() == now.astimezone(self.zone).date()
        return f"{local:%H:%M}" if is_today else f"{local:%m-%d %H:%M}"

    def format_offset(self, at: datetime) -> str:
        """Return the offset of the reader's time zone at an instant: "UTC+8"."""
        return _utc_offset(at.astimezone(self.zone))


def _utc_offset(local: datetime) -> str:
    minutes = int((local.utcoffset() or timedelta()).total_seconds() // 60)
    if not minutes:
        return "UTC"
    hours, rest = divmod(abs(minutes), 60)
    return f"UTC{'−' if minutes < 0 else '+'}{hours}" + (f":{rest:02}" if rest else "")
