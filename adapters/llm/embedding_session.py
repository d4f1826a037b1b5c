"""Embedding requests to one server. Importing this module imports OpenAI's library, which takes a second."""

from collections.abc import Sequence
from typing import Any, Final

import openai
from pydantic import BaseModel, ConfigDict

from adapters.llm.answers import RequestProgress
from adapters.llm.client import create_client, error_parameter, error_text, translate_error
from adapters.llm.retrying import retry_policy
from bot.domain.models.requests import ModelOptions
from bot.model_errors import ModelGarbledError

_INVALID_JSON_ERRORS: Final = (ValueError, TypeError, AttributeError, RecursionError)


class _Vector(BaseModel):
    model_config = ConfigDict(from_attributes=True)

    index: int
    embedding: list[float]


class _Response(BaseModel):
    model_config = ConfigDict(from_attributes=True)

    data: list[_Vector]


class EmbeddingSession:
    """One server's client, which has learned whether its model takes a dimension."""

    def __init__(self, api_key: str | None, base_url: str | None) -> None:
        self._client = create_client(api_key, base_url)
        self._takes_dimensions = True

    async def aclose(self) -> None:
        """Close the connections."""
        await self._client.close()

    async def embed(
        self, texts: Sequence[str], *, options: ModelOptions, dimensions: int, progress: RequestProgress
    ) -> list[list[float]]:
        """Return the vectors in the order of `texts`, with retries within the time limit. Raises: ModelError."""
        async for attempt in retry_policy(options, seconds=options.timeout, progress=progress):
            with attempt:
                return await self._attempt({"model": options.model, "input": list(texts)}, dimensions)
        raise AssertionError  # the last attempt's error is raised

    async def _attempt(self, parameters: dict[str, Any], dimensions: int) -> list[list[float]]:
        if self._takes_dimensions:
            try:
                return await self._send({**parameters, "dimensions": dimensions})
            except (openai.BadRequestError, openai.UnprocessableEntityError) as error:
                if error_parameter(error) != "dimensions" and "dimensions" not in error_text(error):
                    raise translate_error(error) from None
            self._takes_dimensions = False
        try:
            return await self._send(parameters)
        except openai.APIError as error:
            raise translate_error(error) from None

    async def _send(self, parameters: dict[str, Any]) -> list[list[float]]:
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
