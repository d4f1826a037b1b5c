"""OpenAI's client library, configured not to retry, redirect or log requests; its errors, and retries of our own.

Of a server's error only its status and its codes are kept: its texts may repeat the key or the prompt.
"""

import json
import logging
import re
from collections.abc import AsyncIterator, Callable, Mapping
from http import HTTPStatus
from typing import Any, Final

import httpx2
import openai
from openai import AsyncOpenAI, DefaultAsyncHttpx2Client
from tenacity import (
    AsyncRetrying,
    RetryCallState,
    retry_if_exception,
    stop_after_attempt,
    stop_before_delay,
    wait_exponential_jitter,
)

from adapters.llm.answers import RequestProgress
from bot.domain.models.requests import ModelOptions
from bot.model_errors import (
    ModelError,
    ModelGarbledError,
    ModelQuotaError,
    ModelRateLimitedError,
    ModelRefusedKeyError,
    ModelRequestError,
    ModelTooLongError,
    ModelUnreachableError,
)

BASE_URL: Final = "https://api.openai.com/v1"
MAX_ANSWER_BYTES: Final = 8 * 1024 * 1024  # bytes of one answer; a stream of 20,000 tokens has about 5 million
_NO_KEY: Final = "none"  # the library requires one; a server without keys ignores it
_KEY: Final = re.compile(r"[\x21-\x7e]+")  # characters that a header can carry
_TIMEOUT: Final = httpx2.Timeout(None, connect=5.0)  # the caller limits the time of the whole request
for _name in ("openai", "httpx2", "httpcore2"):
    logging.getLogger(_name).setLevel(logging.WARNING)  # lower levels log addresses and headers
_CODE: Final = re.compile(r"[a-z][a-z0-9_.]{0,40}")
_NO_CREDIT: Final = frozenset({"insufficient_quota", "billing_hard_limit_reached", "billing_not_active"})
_TOO_LONG: Final = re.compile(
    r"context_length_exceeded|context (length|window)|string_above_max_length|prompt is too long"
    r"|output limit was reached"
)
_RETRIABLE: Final = frozenset({408, 409, 425})  # of the 4xx, those that ask to try again later
_MAX_PAUSE_SECONDS = 8.0  # between two attempts, unless the server asks for more


class _SizeLimitedStream(httpx2.AsyncByteStream):
    """A response body with a size limit, so that an endless response cannot fill the memory."""

    def __init__(self, stream: httpx2.AsyncByteStream) -> None:
        self._stream = stream

    async def __aiter__(self) -> AsyncIterator[bytes]:
        size = 0
        async for part in self._stream:
            size += len(part)
            if size > MAX_ANSWER_BYTES:
                await self.aclose()
                raise ModelGarbledError(why="too large")
            yield part

    async def aclose(self) -> None:
        await self._stream.aclose()


async def _limit_response(response: httpx2.Response) -> None:
    if response.headers.get("content-encoding", "identity") != "identity":
        raise ModelGarbledError(why="compressed")  # not requested; its real size would be known too late
    if isinstance(response.stream, httpx2.AsyncByteStream):
        response.stream = _SizeLimitedStream(response.stream)


def create_client(api_key: str | None, base_url: str | None) -> AsyncOpenAI:
    """Return a client without retries and time limits of its own; close it at the end.

    `api_key`: None: the server needs none. `base_url`: "https://host/v1"; None: OpenAI's own.

    Raises: ModelRefusedKeyError: the key is malformed; ModelUnreachableError: the URL is malformed.
    """
    key = (api_key or "").strip() or _NO_KEY
    if not _KEY.fullmatch(key):
        raise ModelRefusedKeyError(why="not a key")
    try:
        return _build_client(key, base_url or BASE_URL)
    except httpx2.InvalidURL:
        raise ModelUnreachableError(why="not an address") from None


def _build_client(key: str, base_url: str) -> AsyncOpenAI:
    client = AsyncOpenAI(
        api_key=key,
        base_url=base_url,
        max_retries=0,
        timeout=_TIMEOUT,
        default_headers={"Accept-Encoding": "identity"},
        http_client=DefaultAsyncHttpx2Client(
            timeout=_TIMEOUT, follow_redirects=False, event_hooks={"response": [_limit_response]}
        ),
    )
    _ = client.chat.completions, client.models  # their first use imports modules, which takes a second
    return client


