"""Requests to one server. Importing this module imports OpenAI's library, which takes a second."""

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from http import HTTPStatus
from typing import Any, Final

import openai
from openai import AsyncStream
from pydantic import BaseModel, ConfigDict

from adapters.llm.answers import ChatResponse, RawAnswer, RequestProgress, StreamedAnswer, parse_response
from adapters.llm.client import BASE_URL, create_client, error_parameter, error_text, retry_policy, translate_error
from adapters.llm.dialect import AnswerFormat, ServerDialect, request_parameters
from bot.domain.models.requests import ModelOptions, ModelRequest
from bot.model_errors import ModelBrokenOffError, ModelError, ModelGarbledError, ModelTooLongError
from bot.ports import TextSink

_USAGE_SECONDS: Final = 0.5  # for which a stream is read after its answer is complete, to get the usage
_MAX_LETTERS_PER_TOKEN: Final = 16  # an answer with more is longer than requested
# Raised by the library for a response that is not the expected JSON.
_INVALID_JSON_ERRORS: Final = (ValueError, TypeError, AttributeError, RecursionError)


class _Vector(BaseModel):
    model_config = ConfigDict(from_attributes=True)

    index: int
    embedding: list[float]


class _Response(BaseModel):
    model_config = ConfigDict(from_attributes=True)

    data: list[_Vector]


class ModelSession:
    """One server's client, with what was learned of its models: the dialects, and whether they take a dimension."""

    def __init__(self, api_key: str | None, base_url: str | None) -> None:
        self._client = create_client(api_key, base_url)
        # Not every other server knows the parameter that OpenAI's newer models require.
        is_openai = base_url is None or base_url.rstrip("/") == BASE_URL
        self._default_dialect = ServerDialect(length_parameter="max_completion_tokens" if is_openai else "max_tokens")
        self._dialects: dict[str, ServerDialect] = {}  # by model
        # By model and schema: a server may refuse a single schema.
        self._answer_formats: dict[tuple[str, str], AnswerFormat] = {}
        self._takes_dimensions = True
        self._models_without_format: set[str] = set()  # whose server failed with `response_format`, and not without

    async def aclose(self) -> None:
        """Close the connections."""
        await self._client.close()

    async def ask(
        self, request: ModelRequest, *, show: TextSink | None, progress: RequestProgress, seconds: float
    ) -> RawAnswer:
        """Return the response to a request, with retries within `seconds`. Raises: ModelError."""
        async for attempt in retry_policy(request.options, seconds=seconds, progress=progress):
            with attempt:
                return await self._attempt(request, show, progress)
        raise AssertionError  # the last attempt's error is raised

    async def _attempt(self, request: ModelRequest, show: TextSink | None, progress: RequestProgress) -> RawAnswer:
        dialect = self._dialect_for(request)
        progress.attempts += 1
        while True:
            parameters = request_parameters(request, dialect, is_stream=show is not None)
            try:
                response = await self._send(parameters)
            except (openai.BadRequestError, openai.UnprocessableEntityError, openai.InternalServerError) as error:
                dialect = _adapt_dialect(dialect, error, parameters, progress)
                continue
            self._remember_dialect(request, dialect, is_without_format=progress.is_without_format)
            if show is None:
                return parse_response(_validate_response(response))
            max_length = request.options.max_tokens * _MAX_LETTERS_PER_TOKEN
            return await _read_stream(response, show, progress, max_length=max_length)

    async def _send(self, parameters: dict[str, Any]) -> Any:  # noqa: ANN401 - whatever the server sent
        """Send one request; return the response or the stream.

        Raises: ModelError; BadRequestError, UnprocessableEntityError, InternalServerError with status 500: other
            parameters may be accepted.
        """
        try:
            return await self._client.chat.completions.create(**parameters)
        except (openai.BadRequestError, openai.UnprocessableEntityError):
            raise
        except openai.APIError as error:
            if isinstance(error, openai.InternalServerError) and error.status_code == HTTPStatus.INTERNAL_SERVER_ERROR:
                raise
            raise translate_error(error) from None
        except _INVALID_JSON_ERRORS:
            raise ModelGarbledError(why="no JSON") from None

    async def embed(self, texts: Sequence[str], *, options: ModelOptions, dimensions: int) -> list[list[float]]:
        """Return the vectors in the order of `texts`, with retries within the time limit. Raises: ModelError."""
        async for attempt in retry_policy(options, seconds=options.timeout, progress=RequestProgress()):
            with attempt:
                return await self._attempt_to_embed({"model": options.model, "input": list(texts)}, dimensions)
        raise AssertionError  # the last attempt's error is raised

    async def _attempt_to_embed(self, parameters: dict[str, Any], dimensions: int) -> list[list[float]]:
        if self._takes_dimensions:
            try:
                return await self._send_texts({**parameters, "dimensions": dimensions})
            except (openai.BadRequestError, openai.UnprocessableEntityError) as error:
                if error_parameter(error) != "dimensions" and "dimensions" not in error_text(error):
                    raise translate_error(error) from None
            self._takes_dimensions = False
        try:
            return await self._send_texts(parameters)
        except openai.APIError as error:
            raise translate_error(error) from None

    async def _send_texts(self, parameters: dict[str, Any]) -> list[list[float]]:
        """Send one request. Raises: ModelError, and what refuses its parameters: BadRequestError and the like."""
        try:
            response = await self._client.embeddings.create(**parameters, encoding_format="float")
            vectors = _Response.model_validate(response).data
        except (openai.BadRequestError, openai.UnprocessableEntityError):
            raise
        except openai.APIError as error:
            raise translate_error(error) from None
        except _INVALID_JSON_ERRORS:
            raise ModelGarbledError(why="no vectors") from None
        return [each.embedding for each in sorted(vectors, key=lambda each: each.index)]

    def _dialect_for(self, request: ModelRequest) -> ServerDialect:
        dialect = self._dialects.get(request.options.model, self._default_dialect)
        if request.schema is None:
            return dialect
        if request.options.model in self._models_without_format:
            return replace(dialect, answer_format=AnswerFormat.PROMPT_ONLY)
        return replace(
            dialect,
            answer_format=self._answer_formats.get(
                (request.options.model, request.schema.name), AnswerFormat.JSON_SCHEMA
            ),
        )

    def _remember_dialect(self, request: ModelRequest, dialect: ServerDialect, *, is_without_format: bool) -> None:
        self._dialects[request.options.model] = dialect
        if is_without_format and dialect.answer_format is AnswerFormat.PROMPT_ONLY:
            self._models_without_format.add(request.options.model)
        if request.schema is not None:
            self._answer_formats[request.options.model, request.schema.name] = dialect.answer_format


