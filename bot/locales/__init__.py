"""Every sentence the bot says, in every language it speaks: Project Fluent messages in `<language>/*.ftl`."""

import logging
from collections.abc import Iterable
from datetime import date, datetime
from decimal import Decimal
from functools import cache
from importlib.resources import files
from typing import Final

from babel import Locale as BabelLocale
from fluent.runtime import FluentBundle, FluentResource
from fluent.runtime.types import FluentNumber, FluentType, fluent_number

from bot.domain.text.locale import Language, Locale
from bot.domain.trading.decisions import Reason
from bot.errors import ParleyError

_LOCALES: Final = {Language.ENGLISH: "en-US", Language.CHINESE: "zh-CN"}  # CLDR locales for figures

_log = logging.getLogger(__name__)


class Catalogue:
    """Renders sentences. A missing message or variable raises: a half-filled sentence about money is never shown."""

    def render(self, locale: Locale, message_id: str, **variables: object) -> str:
        """Return one sentence.

        Args:
            locale: The reader's language, and the time zone of its instants.
            message_id: The Fluent message's id.
            variables: What the message names: figures as Decimal or int, dates and instants as they are, words.

        Raises: KeyError: no such message. ValueError: a variable is missing.
        """
        bundle = _bundle(locale.language)
        message = bundle.get_message(message_id)
        if message.value is None:
            raise KeyError(message_id)
        shown = {name: _shown(value, locale) for name, value in variables.items()}
        text, errors = bundle.format_pattern(message.value, shown)
        if errors:
            detail = f"{message_id} ({locale.language}): {errors[0]}"
            raise ValueError(detail)
        return str(text)

    def has(self, locale: Locale, message_id: str) -> bool:
        """Return whether there is such a message."""
        return bool(_bundle(locale.language).has_message(message_id))

    def render_code(self, locale: Locale, prefix: str, code: str, **variables: object) -> str:
        """Return the sentence of a code: `render_code(…, "tag", "high_pe")` is the message `tag-high-pe`."""
        return self.render(locale, f"{prefix}-{code.replace('_', '-')}", **variables)

    def render_reason(self, locale: Locale, reason: Reason) -> str:
        """Return one argument of a decision as a sentence."""
        return self.render_code(locale, "reason", reason.code, **reason.numbers, **reason.words)

    def render_error(self, locale: Locale, error: ParleyError) -> str:
        """Return what a foreseen error means for a person; one without its own sentence is logged as a defect."""
        try:
            return self.render(locale, error.key, **error.facts)
        except (KeyError, ValueError):
            _log.exception("no sentence for %s", error)
            return self.render(locale, "error-parley")

    def join(self, locale: Locale, *sentences: str) -> str:
        """Return the sentences that are not empty as one text; Chinese puts no space between them."""
        return self.render(locale, "between-sentences").join(sentence for sentence in sentences if sentence)

    def list_of(self, locale: Locale, words: Iterable[str]) -> str:
        """Return words as a list: "AAPL, IBM"."""
        return self.render(locale, "list-separator").join(words)


def _shown(value: object, locale: Locale) -> object:
    """Return instants in the reader's zone, dates as ISO 8601, whole Decimals as integers, which plural rules match."""
    match value:
        case datetime():
            return locale.format_instant(value)
        case date():
            return value.isoformat()
        case Decimal() if value.is_finite() and value == value.to_integral_value():
            return int(value)
        case _:
            return value


class _MinusSignNumber(FluentType):
    """A number, written with a minus sign rather than a hyphen."""

    def __init__(self, number: FluentType) -> None:
        self._number = number

    def format(self, locale: BabelLocale) -> str:
        return self._number.format(locale).replace("-", "−")


def _figure(value: FluentNumber, **options: int) -> FluentType:
    return _MinusSignNumber(fluent_number(value, **options))


@cache
def _bundle(language: Language) -> FluentBundle:
    bundle = FluentBundle([_LOCALES[language]], use_isolating=False, functions={"NUMBER": _figure})
    folder = files(__name__) / language.value
    for source in sorted(folder.iterdir(), key=lambda f: f.name):
        if source.name.endswith(".ftl"):
            bundle.add_resource(FluentResource(source.read_text(encoding="utf-8")))
    return bundle
