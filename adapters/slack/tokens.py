"""With which token we speak in a workspace."""

import asyncio
from dataclasses import dataclass, field
from typing import Protocol

from pydantic import SecretStr
from slack_sdk.errors import SlackApiError

from adapters.slack.api_errors import NETWORK, translated
from adapters.slack.sdk_client import client
from bot.errors import DeliveryError


@dataclass(frozen=True, slots=True)
class SlackBot:
    """Our installation in one workspace."""

    token: str = field(repr=False)
    bot_user_id: str  # "U…": whom people mention
    bot_id: str  # "B…": who has posted
    team_id: str


class TokenProvider(Protocol):
    """Knows our installations. Nothing is asked of it before an event is stored, if the event says who we are."""

    async def bot(self, team_id: str, enterprise_id: str | None = None) -> SlackBot:
        """Return who we are in a workspace; `enterprise_id` where it belongs to an organisation, as far as is known.

        Raises: UnreachableError: we are not installed there; DeliveryError: that cannot be learned now.
        """
        ...

    def refused(self, team_id: str, enterprise_id: str | None = None) -> None:
        """Look again next time: Slack has refused the token that `bot` returned."""
        ...


class SingleToken:
    """One token, for one workspace, made by hand; fulfils `TokenProvider`. Slack is asked who we are at first use."""

    def __init__(self, token: SecretStr | str, *, base_url: str) -> None:
        self._token = token.get_secret_value() if isinstance(token, SecretStr) else token
        self._base_url = base_url
        self._asking = asyncio.Lock()
        self._bot: SlackBot | None = None

    async def bot(self, team_id: str, enterprise_id: str | None = None) -> SlackBot:  # noqa: ARG002 - there is but one
        """Return who we are. Raises as `TokenProvider` does; the next call asks again."""
        async with self._asking:
            if self._bot is None:
                self._bot = await self._who()
            return self._bot

    async def check(self) -> None:
        """Raise as `bot` does unless Slack accepts the token, for readiness."""
        await self.bot("")

    def refused(self, team_id: str, enterprise_id: str | None = None) -> None:  # noqa: ARG002 - there is but one
        """Ask again who we are, once the token counts again; there is no other."""
        self._bot = None

    async def _who(self) -> SlackBot:
        try:
            found = await client(self._token, base_url=self._base_url).auth_test()
        except SlackApiError as error:
            raise translated(error, method="auth.test") from error
        except NETWORK as error:
            raise DeliveryError(method="auth.test", why=type(error).__name__) from error
        return SlackBot(self._token, found["user_id"], found.get("bot_id", ""), found["team_id"])
