"""Extracts the JSON object from a model's answer. Invalid JSON is not repaired but rejected."""

import json
from collections.abc import Iterator
from typing import Final, TypeAlias

from bot.agents.thinking import strip_thinking

Json: TypeAlias = "dict[str, Json] | list[Json] | str | int | float | bool | None"

MAX_LENGTH: Final = 128_000  # characters; real answers have a tenth of that
MAX_DEPTH: Final = 32  # nested brackets; real answers have four


def extract_object(text: str) -> dict[str, Json]:
    """Return the one JSON object in `text`, in time proportional to its length.

    Text around the object is ignored: code fences, comments, the model's thoughts. Equal objects count as one.

    Raises: ValueError: there is no object, or there are two different ones; an object is invalid JSON, repeats a name,
    has a number that is not finite, or is nested deeper than `MAX_DEPTH`; the text is longer than `MAX_LENGTH`.
    """
    if len(text) > MAX_LENGTH:
        msg = "too long"
        raise ValueError(msg)
    if not text.lstrip().startswith("{"):  # a tag in an object's string is part of the answer
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
    """Yield each top-level object. Each character is read once, since the first error ends the search."""
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


# Not strict: line breaks within strings are accepted.
_DECODER: Final = json.JSONDecoder(object_pairs_hook=_unique_names, strict=False)


def _canonical(value: Json) -> str:
    """Return equal text for equal values. Raises: ValueError: NaN, Infinity, or a number too large such as 1e999."""
    return json.dumps(value, sort_keys=True, allow_nan=False)


def _depth(value: Json) -> int:
    if not isinstance(value, dict | list):
        return 0
    inner = value.values() if isinstance(value, dict) else value
    return 1 + max(map(_depth, inner), default=0)
