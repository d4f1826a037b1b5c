"""Reads what a model wrote as the value it was asked for; nothing is repaired or made up."""

from collections.abc import Callable
from typing import TypeVar

from pydantic import BaseModel

from bot.agents.json_answer import extract_object
from bot.domain.models.requests import AnswerSchema

M = TypeVar("M", bound=BaseModel)


def answer_schema(kind: type[BaseModel], *, name: str) -> AnswerSchema:
    """Return the form of `kind` for a request."""
    return AnswerSchema(name=name, schema=kind.model_json_schema(), parse=answer_parser(kind))


def answer_parser(kind: type[M]) -> Callable[[str], M]:
    """Return what makes a text a `kind`, and raises ValueError, and nothing else, where it is none."""

    def read(text: str) -> M:
        return kind.model_validate(extract_object(text))

    return read
