"""Models behind OpenAI's chat completions API, on OpenAI's and every compatible server."""

import asyncio
from typing import TYPE_CHECKING

from adapters.llm.answers import RawAnswer, RequestProgress, find_problem
from bot.domain.models.requests import ModelAnswer, ModelRequest
from bot.model_errors import ModelError, ModelTimeoutError
from bot.ports import TextSink

if TYPE_CHECKING:
    from adapters.llm.session import ChatSession


class OpenAIChat:
    """Implements `bot.ports.ChatModel`; close it at the end.

    The library is imported at the first request, or by `warm_up`.

    Every ModelError has `facts["attempts"]`, the number of attempts, and, after an answer that cannot be used,
    `facts["tokens"]`, the tokens used. A request that is repeated without a parameter that the server does not accept
    is the same attempt.

    Args:
        api_key: None: the server needs none.
        base_url: "https://host/v1"; None: OpenAI's own.
    """

    def __init__(self, api_key: str | None, base_url: str | None) -> None:
        self._api_key = api_key
        self._base_url = base_url
        self._session: ChatSession | None = None
        self._opening_lock = asyncio.Lock()

    async def ask(self, request: ModelRequest, *, show: TextSink | None = None) -> ModelAnswer:
        progress = RequestProgress()
        try:
            return await self._ask_within_limit(request, show, progress)
        except ModelError as error:
            error.partial = error.partial or progress.text
            error.facts["attempts"] = progress.attempts
            raise

    async def warm_up(self) -> None:
        """Import and set up what the first request needs: it takes a second, in another thread."""
        await self._open_session()

    async def aclose(self) -> None:
        """Close the connections."""
        session, self._session = self._session, None
        if session is not None:
            await session.aclose()

    async def _ask_within_limit(
        self, request: ModelRequest, show: TextSink | None, progress: RequestProgress
    ) -> ModelAnswer:
        loop = asyncio.get_running_loop()
        started_at = loop.time()
        seconds = _seconds_left(request, now=started_at)
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

    async def _open_session(self) -> "ChatSession":
        async with self._opening_lock:
            if self._session is None:
                self._session = await asyncio.to_thread(_create_session, self._api_key, self._base_url)
            return self._session


def _seconds_left(request: ModelRequest, *, now: float) -> float:
    until = request.caller.deadline
    return request.options.timeout if until is None else min(request.options.timeout, until - now)


def _check_answer(raw: RawAnswer, request: ModelRequest, *, attempts: int, latency: float) -> ModelAnswer:
    """Return the answer. Raises: ModelError: it is incomplete, or not of the requested form."""
    tokens = raw.count_tokens(request)
    if (error := find_problem(raw, request.schema)) is not None:
        error.facts["tokens"] = tokens
        raise error
    return ModelAnswer(
        text=raw.text, model=raw.model or request.options.model, tokens=tokens, latency=latency, attempts=attempts
    )


def _create_session(api_key: str | None, base_url: str | None) -> "ChatSession":
    from adapters.llm.session import ChatSession  # noqa: PLC0415 - takes a second: only in a thread, and only if a model is set

    return ChatSession(api_key, base_url)
