"""Reads what a model wrote as the value it was asked for; small faults of form are mended, nothing is made up."""

import re
from collections.abc import Callable
from typing import Any, Final, TypeVar

import json_repair
from pydantic import BaseModel, ValidationError

from bot.domain.models import Shape

M = TypeVar("M", bound=BaseModel)

_THINKING: Final = re.compile(r"<think(?:ing)?>.*?</think(?:ing)?>", re.DOTALL | re.IGNORECASE)


def shape_of(kind: type[BaseModel], *, name: str) -> Shape:
    """Return the form of `kind` for a request."""
    return Shape(name=name, schema=kind.model_json_schema(), read=reader(kind))


def reader(kind: type[M]) -> Callable[[str], M]:
    """Return what makes a text a `kind`, and raises ValueError where it is none."""

    def read(text: str) -> M:
        try:
            return kind.model_validate_json(text)
        except ValidationError:
            try:
                return kind.model_validate(_mended(text))
            except RecursionError:
                msg = "nested too deeply"
                raise ValueError(msg) from None

    return read


def _mended(text: str) -> Any:  # noqa: ANN401 - JSON
    """Return the JSON object in `text`, without what stands around it and what is unfinished at its end.

    Raises: ValueError: there is none.
    """
    text = _THINKING.sub("", text)
    first, last = text.find("{"), text.rfind("}")
    if first < 0 or last < first:
        msg = "no JSON object"
        raise ValueError(msg)
    return json_repair.loads(text[first : last + 1])  # cut at a closed object: no half-written amount is completed
