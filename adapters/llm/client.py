"""OpenAI's client library, configured not to retry by itself, not to follow redirects, and not to log requests."""

import logging
import re
from collections.abc import AsyncIterator
from typing import Final

import httpx2
from openai import AsyncOpenAI, DefaultAsyncHttpx2Client

from bot.model_errors import ModelGarbledError, ModelRefusedKeyError, ModelUnreachableError

BASE_URL: Final = "https://api.openai.com/v1"
MAX_ANSWER_BYTES: Final = 8 * 1024 * 1024  # bytes of one answer; a stream of 20,000 tokens has about 5 million
_NO_KEY: Final = "none"  # the library requires one; a server without keys ignores it
_KEY: Final = re.compile(r"[\x21-\x7e]+")  # characters that a header can carry
_TIMEOUT: Final = httpx2.Timeout(None, connect=5.0)  # the caller limits the time of the whole request

for _name in ("openai", "httpx2", "httpcore2"):
    logging.getLogger(_name).setLevel(logging.WARNING)  # lower levels log addresses and headers


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
