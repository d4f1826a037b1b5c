"""Parses a model's text into the requested type. Nothing is repaired or made up."""

from collections.abc import Callable
from typing import TypeVar

from pydantic import BaseModel

from bot.agents.json_answer import extract_object
from bot.domain.models.requests import AnswerSchema

M = TypeVar("M", bound=BaseModel)


def answer_schema(kind: type[BaseModel], *, name: str) -> AnswerSchema:
    """Return `kind` as the schema of a request."""
    return AnswerSchema(name=name, schema=kind.model_json_schema(), parse=answer_parser(kind))


def answer_parser(kind: type[M]) -> Callable[[str], M]:
    """Return a function that parses a text as a `kind`; it raises only ValueError."""

    def parse(text: str) -> M:
        return kind.model_validate(extract_object(text))

    return parse
