"""The bot's sentences in all its languages: Project Fluent messages in `<language>/*.ftl`."""

import logging
import re
from collections.abc import Hashable, Iterable, Iterator
from datetime import date, datetime
from decimal import Decimal
from functools import cache, lru_cache
from importlib.resources import files
from typing import Final

from babel import Locale as BabelLocale
from fluent.runtime import FluentBundle, FluentResource
from fluent.runtime.types import FluentNumber, FluentType, fluent_number

from bot.domain.models.facts import FactUnit, ModelFact
from bot.domain.models.references import fill_references
from bot.domain.text.locale import Language, Locale
from bot.domain.trading.bound_reasons import INSTANTS, instant_of
from bot.domain.trading.decisions import Reason
from bot.domain.trading.drafts import MODEL_REASON
from bot.errors import ParleyError

_LOCALES: Final = {Language.ENGLISH: "en-US", Language.CHINESE: "zh-CN"}  # CLDR locales for numbers

_QUOTED: Final = re.compile("“([^”]+)”")
MOST_LISTED: Final = 20  # words in a sentence

_log = logging.getLogger(__name__)


def reason_variables(reason: Reason) -> dict[str, Hashable]:
    """Return the variables of the sentences about a reason: its figures and words, instants for the reader's zone."""
    instants = {name: instant_of(word) for name, word in reason.words.items() if name in INSTANTS}
    return {**reason.numbers, **reason.words, **instants}


class Catalogue:
    """Renders sentences. A missing message or variable raises: an incomplete sentence about money is never shown."""

    def render(self, locale: Locale, message_id: str, **variables: Hashable) -> str:
        """Return one sentence.

        `locale`: the reader's language, and the time zone in which instants are written. `variables`: the message's
        variables: numbers, `bool` for yes or no, `date`, `datetime` with zone, or text.

        Raises: KeyError: no such message. ValueError: a variable is missing.
        """
        fluent_values = {name: _fluent_value(value, locale) for name, value in variables.items()}
        return _render(locale.language, message_id, tuple(fluent_values.items()))

    def has(self, locale: Locale, message_id: str) -> bool:
        """Return whether there is such a message."""
        return bool(_bundle(locale.language).has_message(message_id))

    def render_code(self, locale: Locale, prefix: str, code: str, **variables: Hashable) -> str:
        """Return the sentence of a code: `render_code(…, "tag", "high_pe")` is the message `tag-high-pe`."""
        return self.render(locale, f"{prefix}-{code.replace('_', '-')}", **variables)

    def render_reason(self, locale: Locale, reason: Reason) -> str:
        """Return a reason of a decision as a sentence; a model's own has its figures in bold."""
        if reason.code == MODEL_REASON:
            return self.render_model_text(locale, reason.words["text"], reason.facts)
        return self.render_code(locale, "reason", reason.code, **reason_variables(reason))

    def render_fact(self, locale: Locale, fact: ModelFact) -> str:
        """Return a fact as its figure is written: "$755.69", "14.4 %", "2013-01-31"."""
        return self.render_code(locale, "fact", fact.unit, **_fact_variables(fact))

    def render_model_text(self, locale: Locale, template: str, facts: Iterable[ModelFact]) -> str:
        """Return a model's text for a block: the facts it refers to in bold, and marks on all other figures.

        `facts`: all facts that it refers to.
        """
        facts = tuple(facts)
        return fill_references(
            template,
            {fact.id: self.render_fact(locale, fact) for fact in facts},
            names={fact.id: fact.symbol for fact in facts},
            mark=self.render(locale, "unchecked-mark"),
            gap=self.render(locale, "no-such-figure"),
        )

    def render_error(self, locale: Locale, error: ParleyError) -> str:
        """Return the error's message for people; for one without a sentence, log a bug and return a general one."""
        try:
            return self.render(locale, error.key, **error.facts)
        except (KeyError, ValueError):
            _log.exception("no sentence for %s", error)
            return self.render(locale, "error-parley")

    def join(self, locale: Locale, *sentences: str) -> str:
        """Return the non-empty sentences as one text, with the language's separator: none in Chinese."""
        return self.render(locale, "between-sentences").join(sentence for sentence in sentences if sentence)

    def list_of(
        self, locale: Locale, words: Iterable[str], *, most: int = MOST_LISTED, separator: str | None = None
    ) -> str:
        """Return `words` as a list: "AAPL, IBM"; of more than `most`, the number of the others.

        A message takes no longer variables than these make. Without `separator`, that of the language is used.
        """
        words = tuple(words)
        listed = (separator or self.render(locale, "list-separator")).join(words[:most])
        left = len(words) - most
        return self.render(locale, "list-and-more", listed=listed, count=left) if left > 0 else listed


