"""Provides the bot's token and ids in a workspace."""

import asyncio
from dataclasses import dataclass, field
from typing import Protocol

from pydantic import SecretStr
from slack_sdk.errors import SlackApiError

from adapters.slack.payload import text_at
from adapters.slack.sdk_client import NETWORK_ERRORS, make_web_client, translate_error
from bot.errors import DeliveryError


@dataclass(frozen=True, slots=True)
class SlackBot:
    """The bot as installed in one workspace."""

    token: str = field(repr=False)
    bot_user_id: str  # "U…": named in mentions
    bot_id: str  # "B…": named as the author of its messages


class TokenProvider(Protocol):
    """Knows the app's installations. Not used before an event is stored, if the event names the bot's user."""

    async def get_bot(self, team_id: str, enterprise_id: str | None = None) -> SlackBot:
        """Return the bot in a workspace; `enterprise_id` is the workspace's organisation, if it is known.

        Raises: UnreachableError: the app is not installed there; DeliveryError: that cannot be looked up now.
        """

    async def is_served(self, team_id: str, enterprise_id: str | None = None) -> bool:
        """Return whether deliveries on behalf of this workspace are handled; it is the one that authorised the app.

        Raises: DeliveryError: that cannot be looked up now.
        """

    def token_refused(self, team_id: str, enterprise_id: str | None = None) -> None:
        """Discard the token that `get_bot` returned, since Slack has refused it; the next call looks it up again."""


@dataclass(frozen=True, slots=True)
class _Installation:
    """Where a token is installed, as auth.test tells."""

    team_id: str
    enterprise_id: str
    is_enterprise_install: bool  # for every workspace of the organisation

    def covers(self, team_id: str, enterprise_id: str | None) -> bool:
        if self.is_enterprise_install:
            return bool(self.enterprise_id) and self.enterprise_id in (enterprise_id, team_id)
        return bool(team_id) and team_id == self.team_id


class SingleToken:
    """Implements `TokenProvider` by one configured token, for one workspace. Its bot is looked up at first use."""

    def __init__(self, token: SecretStr | str, *, base_url: str) -> None:
        self._token = token.get_secret_value() if isinstance(token, SecretStr) else token
        self._base_url = base_url
        self._lock = asyncio.Lock()
        self._bot: SlackBot | None = None
        self._installation: _Installation | None = None  # kept for good: a token never changes its workspace

    async def get_bot(self, team_id: str, enterprise_id: str | None = None) -> SlackBot:  # noqa: ARG002 - there is one only
        """Return the bot. Raises as `TokenProvider` does; the next call then asks Slack again."""
        async with self._lock:
            if self._bot is None:
                self._bot = await self._fetch_bot()
            return self._bot

    async def is_served(self, team_id: str, enterprise_id: str | None = None) -> bool:
        """Return whether it is the workspace, or a workspace of the organisation, that the token was issued for."""
        if self._installation is None:
            await self.get_bot(team_id, enterprise_id)
        return self._installation is not None and self._installation.covers(team_id, enterprise_id)

    async def check_token(self) -> None:
        """Raise as `get_bot` does unless Slack has accepted the token; the readiness check."""
        await self.get_bot("")

    def token_refused(self, team_id: str, enterprise_id: str | None = None) -> None:  # noqa: ARG002 - there is one only
        """Discard the bot, so that the next call asks Slack again. The token stays: there is no other."""
        self._bot = None

    async def _fetch_bot(self) -> SlackBot:
        try:
            found = await make_web_client(self._token, base_url=self._base_url).auth_test()
        except SlackApiError as error:
            raise translate_error(error, method="auth.test") from error
        except NETWORK_ERRORS as error:
            raise DeliveryError(method="auth.test", why=type(error).__name__) from error
        self._installation = _Installation(
            team_id=text_at(found.data, "team_id"),
            enterprise_id=text_at(found.data, "enterprise_id"),
            is_enterprise_install=found.get("is_enterprise_install") is True,
        )
        return SlackBot(self._token, found["user_id"], found.get("bot_id", ""))
