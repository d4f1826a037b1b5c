"""A request as the parameters of OpenAI's chat completions."""

import json
from typing import Any, Final

from adapters.llm.dialect import AnswerFormat, ServerDialect
from adapters.llm.schemas import strict_schema
from bot.domain.models.requests import AnswerSchema, ModelMessage, ModelOptions, ModelRequest, PromptRole, Tool

_SCHEMA_PROMPT: Final = "Answer with one JSON object and nothing else. It must fit this JSON schema:\n{schema}"


def request_parameters(request: ModelRequest, dialect: ServerDialect, *, is_stream: bool) -> dict[str, Any]:
    """Return what is sent; `dialect` says which of it the server takes."""
    return dialect.supported_parameters(
        {
            "model": request.options.model,
            "messages": _messages(request, dialect),
            dialect.length_parameter: request.options.max_tokens,
            **_sampling_parameters(request.options),
            **_response_format(request.schema, dialect.answer_format),
            **({"tools": [_tool(tool) for tool in request.tools]} if request.tools else {}),
            **({"stream": True, "stream_options": {"include_usage": True}} if is_stream else {}),
        }
    )


def _sampling_parameters(options: ModelOptions) -> dict[str, Any]:
    chosen = {"temperature": options.temperature, "seed": options.seed}
    return {name: value for name, value in chosen.items() if value is not None}


def _response_format(schema: AnswerSchema | None, form: AnswerFormat) -> dict[str, Any]:
    if schema is None or form is AnswerFormat.PROMPT_ONLY:
        return {}
    if form is AnswerFormat.JSON_OBJECT:
        return {"response_format": {"type": "json_object"}}
    strictly = strict_schema(schema.schema)
    named = {"name": schema.name, "schema": strictly or dict(schema.schema), "strict": strictly is not None}
    return {"response_format": {"type": "json_schema", "json_schema": named}}


def _messages(request: ModelRequest, dialect: ServerDialect) -> list[dict[str, Any]]:
    said = [_message(message) for message in request.messages]
    if request.schema is None or dialect.answer_format is AnswerFormat.JSON_SCHEMA:
        return said
    words = _SCHEMA_PROMPT.format(schema=json.dumps(dict(request.schema.schema), ensure_ascii=False))
    if said and said[0]["role"] == PromptRole.SYSTEM.value:  # some servers take one system message only, and first
        return [{**said[0], "content": f"{said[0]['content']}\n\n{words}"}, *said[1:]]
    return [{"role": PromptRole.SYSTEM.value, "content": words}, *said]


def _message(message: ModelMessage) -> dict[str, Any]:
    made: dict[str, Any] = {"role": message.speaker.value, "content": message.text}
    if message.tool_calls:
        made["tool_calls"] = [
            {"id": call.id, "type": "function", "function": {"name": call.name, "arguments": call.arguments}}
            for call in message.tool_calls
        ]
    if message.tool_call_id is not None:
        made["tool_call_id"] = message.tool_call_id
    return made


def _tool(tool: Tool) -> dict[str, Any]:
    described = {"name": tool.name, "description": tool.description, "parameters": dict(tool.parameters)}
    return {"type": "function", "function": described}
