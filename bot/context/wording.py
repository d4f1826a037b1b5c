"""How sentences are put together, and what a person reads when something went wrong."""

import logging
from datetime import UTC, datetime, timedelta, tzinfo

from bot.domain.text.locale import Language
from bot.errors import ParleyError
from bot.locales import Catalogue

_log = logging.getLogger(__name__)


def join_sentences(texts: Catalogue, language: Language, *sentences: str) -> str:
    """Return sentences as one text; Chinese puts no space between them."""
    return texts.render(language, "between-sentences").join(sentence for sentence in sentences if sentence)


def format_instant(at: datetime, zone: tzinfo, *, is_today: bool = False) -> str:
    """Return an instant in `zone`, to the minute: "2026-11-22 12:31 UTC+8"; where `is_today`, without the date.

    With the offset rather than an abbreviation: CST is China's time, and Chicago's.
    """
    local = at.astimezone(zone)
    return f"{local:%H:%M} {_offset(local)}" if is_today else f"{local:%Y-%m-%d %H:%M} {_offset(local)}"


def _offset(local: datetime) -> str:
    minutes = int((local.utcoffset() or timedelta()).total_seconds() // 60)
    if not minutes:
        return "UTC"
    hours, rest = divmod(abs(minutes), 60)
    return f"UTC{'−' if minutes < 0 else '+'}{hours}" + (f":{rest:02}" if rest else "")


def error_sentence(texts: Catalogue, language: Language, error: ParleyError, zone: tzinfo = UTC) -> str:
    """Return a foreseen error as a sentence, its instants in `zone`.

    One that lacks its words is still an answer, and noted as our defect.
    """
    try:
        facts = {
            name: format_instant(fact, zone) if isinstance(fact, datetime) else fact
            for name, fact in error.facts.items()
        }
        return texts.render(language, error.key, **facts)
    except (KeyError, ValueError):
        _log.exception("no sentence for %s", error)
        return texts.render(language, "error-parley")