def _adapt_dialect(
    dialect: ServerDialect, error: openai.APIStatusError, parameters: dict[str, Any], progress: RequestProgress
) -> ServerDialect:
    """Return the dialect in which to repeat a refused request. Raises: ModelError: it would be refused again.

    What fails for a reason that is not told is repeated once without `response_format`: some servers do not bear it.
    """
    model_error = translate_error(error)
    if isinstance(model_error, ModelTooLongError):
        raise model_error from None
    adapted = None
    if not isinstance(error, openai.InternalServerError):
        adapted = dialect.adapt_to_refusal(error_text(error), param=error_parameter(error), sent=parameters.keys())
    if adapted is not None:
        return adapted
    if "response_format" not in parameters or progress.is_without_format:
        raise model_error from None
    progress.is_without_format = True
    return replace(dialect, answer_format=AnswerFormat.PROMPT_ONLY)


def _validate_response(response: object) -> ChatResponse:
    try:
        return ChatResponse.model_validate(response)
    except _INVALID_JSON_ERRORS:
        raise ModelGarbledError(why="no answer") from None


async def _read_stream(
    stream: AsyncStream[Any], show: TextSink, progress: RequestProgress, *, max_length: int
) -> RawAnswer:
    answer = StreamedAnswer()
    async with stream:
        while answer.finish_reason is None:
            event = await _next_event(stream, answer)
            if event is None:
                break
            if answer.add_event(event):
                progress.text = answer.text
                await show(answer.text)
            if len(answer.text) > max_length:  # the server ignores the requested length
                raise ModelBrokenOffError(partial=answer.text, why="length")
        else:
            await _read_usage(stream, answer)
    if answer.model is None and answer.finish_reason is None and not answer.text:
        raise ModelGarbledError(why="no stream")
    return answer.to_raw_answer()


async def _next_event(stream: AsyncStream[Any], answer: StreamedAnswer) -> ChatResponse | None:
    """Return the next event; None: the stream has ended. Raises: ModelError."""
    try:
        return ChatResponse.model_validate(await anext(stream))
    except StopAsyncIteration:
        return None
    except openai.APIError as error:
        raise (ModelBrokenOffError(partial=answer.text) if answer.text else translate_error(error)) from None
    except _INVALID_JSON_ERRORS:
        raise ModelGarbledError(partial=answer.text, why="no event") from None


async def _read_usage(stream: AsyncStream[Any], answer: StreamedAnswer) -> None:
    """Read what follows a complete answer: the usage. Errors are ignored: the answer is already there."""
    with suppress(ModelError, TimeoutError):
        async with asyncio.timeout(_USAGE_SECONDS):
            while (event := await _next_event(stream, answer)) is not None:
                answer.add_event(event)
