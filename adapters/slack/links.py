"""Finds the addresses of messages on Slack."""

import asyncio
import logging
import re
from typing import Final

from cachetools import LRUCache

from adapters.slack.api import SlackApi
from adapters.slack.payload import text_at
from bot.domain.conversation.threads import Thread

_WAIT_SECONDS: Final = 2.0
_MAX_LINKS: Final = 500
_TS: Final = re.compile(r"[0-9]{1,12}\.[0-9]{6}")  # what names a message in its channel

_log = logging.getLogger(__name__)


class SlackLinks:
    """Implements `bot.ports.MessageLinks` by chat.getPermalink, which needs no scope. Addresses never change."""

    def __init__(self, api: SlackApi) -> None:
        self._api = api
        self._links: LRUCache[tuple[str, str, str], str] = LRUCache(_MAX_LINKS)  # by workspace, channel and ts

    async def link_to(self, thread: Thread, message_id: str) -> str | None:
        """Return the permalink of a message; of a command, that of the message which opened its thread."""
        ts = next((each for each in (message_id, thread.thread) if _TS.fullmatch(each)), None)
        if ts is None:
            return None
        key = (thread.workspace, thread.channel, ts)
        link = self._links.get(key) or await self._fetch_link(*key)
        if link:
            self._links[key] = link
        return link or None

    async def _fetch_link(self, team_id: str, channel: str, ts: str) -> str:
        try:
            async with asyncio.timeout(_WAIT_SECONDS):
                found = await self._api.call(team_id, "chat.getPermalink", channel=channel, message_ts=ts)
        except Exception as error:  # noqa: BLE001 - an answer without a link is better than none
            _log.info("no link to message %s: %s", ts, error)
            return ""
        return text_at(found, "permalink")
