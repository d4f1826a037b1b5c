"""Who administers a Slack workspace."""

import asyncio
import logging
from typing import Final

from adapters.slack.api import SlackApi
from adapters.slack.payload import object_at
from bot.domain.conversation.turns import Turn
from bot.errors import ParleyError

_WAIT_SECONDS: Final = 3.0

_log = logging.getLogger(__name__)


class SlackAdmins:
    """Implements `bot.ports.Admins` by users.info: admins and owners. It is asked each time: rights are taken away."""

    def __init__(self, api: SlackApi) -> None:
        self._api = api

    async def is_admin(self, turn: Turn) -> bool:
        """Return whether the author is an admin or owner; False if Slack does not answer."""
        try:
            async with asyncio.timeout(_WAIT_SECONDS):
                found = await self._api.call(
                    turn.thread.workspace, "users.info", lambda client: client.users_info(user=turn.person.id)
                )
        except (ParleyError, TimeoutError) as error:
            _log.info("not known whether %s is an admin: %s", turn.person.id, error)
            return False
        user = object_at(found, "user")
        return any(user.get(name) is True for name in ("is_admin", "is_owner", "is_primary_owner"))
