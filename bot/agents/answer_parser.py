"""Parses a model's text into the requested type. Invalid JSON is not repaired but rejected, and nothing is made up."""

import json
import re
from collections.abc import Callable, Iterator, Mapping
from typing import Final, TypeAlias, TypeVar

from pydantic import BaseModel

from bot.domain.models.requests import AnswerSchema

M = TypeVar("M", bound=BaseModel)
Json: TypeAlias = "dict[str, Json] | list[Json] | str | int | float | bool | None"

MAX_LENGTH: Final = 128_000  # characters; real answers have a tenth of that
MAX_DEPTH: Final = 32  # nested brackets; real answers have four
STRING: Final[Mapping[str, object]] = {"type": "string"}

_TAG: Final = re.compile(r"<(/?)think(?:ing)?>", re.IGNORECASE)


def answer_schema(kind: type[BaseModel], *, name: str) -> AnswerSchema:
    """Return `kind` as the schema of a request."""
    return AnswerSchema(name=name, schema=kind.model_json_schema(), parse=answer_parser(kind))


def schema_of(kind: type[BaseModel], name: str, properties: Mapping[str, object]) -> AnswerSchema:
    """Return the schema of an object with exactly these properties, whose answers are parsed as a looser `kind`."""
    return AnswerSchema(name, object_schema(properties), answer_parser(kind))


def object_schema(properties: Mapping[str, object]) -> dict[str, object]:
    """Return the JSON schema of an object with exactly these properties, all required."""
    return {
        "type": "object",
        "properties": dict(properties),
        "required": list(properties),
        "additionalProperties": False,
    }


def array_schema(items: Mapping[str, object]) -> dict[str, object]:
    """Return the JSON schema of a list."""
    return {"type": "array", "items": items}


def answer_parser(kind: type[M]) -> Callable[[str], M]:
    """Return a function that parses a text as a `kind`; it raises only ValueError."""
    return lambda text: kind.model_validate(extract_object(text))


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
        # Equal text for equal values. ValueError: NaN, Infinity, or a number too large such as 1e999.
        by_content = {json.dumps(found, sort_keys=True, allow_nan=False): found for found in _objects(text)}
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


def _depth(value: Json) -> int:
    if not isinstance(value, dict | list):
        return 0
    inner = value.values() if isinstance(value, dict) else value
    return 1 + max(map(_depth, inner), default=0)


def strip_thinking(text: str) -> str:
    """Return `text` without the parts between <think> and </think>, or after a <think> that is never closed.

    Each tag is visited once, so the time is linear in the text's length.
    """
    kept: list[str] = []
    begin, is_thinking = 0, False
    for tag in _TAG.finditer(text):
        closes = bool(tag[1])
        if is_thinking and closes:
            begin, is_thinking = tag.end(), False
        elif not is_thinking and not closes:
            kept.append(text[begin : tag.start()])
            is_thinking = True
    return "".join(kept if is_thinking else [*kept, text[begin:]])
