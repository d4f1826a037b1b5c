"""Reads the JSON object in a model's answer. Nothing is repaired: what is not plain JSON is refused and asked again."""

import json
from collections.abc import Iterator
from typing import Final, TypeAlias

from bot.agents.thinking import strip_thinking

Json: TypeAlias = "dict[str, Json] | list[Json] | str | int | float | bool | None"

MAX_LENGTH: Final = 128_000  # characters: an answer is a tenth of that
MAX_DEPTH: Final = 32  # brackets within brackets: an answer has four


def extract_object(text: str) -> dict[str, Json]:
    """Return the one JSON object in `text`, in time proportional to its length.

    Text around the object is ignored: fences, comments, what the model thinks aloud. Equal objects count as one.

    Raises: ValueError: there is no object, or two that differ; what begins as an object is not valid JSON, has a name
    twice or a number that is not finite, or nests deeper than `MAX_DEPTH`; the text is longer than `MAX_LENGTH`.
    """
    if len(text) > MAX_LENGTH:
        msg = "too long"
        raise ValueError(msg)
    if not text.lstrip().startswith("{"):  # else a tag stands in a string of the object, or makes the text unreadable
        text = strip_thinking(text)
    try:
        by_content = {_canonical(found): found for found in _objects(text)}
    except RecursionError:
        msg = "nested too deeply"
        raise ValueError(msg) from None
    if len(by_content) != 1:
        msg = "two answers that differ" if by_content else "no JSON object"
        raise ValueError(msg)
    return by_content.popitem()[1]


def _objects(text: str) -> Iterator[dict[str, Json]]:
    """Read each object that is not part of another. Each character is read once: the first fault ends it."""
    end = 0
    while (begin := text.find("{", end)) >= 0:
        found, end = _DECODER.raw_decode(text, begin)
        if _depth(found) > MAX_DEPTH:
            msg = "nested too deeply"
            raise ValueError(msg)
        yield found


def _unique_names(pairs: list[tuple[str, Json]]) -> dict[str, Json]:
    named = dict(pairs)
    if len(named) < len(pairs):
        msg = "a name stands twice"
        raise ValueError(msg)
    return named


# Not strict: a line break within a string is read as one.
_DECODER: Final = json.JSONDecoder(object_pairs_hook=_unique_names, strict=False)


def _canonical(value: Json) -> str:
    """Return equal text for equal values. Raises: ValueError: NaN, Infinity, or a number too large such as 1e999."""
    return json.dumps(value, sort_keys=True, allow_nan=False)


def _depth(value: Json) -> int:
    if not isinstance(value, dict | list):
        return 0
    inner = value.values() if isinstance(value, dict) else value
    return 1 + max(map(_depth, inner), default=0)