def translate_error(error: openai.APIError) -> ModelError:
    """Return the ModelError for an error of the library."""
    if isinstance(error, openai.APIStatusError):
        return _translate_status(error)
    if isinstance(error, openai.APIConnectionError):
        return ModelUnreachableError(why=type(error.__cause__ or error).__name__)
    code = error_code(error)  # an error in the middle of a stream
    return ModelQuotaError(code=code) if code in _NO_CREDIT else ModelUnreachableError(why="error in stream", code=code)


def _translate_status(error: openai.APIStatusError) -> ModelError:
    status, code = error.status_code, error_code(error) or error_type(error)
    facts: dict[str, Any] = {"status": status} | ({"code": code} if code else {})
    if status in _RETRIABLE or status >= HTTPStatus.INTERNAL_SERVER_ERROR:
        return _with_retry_after(ModelUnreachableError, error, facts)
    if status == HTTPStatus.TOO_MANY_REQUESTS:
        if {error_code(error), error_type(error)} & _NO_CREDIT:
            return ModelQuotaError(**facts)
        return _with_retry_after(ModelRateLimitedError, error, facts)
    if status in {HTTPStatus.UNAUTHORIZED, HTTPStatus.FORBIDDEN}:
        return ModelRefusedKeyError(**facts)
    if status == HTTPStatus.PAYMENT_REQUIRED:
        return ModelQuotaError(**facts)
    return ModelTooLongError(**facts) if _TOO_LONG.search(error_text(error)) else ModelRequestError(**facts)


def _with_retry_after(
    kind: Callable[..., ModelError], error: openai.APIStatusError, facts: dict[str, Any]
) -> ModelError:
    """Return a `kind` of error with the seconds after which the server asks to try again, if it says so."""
    seconds = _retry_after_seconds(error.response.headers)
    return kind(**facts) if seconds is None else kind(**facts, retry_after=seconds)


def _retry_after_seconds(headers: Mapping[str, str]) -> float | None:
    for name, per_second in (("retry-after-ms", 1_000), ("retry-after", 1)):
        value = headers.get(name, "")
        if re.fullmatch(r"\d{1,9}(\.\d{1,9})?", value):
            return float(value) / per_second
    return None


def error_code(error: openai.APIError) -> str | None:
    """Return the server's error code, if it has the form of one."""
    return _error_field(error.body, "code")


def error_type(error: openai.APIError) -> str | None:
    """Return the server's error type, if it has the form of one."""
    return _error_field(error.body, "type")


def error_parameter(error: openai.APIError) -> str | None:
    """Return the parameter that the server names as the cause, if any."""
    return _error_field(error.body, "param")


def error_text(error: openai.APIError) -> str:
    """Return the server's whole error in lower case: to be searched, never to be shown or logged."""
    return json.dumps(error.body, default=str).lower()


def _error_field(body: object, name: str) -> str | None:
    error = body.get("error", body) if isinstance(body, Mapping) else None
    value = error.get(name) if isinstance(error, Mapping) else None
    return value if isinstance(value, str) and _CODE.fullmatch(value) else None


def retry_policy(options: ModelOptions, *, seconds: float, progress: RequestProgress) -> AsyncRetrying:
    """Return the iterator of attempts: within `seconds`, and only while no part of an answer has been shown."""
    backoff = wait_exponential_jitter(multiplier=options.backoff, max=_MAX_PAUSE_SECONDS, jitter=options.backoff)

    def pause(state: RetryCallState) -> float:
        error = state.outcome.exception() if state.outcome is not None else None
        requested = _retry_after(error) if error is not None else None
        return backoff(state) if requested is None else max(requested, backoff(state))

    return AsyncRetrying(
        retry=retry_if_exception(lambda error: not progress.text and _is_temporary(error)),
        stop=stop_after_attempt(options.retries + 1) | stop_before_delay(seconds),
        wait=pause,
        reraise=True,
    )


def _is_temporary(error: BaseException) -> bool:
    """Return whether a retry may succeed; after a rate limit only if the server said when to try again."""
    return isinstance(error, ModelUnreachableError) or (
        isinstance(error, ModelRateLimitedError) and _retry_after(error) is not None
    )


def _retry_after(error: BaseException) -> float | None:
    facts = getattr(error, "facts", {})
    seconds = facts.get("retry_after")
    return seconds if isinstance(seconds, float) else None
