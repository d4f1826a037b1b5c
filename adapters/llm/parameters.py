"""Converts a request to the parameters of OpenAI's chat completions API."""

from typing import Any, Final

from adapters.llm.dialect import AnswerFormat, ServerDialect
from adapters.llm.schemas import strict_schema
from bot.domain.models.requests import AnswerSchema, ModelOptions, ModelRequest, PromptRole
from bot.domain.models.token_estimate import prompt_json

_SCHEMA_PROMPT: Final = "Answer with one JSON object and nothing else. It must fit this JSON schema:\n{schema}"


def request_parameters(request: ModelRequest, dialect: ServerDialect, *, is_stream: bool) -> dict[str, Any]:
    """Return the parameters to send, as far as the server accepts them according to `dialect`."""
    return dialect.supported_parameters(
        {
            "model": request.options.model,
            "messages": _messages(request, dialect),
            dialect.length_parameter: request.options.max_tokens,
            **_sampling_parameters(request.options),
            **_response_format(request.schema, dialect.answer_format),
            **({"stream": True, "stream_options": {"include_usage": True}} if is_stream else {}),
        }
    )


def _sampling_parameters(options: ModelOptions) -> dict[str, Any]:
    parameters = {"temperature": options.temperature, "seed": options.seed}
    return {name: value for name, value in parameters.items() if value is not None}


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
