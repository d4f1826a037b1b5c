"""Requests to one server. Whoever imports this imports OpenAI's library, which takes a second."""

import asyncio
from contextlib import suppress
from dataclasses import replace
from typing import Any, Final

import openai
from openai import AsyncStream

from adapters.llm.answers import ChatResponse, RawAnswer, read
from adapters.llm.api_errors import param_of, text_of, translated
from adapters.llm.client import BASE_URL, client
from adapters.llm.dialect import AnswerFormat, ServerDialect
from adapters.llm.parameters import parameters
from adapters.llm.progress import RequestProgress
from adapters.llm.retrying import retrying
from adapters.llm.streams import StreamedAnswer
from bot.domain.models.requests import ModelRequest
from bot.errors import ModelBrokenOffError, ModelError, ModelGarbledError, ModelTooLongError
from bot.ports import TextSink

_FOR_USAGE: Final = 0.5  # seconds that a whole stream is still read, for what it has used
_LETTERS: Final = 16  # of a token, at most: what is longer is more than was asked for
_UNREADABLE: Final = (ValueError, TypeError, AttributeError, RecursionError)  # what the library raises at no JSON


class ChatSession:
    """One server's client, and what we have learnt of the parameters that each of its models takes."""

    def __init__(self, api_key: str | None, base_url: str | None) -> None:
        self._client = client(api_key, base_url)
        # The name that OpenAI's newer models want is not known to all other servers.
        is_theirs = base_url is None or base_url.rstrip("/") == BASE_URL
        self._first = ServerDialect(length="max_completion_tokens" if is_theirs else "max_tokens")
        self._models: dict[str, ServerDialect] = {}
        self._forms: dict[tuple[str, str], AnswerFormat] = {}  # by model and form: a schema can be refused for itself

    async def aclose(self) -> None:
        """End the connections."""
        await self._client.close()

    async def ask(
        self, request: ModelRequest, *, show: TextSink | None, progress: RequestProgress, seconds: float
    ) -> RawAnswer:
        """Return what came of a request, tried again where that may help and `seconds` allow it. Raises: ModelError."""
        async for attempt in retrying(request.options, seconds=seconds, progress=progress):
            with attempt:
                return await self._tried(request, show, progress)
        raise AssertionError  # the last attempt's error is raised

    async def _tried(self, request: ModelRequest, show: TextSink | None, progress: RequestProgress) -> RawAnswer:
        dialect = self._known(request)
        progress.tries += 1
        while True:
            given = parameters(request, dialect, is_stream=show is not None)
            try:
                answer = await self._sent(given)
            except (openai.BadRequestError, openai.UnprocessableEntityError) as error:
                dialect = _otherwise(dialect, error, given)
                continue
            self._learn(request, dialect)
            if show is None:
                return read(_checked(answer))
            return await _streamed(answer, show, progress, longest=request.options.max_tokens * _LETTERS)

    async def _sent(self, given: dict[str, Any]) -> Any:  # noqa: ANN401 - whatever the server sent
        """Raises: ModelError; BadRequestError, UnprocessableEntityError: it may be taken if put otherwise."""
        try:
            return await self._client.chat.completions.create(**given)
        except (openai.BadRequestError, openai.UnprocessableEntityError):
            raise
        except openai.APIError as error:
            raise translated(error) from None
        except _UNREADABLE:
            raise ModelGarbledError(why="no JSON") from None

    def _known(self, request: ModelRequest) -> ServerDialect:
        dialect = self._models.get(request.options.model, self._first)
        if request.schema is None:
            return dialect
        return replace(dialect, form=self._forms.get((request.options.model, request.schema.name), AnswerFormat.SCHEMA))

    def _learn(self, request: ModelRequest, dialect: ServerDialect) -> None:
        self._models[request.options.model] = dialect
        if request.schema is not None:
            self._forms[request.options.model, request.schema.name] = dialect.form


def _otherwise(dialect: ServerDialect, error: openai.APIStatusError, given: dict[str, Any]) -> ServerDialect:
    """Return how to put a refused request. Raises: ModelError: it would be refused again."""
    why = translated(error)
    if isinstance(why, ModelTooLongError):
        raise why from None
    other = dialect.after(text_of(error), param=param_of(error), sent=given.keys())
    if other is None:
        raise why from None
    return other


def _checked(answer: object) -> ChatResponse:
    try:
        return ChatResponse.model_validate(answer)
    except _UNREADABLE:
        raise ModelGarbledError(why="no answer") from None


async def _streamed(stream: AsyncStream[Any], show: TextSink, progress: RequestProgress, *, longest: int) -> RawAnswer:
    gathered = StreamedAnswer()
    async with stream:
        while gathered.finish is None:
            event = await _next(stream, gathered)
            if event is None:
                break
            if gathered.add(event):
                progress.text = gathered.text
                await show(gathered.text)
            if len(gathered.text) > longest:  # the server does not keep to the length asked for
                raise ModelBrokenOffError(partial=gathered.text, why="length")
        else:
            await _to_its_end(stream, gathered)
    if gathered.model is None and gathered.finish is None and not gathered.text:
        raise ModelGarbledError(why="no stream")
    return gathered.raw()


async def _next(stream: AsyncStream[Any], gathered: StreamedAnswer) -> ChatResponse | None:
    """Return the next event; None: there is none. Raises: ModelError."""
    try:
        return ChatResponse.model_validate(await anext(stream))
    except StopAsyncIteration:
        return None
    except openai.APIError as error:
        raise (ModelBrokenOffError(partial=gathered.text) if gathered.text else translated(error)) from None
    except _UNREADABLE:
        raise ModelGarbledError(partial=gathered.text, why="no event") from None


async def _to_its_end(stream: AsyncStream[Any], gathered: StreamedAnswer) -> None:
    """Read what comes after a whole answer: what it has used. How that ends is of no account."""
    with suppress(ModelError, TimeoutError):
        async with asyncio.timeout(_FOR_USAGE):
            while (event := await _next(stream, gathered)) is not None:
                gathered.add(event)
