"""Encodes answers as OpenAI's JSON, whole and in chunks."""

import json
from collections.abc import Iterator
from typing import Any

from .model import Json, ModelOutput, tokens_in

_ID = "chatcmpl-1"


def usage(body: Json, said: ModelOutput) -> Json:
    asked, answered = tokens_in(body.get("messages", [])), tokens_in(said.text or "")
    return {"prompt_tokens": asked, "completion_tokens": answered, "total_tokens": asked + answered}


def completion(body: Json, said: ModelOutput) -> Json:
    message: Json = {"role": "assistant", "content": said.text, "refusal": said.refusal}
    choice = {"index": 0, "message": message, "finish_reason": said.finish, "logprobs": None}
    return {**_head(body, "chat.completion"), "choices": [choice], "usage": usage(body, said)}


def pieces(body: Json, said: ModelOutput) -> Iterator[Json]:
    """The chunks of a stream up to its last text: about a word each."""
    yield _chunk(body, {"role": "assistant", "content": "", "refusal": None})
    for kind, text in (("content", said.text), ("refusal", said.refusal)):
        for start in range(0, len(text or ""), 6):
            yield _chunk(body, {kind: (text or "")[start : start + 6]})


def ending(body: Json, said: ModelOutput) -> Iterator[Json]:
    """Return the last chunks of a stream: the finish reason, and the usage if requested."""
    yield _chunk(body, {}, finish=said.finish)
    if (body.get("stream_options") or {}).get("include_usage"):
        yield {**_head(body, "chat.completion.chunk"), "choices": [], "usage": usage(body, said)}


def event(value: object) -> bytes:
    return f"data: {value if isinstance(value, str) else json.dumps(value)}\n\n".encode()


def error(message: str, *, code: str | None, kind: str = "invalid_request_error", param: str | None = None) -> Json:
    return {"error": {"message": message, "type": kind, "param": param, "code": code}}


def _chunk(body: Json, delta: Json, *, finish: str | None = None) -> Json:
    choice: dict[str, Any] = {"index": 0, "delta": delta, "finish_reason": finish, "logprobs": None}
    return {**_head(body, "chat.completion.chunk"), "choices": [choice]}


def _head(body: Json, kind: str) -> Json:
    return {"id": _ID, "object": kind, "created": 1_700_000_000, "model": f"{body.get('model')}-2026"}
