"""Requests to one server. Whoever imports this imports OpenAI's library, which takes a second."""

import asyncio
from contextlib import suppress
from dataclasses import replace
from typing import Any, Final

import openai
from openai import AsyncStream

from adapters.llm.answers import ChatResponse, RawAnswer, parse_response
from adapters.llm.api_errors import error_parameter, error_text, translate_error
from adapters.llm.client import BASE_URL, create_client
from adapters.llm.dialect import AnswerFormat, ServerDialect
from adapters.llm.parameters import request_parameters
from adapters.llm.progress import RequestProgress
from adapters.llm.retrying import retry_policy
from adapters.llm.streams import StreamedAnswer
from bot.domain.models.requests import ModelRequest
from bot.errors import ModelBrokenOffError, ModelError, ModelGarbledError, ModelTooLongError
from bot.ports import TextSink

_USAGE_SECONDS: Final = 0.5  # seconds that a whole stream is still read, for what it has used
_MAX_LETTERS_PER_TOKEN: Final = 16  # of a token, at most: what is longer is more than was asked for
_INVALID_JSON_ERRORS: Final = (
    ValueError,
    TypeError,
    AttributeError,
    RecursionError,
)  # what the library raises at no JSON


class ChatSession:
    """One server's client, and what we have learnt of the parameters that each of its models takes."""

    def __init__(self, api_key: str | None, base_url: str | None) -> None:
        self._client = create_client(api_key, base_url)
        # The name that OpenAI's newer models want is not known to all other servers.
        is_theirs = base_url is None or base_url.rstrip("/") == BASE_URL
        self._default_dialect = ServerDialect(length_parameter="max_completion_tokens" if is_theirs else "max_tokens")
        self._dialects: dict[str, ServerDialect] = {}
        self._answer_formats: dict[
            tuple[str, str], AnswerFormat
        ] = {}  # by model and form: a schema can be refused for itself

    async def aclose(self) -> None:
        """End the connections."""
        await self._client.close()

    async def ask(
        self, request: ModelRequest, *, show: TextSink | None, progress: RequestProgress, seconds: float
    ) -> RawAnswer:
        """Return what came of a request, tried again where that may help and `seconds` allow it. Raises: ModelError."""
        async for attempt in retry_policy(request.options, seconds=seconds, progress=progress):
            with attempt:
                return await self._attempt(request, show, progress)
        raise AssertionError  # the last attempt's error is raised

    async def _attempt(self, request: ModelRequest, show: TextSink | None, progress: RequestProgress) -> RawAnswer:
        dialect = self._dialect_for(request)
        progress.attempts += 1
        while True:
            given = request_parameters(request, dialect, is_stream=show is not None)
            try:
                answer = await self._send(given)
            except (openai.BadRequestError, openai.UnprocessableEntityError) as error:
                dialect = _adapt_dialect(dialect, error, given)
                continue
            self._remember_dialect(request, dialect)
            if show is None:
                return parse_response(_validate_response(answer))
            return await _read_stream(
                answer, show, progress, longest=request.options.max_tokens * _MAX_LETTERS_PER_TOKEN
            )

    async def _send(self, given: dict[str, Any]) -> Any:  # noqa: ANN401 - whatever the server sent
        """Raises: ModelError; BadRequestError, UnprocessableEntityError: it may be taken if put otherwise."""
        try:
            return await self._client.chat.completions.create(**given)
        except (openai.BadRequestError, openai.UnprocessableEntityError):
            raise
        except openai.APIError as error:
            raise translate_error(error) from None
        except _INVALID_JSON_ERRORS:
            raise ModelGarbledError(why="no JSON") from None

    def _dialect_for(self, request: ModelRequest) -> ServerDialect:
        dialect = self._dialects.get(request.options.model, self._default_dialect)
        if request.schema is None:
            return dialect
        return replace(
            dialect,
            answer_format=self._answer_formats.get(
                (request.options.model, request.schema.name), AnswerFormat.JSON_SCHEMA
            ),
        )

    def _remember_dialect(self, request: ModelRequest, dialect: ServerDialect) -> None:
        self._dialects[request.options.model] = dialect
        if request.schema is not None:
            self._answer_formats[request.options.model, request.schema.name] = dialect.answer_format


def _adapt_dialect(dialect: ServerDialect, error: openai.APIStatusError, given: dict[str, Any]) -> ServerDialect:
    """Return how to put a refused request. Raises: ModelError: it would be refused again."""
    why = translate_error(error)
    if isinstance(why, ModelTooLongError):
        raise why from None
    other = dialect.adapt_to_refusal(error_text(error), param=error_parameter(error), sent=given.keys())
    if other is None:
        raise why from None
    return other


def _validate_response(answer: object) -> ChatResponse:
    try:
        return ChatResponse.model_validate(answer)
    except _INVALID_JSON_ERRORS:
        raise ModelGarbledError(why="no answer") from None


async def _read_stream(
    stream: AsyncStream[Any], show: TextSink, progress: RequestProgress, *, longest: int
) -> RawAnswer:
    gathered = StreamedAnswer()
    async with stream:
        while gathered.finish_reason is None:
            event = await _next_event(stream, gathered)
            if event is None:
                break
            if gathered.add_event(event):
                progress.text = gathered.text
                await show(gathered.text)
            if len(gathered.text) > longest:  # the server does not keep to the length asked for
                raise ModelBrokenOffError(partial=gathered.text, why="length")
        else:
            await _read_usage(stream, gathered)
    if gathered.model is None and gathered.finish_reason is None and not gathered.text:
        raise ModelGarbledError(why="no stream")
    return gathered.to_raw_answer()


async def _next_event(stream: AsyncStream[Any], gathered: StreamedAnswer) -> ChatResponse | None:
    """Return the next event; None: there is none. Raises: ModelError."""
    try:
        return ChatResponse.model_validate(await anext(stream))
    except StopAsyncIteration:
        return None
    except openai.APIError as error:
        raise (ModelBrokenOffError(partial=gathered.text) if gathered.text else translate_error(error)) from None
    except _INVALID_JSON_ERRORS:
        raise ModelGarbledError(partial=gathered.text, why="no event") from None


async def _read_usage(stream: AsyncStream[Any], gathered: StreamedAnswer) -> None:
    """Read what comes after a whole answer: what it has used. How that ends is of no account."""
    with suppress(ModelError, TimeoutError):
        async with asyncio.timeout(_USAGE_SECONDS):
            while (event := await _next_event(stream, gathered)) is not None:
                gathered.add_event(event)