def own_texts() -> Iterator[str]:
    """Yield the sentences of all languages as they are written in their files, and what they quote by itself."""
    for language in _LOCALES:
        for source in _sources(language):
            for line in source.splitlines():
                yield line
                yield from _QUOTED.findall(line)


def _fact_variables(fact: ModelFact) -> dict[str, Hashable]:
    if fact.unit in {FactUnit.DATE, FactUnit.TEXT, FactUnit.HEADLINE}:
        return {"value": fact.value}
    if fact.unit is FactUnit.RECALLED:
        return {"value": fact.value, "date": fact.as_of.date() if fact.as_of else ""}
    value = Decimal(fact.value)
    match fact.unit:
        case FactUnit.USD:
            return {"value": abs(value), "sign": "−" if value < 0 else ""}
        case FactUnit.CHANGE:
            shown = round(value, 1)
            return {"value": abs(shown), "sign": "+" if shown > 0 else "−" if shown < 0 else ""}
        case FactUnit.LARGE_USD:
            return {"billions": value / 10**9, "hundred_millions": value / 10**8}
        case _:
            return {"value": value}


def _fluent_value(value: Hashable, locale: Locale) -> Hashable:
    """Return a value as sentences name it: instants as text in the reader's zone, dates as ISO 8601, yes or no.

    Whole Decimals are int, which plurals match; other numbers are exact.
    """
    match value:
        case bool():
            return "yes" if value else "no"
        case float():
            return _fluent_value(Decimal(str(value)), locale)
        case datetime():
            return locale.format_instant(value)
        case date():
            return value.isoformat()
        case Decimal() if value.is_finite() and value == value.to_integral_value():
            return int(value)
        case _:
            return value


class _MinusSignNumber(FluentType):
    """A number that is formatted with a minus sign (U+2212) instead of a hyphen."""

    def __init__(self, number: FluentType) -> None:
        self._number = number

    def format(self, locale: BabelLocale) -> str:
        return self._number.format(locale).replace("-", "−")


def _number_function(value: FluentNumber, **options: int) -> FluentType:
    return _MinusSignNumber(fluent_number(value, **options))


@lru_cache(maxsize=4_096)  # a card is shown again when it is decided, a share is asked about several times in a row
def _render(language: Language, message_id: str, variables: tuple[tuple[str, Hashable], ...]) -> str:
    bundle = _bundle(language)
    message = bundle.get_message(message_id)
    if message.value is None:
        raise KeyError(message_id)
    text, errors = bundle.format_pattern(message.value, dict(variables))
    if errors:
        detail = f"{message_id} ({language}): {errors[0]}"
        raise ValueError(detail)
    return str(text)


@cache
def _bundle(language: Language) -> FluentBundle:
    bundle = FluentBundle([_LOCALES[language]], use_isolating=False, functions={"NUMBER": _number_function})
    for source in _sources(language):
        bundle.add_resource(FluentResource(source))
    return bundle


def _sources(language: Language) -> Iterator[str]:
    folder = files(__name__) / language.value
    for source in sorted(folder.iterdir(), key=lambda f: f.name):
        if source.name.endswith(".ftl"):
            yield source.read_text(encoding="utf-8")
