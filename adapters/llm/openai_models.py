"""Models behind OpenAI's APIs of chat completions and embeddings, on OpenAI's and every compatible server."""

import asyncio
import math
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final

from adapters.llm.answers import RawAnswer, RequestProgress, find_problem
from bot.domain.models.requests import ModelAnswer, ModelOptions, ModelRequest, ModelRole
from bot.errors import SettingsError
from bot.model_errors import ModelError, ModelGarbledError, ModelTimeoutError
from bot.ports import TextSink

if TYPE_CHECKING:
    from adapters.llm.session import ModelSession

_MAX_CHARACTERS: Final = 8_000  # of one text that are read: the usual models take 8,192 tokens
_MAX_TEXTS: Final = 200  # of one request
_MAX_REQUEST_CHARACTERS: Final = 200_000  # of one request: 300,000 tokens are refused


class _ServerClient:
    """A client of one server; close it at the end. The library is imported at the first request, or by `warm_up`.

    `api_key`: None: the server needs none. `base_url`: "https://host/v1"; None: OpenAI's own.
    """

    def __init__(self, api_key: str | None, base_url: str | None) -> None:
        self._server = (api_key, base_url)
        self._session: ModelSession | None = None
        self._opening_lock = asyncio.Lock()

    async def warm_up(self) -> None:
        """Import and set up what the first request needs: it takes a second, in another thread."""
        await self._open_session()

    async def aclose(self) -> None:
        """Close the connections."""
        session, self._session = self._session, None
        if session is not None:
            await session.aclose()

    async def _open_session(self) -> "ModelSession":
        async with self._opening_lock:
            if self._session is None:
                self._session = await asyncio.to_thread(_create_session, *self._server)
            return self._session


class OpenAIChat(_ServerClient):
    """Implements `bot.ports.ChatModel`.

    Every ModelError has `facts["attempts"]`, the number of attempts, and, after an answer that cannot be used,
    `facts["tokens"]`, the tokens used. A request that is repeated without a parameter that the server does not accept
    is the same attempt.
    """

    async def ask(self, request: ModelRequest, *, show: TextSink | None = None) -> ModelAnswer:
        progress = RequestProgress()
        try:
            return await self._ask_within_limit(request, show, progress)
        except ModelError as error:
            error.partial = error.partial or progress.text
            error.facts["attempts"] = progress.attempts
            raise

    async def _ask_within_limit(
        self, request: ModelRequest, show: TextSink | None, progress: RequestProgress
    ) -> ModelAnswer:
        loop = asyncio.get_running_loop()
        started_at = loop.time()
        until = request.caller.deadline
        seconds = request.options.timeout if until is None else min(request.options.timeout, until - started_at)
        if seconds <= 0:
            raise ModelTimeoutError
        limit = asyncio.timeout(seconds)
        try:
            async with limit:
                session = await self._open_session()
                raw = await session.ask(request, show=show, progress=progress, seconds=seconds)
        except TimeoutError:
            if not limit.expired():
                raise  # from `show`
            raise ModelTimeoutError from None
        return _check_answer(raw, request, attempts=progress.attempts, latency=loop.time() - started_at)


def _check_answer(raw: RawAnswer, request: ModelRequest, *, attempts: int, latency: float) -> ModelAnswer:
    """Return the answer. Raises: ModelError: it is incomplete, or not of the requested form."""
    tokens = raw.count_tokens(request)
    if (error := find_problem(raw, request.schema)) is not None:
        error.facts["tokens"] = tokens
        raise error
    return ModelAnswer(
        text=raw.text, model=raw.model or request.options.model, tokens=tokens, latency=latency, attempts=attempts
    )


def _create_session(api_key: str | None, base_url: str | None) -> "ModelSession":
    from adapters.llm.session import ModelSession  # noqa: PLC0415 - takes a second: only in a thread, and only if a model is set

    return ModelSession(api_key, base_url)


class OpenAIEmbedder(_ServerClient):
    """Implements `bot.ports.Embedder` by a model of a server."""

    def __init__(self, options: ModelOptions, *, dimensions: int, api_key: str | None, base_url: str | None) -> None:
        """Embed by `options.model`, which is refused if its vectors have other dimensions.

        `options`: also the time limit of one request with its retries, their number and first pause.
        """
        super().__init__(api_key, base_url)
        self.model = f"{options.model}-{dimensions}"
        self.dimensions = dimensions
        self._options = options

    async def embed(self, texts: Sequence[str]) -> tuple[tuple[float, ...], ...]:
        """Return one vector of unit length per text. Raises: ModelError; SettingsError: of another dimension."""
        session = await self._open_session()
        vectors: list[tuple[float, ...]] = []
        for batch in _batches([text[:_MAX_CHARACTERS] or " " for text in texts]):  # an empty text is refused
            vectors += await self._embed_batch(session, batch)
        return tuple(vectors)

    async def _embed_batch(self, session: "ModelSession", texts: list[str]) -> list[tuple[float, ...]]:
        try:
            async with asyncio.timeout(self._options.timeout):
                found = await session.embed(texts, options=self._options, dimensions=self.dimensions)
        except TimeoutError:
            raise ModelTimeoutError from None
        if len(found) != len(texts):
            raise ModelGarbledError(why="number of vectors")
        return [self._unit(vector) for vector in found]

    def _unit(self, vector: Sequence[float]) -> tuple[float, ...]:
        if len(vector) != self.dimensions:
            raise SettingsError(
                setting="EMBEDDING_DIMENSIONS",
                problem=f"{self._options.model} returns vectors of {len(vector)} dimensions, not {self.dimensions}",
                advice=f"set it to {len(vector)}",
            )
        length = math.hypot(*vector)
        if not math.isfinite(length) or length == 0.0:
            raise ModelGarbledError(why="no vector")
        return tuple(value / length for value in vector)


def _batches(texts: Sequence[str]) -> Iterator[list[str]]:
    batch: list[str] = []
    for text in texts:
        if batch and (len(batch) == _MAX_TEXTS or sum(map(len, batch)) + len(text) > _MAX_REQUEST_CHARACTERS):
            yield batch
            batch = []
        batch.append(text)
    if batch:
        yield batch


def embedding_options(model: str, *, timeout: float, retries: int) -> ModelOptions:
    """Return the options of an embedding model; `timeout`: seconds of one request with its retries."""
    return ModelOptions(role=ModelRole.LIGHT, model=model, timeout=timeout, retries=retries)
