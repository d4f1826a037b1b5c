"""The parameters of a chat request in the form that a server accepts, as learned from its refusals."""

import re
from collections.abc import Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace
from enum import IntEnum
from typing import Any, Final, Self

from bot.domain.models.requests import AnswerSchema, ModelRequest, PromptRole
from bot.domain.models.token_estimate import prompt_json

_OTHER_LENGTH_PARAMETER: Final = {"max_tokens": "max_completion_tokens", "max_completion_tokens": "max_tokens"}
_OPTIONAL: Final = ("stream_options", "seed", "temperature")
_FORMAT: Final = re.compile(r"response_format|json_schema|json_object|structured output|guided")
JsonSchema = dict[str, Any]
# The keywords that strict servers accept. Bounds and patterns are left out: not every server accepts them, and the
# answer is checked against them in any case.
_KEPT_KEYWORDS: Final = frozenset({"type", "description", "enum", "const", "$ref"})
_REQUIRED_KEYWORDS: Final = frozenset({"type", "enum", "const", "$ref", "anyOf", "oneOf"})
_UNSUPPORTED_KEYWORDS: Final = frozenset({"allOf", "not", "if", "prefixItems", "patternProperties"})
_SCHEMA_PROMPT: Final = "Answer with one JSON object and nothing else. It must fit this JSON schema:\n{schema}"


class AnswerFormat(IntEnum):
    """The ways to request an answer of a given form, the strictest first."""

    JSON_SCHEMA = 0  # the server enforces the schema
    JSON_OBJECT = 1  # the server enforces JSON
    PROMPT_ONLY = 2  # only the prompt asks for it


@dataclass(frozen=True, slots=True)
class ServerDialect:
    """How requests to one model for one kind of answer are expressed."""

    length_parameter: str = "max_completion_tokens"  # the name of the parameter that limits the answer
    answer_format: AnswerFormat = AnswerFormat.JSON_SCHEMA
    omitted: frozenset[str] = frozenset()  # parameters that are not sent
    is_length_final: bool = False  # both names were tried

    def adapt_to_refusal(self, refusal: str, *, param: str | None, sent: AbstractSet[str]) -> Self | None:
        """Return the dialect to try after a request was refused; None: there is none left to try.

        `refusal`: the server's error, in lower case. `param`: the parameter that the server named as the cause, if any.
        """
        names = self._mentioned_parameters(refusal) if param is None or param not in sent else [param]
        dialects = (self._without(name) for name in names if name in sent)
        return next((dialect for dialect in dialects if dialect is not None), None)

    def _mentioned_parameters(self, refusal: str) -> list[str]:
        mentioned = [name for name in (*_OPTIONAL, self.length_parameter) if re.search(rf"\b{name}\b", refusal)]
        return [*mentioned, "response_format"] if _FORMAT.search(refusal) else mentioned

    def _without(self, name: str) -> Self | None:
        if name == "response_format" and self.answer_format is not AnswerFormat.PROMPT_ONLY:
            return replace(self, answer_format=AnswerFormat(self.answer_format + 1))
        if name in _OPTIONAL:
            return replace(self, omitted=self.omitted | {name})
        if name == self.length_parameter and not self.is_length_final:
            return replace(self, length_parameter=_OTHER_LENGTH_PARAMETER[name], is_length_final=True)
        return None

    def supported_parameters(self, parameters: Mapping[str, Any]) -> dict[str, Any]:
        """Return `parameters` without those that are omitted."""
        return {name: value for name, value in parameters.items() if name not in self.omitted}


def strict_schema(schema: Mapping[str, object]) -> JsonSchema | None:
    """Return `schema` with every property required and no other allowed; None: it has no strict form.

    An object whose property names are not fixed has no strict form.
    """
    try:
        return _convert(schema)
    except ValueError:
        return None


def _convert(schema: Mapping[str, object]) -> JsonSchema:
    if schema.keys() & _UNSUPPORTED_KEYWORDS or not schema.keys() & _REQUIRED_KEYWORDS:
        raise ValueError
    converted: JsonSchema = {name: value for name, value in schema.items() if name in _KEPT_KEYWORDS}
    if "$ref" in converted:
        return {"$ref": converted["$ref"]}
    for name in ("anyOf", "oneOf"):
        if isinstance(choices := schema.get(name), list):
            converted["anyOf"] = [_convert(each) for each in choices]
    if "items" in schema:
        converted["items"] = _convert(_require_mapping(schema["items"]))
    if "$defs" in schema:
        converted["$defs"] = {name: _convert(each) for name, each in _require_mapping(schema["$defs"]).items()}
    if schema.get("type") == "object":
        converted |= _convert_properties(schema)
    return converted


def _convert_properties(schema: Mapping[str, object]) -> JsonSchema:
    properties = _require_mapping(schema.get("properties"))
    if not properties or schema.get("additionalProperties"):
        raise ValueError
    converted = {name: _convert(each) for name, each in properties.items()}
    return {"properties": converted, "required": list(converted), "additionalProperties": False}


def _require_mapping(value: object) -> Mapping[str, Any]:
    if not isinstance(value, Mapping):
        raise ValueError  # noqa: TRY004 - means that there is no strict form
    return value


def request_parameters(request: ModelRequest, dialect: ServerDialect, *, is_stream: bool) -> dict[str, Any]:
    """Return the parameters to send, as far as the server accepts them according to `dialect`."""
    sampling = {"temperature": request.options.temperature, "seed": request.options.seed}
    return dialect.supported_parameters(
        {
            "model": request.options.model,
            "messages": _messages(request, dialect),
            dialect.length_parameter: request.options.max_tokens,
            **{name: value for name, value in sampling.items() if value is not None},
            **_response_format(request.schema, dialect.answer_format),
            **({"stream": True, "stream_options": {"include_usage": True}} if is_stream else {}),
        }
    )


def _response_format(schema: AnswerSchema | None, answer_format: AnswerFormat) -> dict[str, Any]:
    if schema is None or answer_format is AnswerFormat.PROMPT_ONLY:
        return {}
    if answer_format is AnswerFormat.JSON_OBJECT:
        return {"response_format": {"type": "json_object"}}
    strict = strict_schema(schema.schema)
    json_schema = {"name": schema.name, "schema": strict or dict(schema.schema), "strict": strict is not None}
    return {"response_format": {"type": "json_schema", "json_schema": json_schema}}


def _messages(request: ModelRequest, dialect: ServerDialect) -> list[dict[str, Any]]:
    messages = [{"role": message.role.value, "content": message.text} for message in request.messages]
    if request.schema is None or dialect.answer_format is AnswerFormat.JSON_SCHEMA:
        return messages
    prompt = _SCHEMA_PROMPT.format(schema=prompt_json(dict(request.schema.schema)))
    if messages and messages[0]["role"] == PromptRole.SYSTEM.value:  # some servers accept only one, and only first
        return [{**messages[0], "content": f"{messages[0]['content']}\n\n{prompt}"}, *messages[1:]]
    return [{"role": PromptRole.SYSTEM.value, "content": prompt}, *messages]
