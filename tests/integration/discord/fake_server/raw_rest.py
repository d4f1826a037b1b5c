"""REST without a library in between."""

import json
from typing import Any

import aiohttp

from tests.fakes.discord import FakeDiscord


class RawRestClient:
    """REST without a library in between."""

    def __init__(self, discord_: FakeDiscord, session: aiohttp.ClientSession) -> None:
        self._discord = discord_
        self.session = session
        self.headers: dict[str, str] = {}

    async def __call__(self, method: str, path: str, body: object = None) -> tuple[int, Any]:
        async with self.session.request(method, self._discord.api_url + path, json=body) as response:
            self.headers = dict(response.headers)
            text = await response.text()
            return response.status, json.loads(text) if text else None

    async def post(self, body: object) -> tuple[int, Any]:
        return await self("POST", f"/channels/{self._discord.channel.id}/messages", body)
