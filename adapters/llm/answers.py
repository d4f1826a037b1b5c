"""Reads a server's responses and streams: complete answers of the requested form, or the error that says why not."""

from dataclasses import dataclass
from typing import Final

from pydantic import BaseModel, ConfigDict, Field

from bot.domain.models.requests import AnswerSchema, ModelRequest, TokenUsage
from bot.domain.models.token_estimate import estimate_prompt_tokens, estimate_tokens
from bot.model_errors import ModelBrokenOffError, ModelDeclinedError, ModelError, ModelGarbledError, ModelTooLongError

_COMPLETE: Final = frozenset({"stop", "tool_calls", "function_call", "eos", "end_turn", "stop_sequence"})
_MAX_TOKENS: Final = 2_000_000_000  # a larger count is an error of the server


class _ResponsePart(BaseModel):
    model_config = ConfigDict(from_attributes=True)


class ResponseMessage(_ResponsePart):
    """The model's message, or a fragment of it in a stream."""

    content: str | None = None
    refusal: str | None = None


class ResponseUsage(_ResponsePart):
    """The token counts of a request."""

    prompt_tokens: int = Field(ge=0, le=_MAX_TOKENS)
    completion_tokens: int = Field(ge=0, le=_MAX_TOKENS)


class ResponseChoice(_ResponsePart):
    """One answer, or a fragment of one in a stream."""

    message: ResponseMessage | None = None  # of a whole answer
    delta: ResponseMessage | None = None  # of a stream
    finish_reason: str | None = None


class ChatResponse(_ResponsePart):
    """The JSON of a complete response, or one event of a stream."""

    choices: list[ResponseChoice]
    usage: ResponseUsage | None = None
    model: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class RawAnswer:
    """The content of a response before it is checked."""

    text: str
    refusal: str
    finish_reason: str | None
    usage: TokenUsage | None
    model: str | None

    def count_tokens(self, request: ModelRequest) -> TokenUsage:
        """Return the tokens used, estimated if the server did not report them."""
        if self.usage is not None:
            return self.usage
        return TokenUsage(estimate_prompt_tokens(request), estimate_tokens(self.text))


@dataclass(slots=True)
class RequestProgress:
    """The progress of one request with all its attempts."""

    attempts: int = 0  # a repetition with other parameters, which the server accepts, is the same attempt
    text: str = ""  # the part of a stream that has been shown
    is_without_format: bool = False  # it was repeated without `response_format`, which the server may not bear


def parse_response(response: ChatResponse) -> RawAnswer:
    """Return the content of a complete response. Raises: ModelGarbledError: it has no message."""
    if not response.choices or (message := response.choices[0].message) is None:
        raise ModelGarbledError(why="no choices")
    return RawAnswer(
        text=message.content or "",
        refusal=message.refusal or "",
        finish_reason=response.choices[0].finish_reason,
        usage=token_usage(response.usage),
        model=response.model,
    )


def token_usage(usage: ResponseUsage | None) -> TokenUsage | None:
    """Return the usage that the server reported; None: it reported none."""
    return None if usage is None else TokenUsage(usage.prompt_tokens, usage.completion_tokens)


def find_problem(raw: RawAnswer, schema: AnswerSchema | None) -> ModelError | None:
    """Return why `raw` is not a valid answer to a request with that `schema`; None: it is valid."""
    if raw.refusal or raw.finish_reason == "content_filter":
        return ModelDeclinedError(partial=raw.text)
    if raw.finish_reason == "length":  # a truncated form is useless, a truncated text may not be
        return (
            ModelBrokenOffError(partial=raw.text, why="length")
            if schema is None
            else ModelTooLongError(partial=raw.text)
        )
    if raw.finish_reason not in _COMPLETE:
        return ModelBrokenOffError(partial=raw.text)
    if not raw.text.strip():
        return ModelGarbledError(why="empty")
    return _schema_problem(raw.text, schema)


def _schema_problem(text: str, schema: AnswerSchema | None) -> ModelError | None:
    if schema is None:
        return None
    try:
        schema.parse(text)
    except ValueError:
        return ModelGarbledError(partial=text, why="not of the form")
    return None


@dataclass(slots=True)
class StreamedAnswer:
    """The part of one stream that has been received."""

    text: str = ""
    refusal: str = ""
    finish_reason: str | None = None
    usage: TokenUsage | None = None
    model: str | None = None

    def add_event(self, event: ChatResponse) -> bool:
        """Add one event; return whether it added text."""
        self.usage = token_usage(event.usage) or self.usage
        self.model = self.model or event.model
        length_before = len(self.text)
        for choice in event.choices[:1]:
            self.finish_reason = choice.finish_reason or self.finish_reason
            if choice.delta is not None:
                self.text += choice.delta.content or ""
                self.refusal += choice.delta.refusal or ""
        return len(self.text) > length_before

    def to_raw_answer(self) -> RawAnswer:
        """Return the answer as received."""
        return RawAnswer(
            text=self.text, refusal=self.refusal, finish_reason=self.finish_reason, usage=self.usage, model=self.model
        )
