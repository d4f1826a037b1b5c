"""Tells what Parley said before by its stored text: a sentence is known by its beginning, in each language."""

from collections.abc import Iterator, Sequence

from bot.domain.conversation.history import Message, Role
from bot.domain.text.locale import Language, Locale
from bot.locales import Catalogue

_VARIABLE = "\0"
_VARIABLES = ("what", "names", "corrected", "word", "near")  # those of the questions that are looked for


def says(texts: Catalogue, said: str, *message_ids: str, **variables: int) -> bool:
    """Return whether a text begins with one of these messages, up to the first of their variables or sentences."""
    return any(
        said.startswith(_beginning(texts, Locale(language), each, variables))
        for language in Language
        for each in message_ids
    )


def exchanges(messages: Sequence[Message]) -> Iterator[Message]:
    """Yield what people said before, the latest first, as long as each was answered at once."""
    for asked, answer in zip(messages[-2::-2], messages[-1::-2], strict=False):
        if (asked.role, answer.role) != (Role.USER, Role.ASSISTANT):
            return
        yield asked


def contains(texts: Catalogue, said: str, message_id: str) -> bool:
    """Return whether a text contains a message that has no variables."""
    return any(texts.render(Locale(language), message_id) in said for language in Language)


def _beginning(texts: Catalogue, locale: Locale, message_id: str, variables: dict[str, int]) -> str:
    known: dict[str, int | str] = {**dict.fromkeys(_VARIABLES, _VARIABLE), **variables}
    text = texts.render(locale, message_id, **known).partition(_VARIABLE)[0]
    ends = [at for mark in ("? ", "？", ". ", "。") if (at := text.find(mark)) > 0]
    return text[: min(ends)] if ends else text
