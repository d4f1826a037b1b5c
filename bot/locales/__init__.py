"""Every sentence the bot says, in every language it speaks: Project Fluent messages in `<language>/*.ftl`."""

from datetime import UTC, date, datetime
from decimal import Decimal
from functools import cache
from importlib.resources import files
from typing import Final

from babel import Locale
from fluent.runtime import FluentBundle, FluentResource
from fluent.runtime.types import FluentNumber, FluentType, fluent_number

from bot.domain.text.locale import Language
from bot.domain.trading.decisions import Reason
from bot.errors import ParleyError

_LOCALES: Final = {Language.ENGLISH: "en-US", Language.CHINESE: "zh-CN"}  # CLDR locales for figures


class Catalogue:
    """Says things. A missing message or variable raises: a half-filled sentence about money is never shown."""

    def render(self, language: Language, message_id: str, **variables: object) -> str:
        """Return one sentence.

        Args:
            language: The language to say it in.
            message_id: The Fluent message's id.
            variables: What the message names; figures as Decimal or int, dates as ISO 8601 text.

        Raises: KeyError: no such message. ValueError: a variable is missing.
        """
        bundle = _bundle(language)
        message = bundle.get_message(message_id)
        if message.value is None:
            raise KeyError(message_id)
        text, errors = bundle.format_pattern(message.value, {name: _shown(value) for name, value in variables.items()})
        if errors:
            detail = f"{message_id} ({language}): {errors[0]}"
            raise ValueError(detail)
        return str(text)

    def has(self, language: Language, message_id: str) -> bool:
        """Return whether there is such a message."""
        return bool(_bundle(language).has_message(message_id))

    def render_reason(self, language: Language, reason: Reason) -> str:
        """Return one argument of a decision as a sentence."""
        return self.render_code(language, "reason", reason.code, **reason.numbers, **reason.words)

    def render_code(self, language: Language, prefix: str, code: str, **variables: object) -> str:
        """Return the sentence of a code: `coded(…, "tag", "high_pe")` is the message `tag-high-pe`."""
        return self.render(language, f"{prefix}-{code.replace('_', '-')}", **variables)

    def render_error(self, language: Language, error: ParleyError) -> str:
        """Return what a foreseen error means for a person, and what to do about it."""
        return self.render(language, error.key, **error.facts)


def _shown(value: object) -> object:
    """Dates as ISO 8601, the same in every language; whole Decimals as integers, which plural rules can match.

    An instant that nobody has put into a channel's time zone is told in UTC.
    """
    match value:
        case datetime():
            return f"{value.astimezone(UTC):%Y-%m-%d %H:%M} UTC"
        case date():
            return value.isoformat()
        case Decimal() if value.is_finite() and value == value.to_integral_value():
            return int(value)
        case _:
            return value


class _Figure(FluentType):
    """A number, written with a minus sign rather than a hyphen."""

    def __init__(self, number: FluentType) -> None:
        self._number = number

    def format(self, locale: Locale) -> str:
        return self._number.format(locale).replace("-", "−")


def _figure(value: FluentNumber, **options: int) -> FluentType:
    return _Figure(fluent_number(value, **options))


@cache
def _bundle(language: Language) -> FluentBundle:
    bundle = FluentBundle([_LOCALES[language]], use_isolating=False, functions={"NUMBER": _figure})
    folder = files(__name__) / language.value
    for source in sorted(folder.iterdir(), key=lambda f: f.name):
        if source.name.endswith(".ftl"):
            bundle.add_resource(FluentResource(source.read_text(encoding="utf-8")))
    return bundle
