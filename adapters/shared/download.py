"""Downloads a file that a platform has named, from the platform's own hosts only."""

from collections.abc import Collection, Mapping

import aiohttp
from yarl import URL

from bot.errors import UnusableFileError

_CHUNK = 65_536  # bytes
_LOG_IN = frozenset({301, 302, 303, 307, 308, 401, 403})


def host_of(url: str) -> str:
    """Return the host and port of a URL; empty: it has none, or is no URL."""
    try:
        return URL(url).authority.rpartition("@")[2].lower()
    except ValueError:
        return ""


async def download(
    session: aiohttp.ClientSession, url: str, *, hosts: Collection[str], headers: Mapping[str, str], limit: int
) -> bytes:
    """Return at most `limit` bytes from a URL on one of `hosts`. No redirect is followed: `headers` may hold a token.

    Raises: UnusableFileError.
    """
    host = host_of(url)
    if not host or host not in hosts:
        raise UnusableFileError(reason="not_fetched")
    try:
        async with session.get(URL(url, encoded=True), headers=headers, allow_redirects=False) as answer:
            if answer.status in _LOG_IN or answer.content_type == "text/html":
                raise UnusableFileError(reason="no_scope")  # a page to log in
            if answer.status != 200:  # noqa: PLR2004 - OK
                raise UnusableFileError(reason="not_fetched")
            return await _read(answer, limit)
    except (aiohttp.ClientError, OSError, TimeoutError) as error:
        raise UnusableFileError(reason="not_fetched") from error


async def _read(answer: aiohttp.ClientResponse, limit: int) -> bytes:
    content = bytearray()
    async for chunk in answer.content.iter_chunked(_CHUNK):
        content += chunk
        if len(content) > limit:
            raise UnusableFileError(reason="too_large")
    return bytes(content)
