"""No sentence has two spaces beside each other, whichever of its variants are chosen."""

from collections.abc import Iterator, Mapping
from itertools import islice
from pathlib import Path

import pytest
from fluent.syntax import FluentParser
from fluent.syntax.ast import (
    Message,
    MessageReference,
    Pattern,
    Placeable,
    SelectExpression,
    StringLiteral,
    TextElement,
)

import bot.locales

FILES = sorted(Path(bot.locales.__file__).parent.glob("*/*.ftl"))
MOST = 2_000  # combinations of one message
VALUE = "x"  # of a variable


def combinations(pattern: Pattern, messages: Mapping[str, Pattern]) -> Iterator[str]:
    """Yield the texts of a message, one for each combination of its variants."""

    def expanded(at: int, so_far: str) -> Iterator[str]:
        if at == len(pattern.elements):
            yield so_far
            return
        for each in texts(pattern.elements[at], messages):
            yield from expanded(at + 1, so_far + each)

    yield from expanded(0, "")


def texts(element: object, messages: Mapping[str, Pattern]) -> Iterator[str]:
    match element:
        case TextElement(value=text) | Placeable(expression=StringLiteral(value=text)):
            yield text
        case Placeable(expression=SelectExpression(variants=variants)):
            for each in variants:
                yield from combinations(each.value, messages)
        case Placeable(expression=MessageReference(id=name)) if name.name in messages:
            yield from combinations(messages[name.name], messages)
        case _:
            yield VALUE


@pytest.mark.parametrize("language", ["en", "zh"])
def test_no_two_spaces_beside_each_other(language: str) -> None:
    parsed = [FluentParser().parse(path.read_text("utf-8")) for path in FILES if path.parent.name == language]
    messages = {
        entry.id.name: entry.value
        for resource in parsed
        for entry in resource.body
        if isinstance(entry, Message) and entry.value is not None
    }
    found = {
        name: text
        for name, pattern in messages.items()
        for text in islice(combinations(pattern, messages), MOST)
        if "  " in text.strip()
    }
    assert found == {}
