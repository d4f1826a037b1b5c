"""Embeddings behind OpenAI's embeddings API, on OpenAI's and every compatible server."""

import asyncio
import math
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final

from adapters.llm.answers import RequestProgress
from bot.domain.models.requests import ModelOptions, ModelRole
from bot.errors import SettingsError
from bot.model_errors import ModelGarbledError, ModelTimeoutError

if TYPE_CHECKING:
    from adapters.llm.embedding_session import EmbeddingSession

_MAX_CHARACTERS: Final = 8_000  # of one text that are read: the usual models take 8,192 tokens
_MAX_TEXTS: Final = 200  # of one request
_MAX_REQUEST_CHARACTERS: Final = 200_000  # of one request: 300,000 tokens are refused


class OpenAIEmbedder:
    """Implements `bot.ports.Embedder` by a model of a server; close it at the end.

    The library is imported at the first request.
    """

    def __init__(self, options: ModelOptions, *, dimensions: int, api_key: str | None, base_url: str | None) -> None:
        """Embed by `options.model` into `dimensions`.

        Args:
            options: The model; the time limit of one request with its retries, their number and first pause.
            dimensions: Of each vector. A model that has others is refused.
            api_key: None: the server needs none.
            base_url: "https://host/v1"; None: OpenAI's own.
        """
        self.model = f"{options.model}-{dimensions}"
        self.dimensions = dimensions
        self._options = options
        self._server = (api_key, base_url)
        self._session: EmbeddingSession | None = None
        self._opening_lock = asyncio.Lock()

    async def embed(self, texts: Sequence[str]) -> tuple[tuple[float, ...], ...]:
        """Return one vector of unit length per text. Raises: ModelError; SettingsError: of another dimension."""
        session = await self._open_session()
        vectors: list[tuple[float, ...]] = []
        for batch in _batches([text[:_MAX_CHARACTERS] or " " for text in texts]):  # an empty text is refused
            vectors += await self._embed_batch(session, batch)
        return tuple(vectors)

    async def aclose(self) -> None:
        """Close the connections."""
        session, self._session = self._session, None
        if session is not None:
            await session.aclose()

    async def _embed_batch(self, session: "EmbeddingSession", texts: list[str]) -> list[tuple[float, ...]]:
        seconds = self._options.timeout
        try:
            async with asyncio.timeout(seconds):
                found = await session.embed(
                    texts, options=self._options, dimensions=self.dimensions, progress=RequestProgress()
                )
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

    async def _open_session(self) -> "EmbeddingSession":
        async with self._opening_lock:
            if self._session is None:
                self._session = await asyncio.to_thread(_create_session, *self._server)
            return self._session


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


def _create_session(api_key: str | None, base_url: str | None) -> "EmbeddingSession":
    from adapters.llm.embedding_session import EmbeddingSession  # noqa: PLC0415 - takes a second: only in a thread

    return EmbeddingSession(api_key, base_url)
