"""With which token we speak in a workspace."""

import asyncio
from dataclasses import dataclass, field
from typing import Protocol

from pydantic import SecretStr
from slack_sdk.errors import SlackApiError

from adapters.slack.api_errors import NETWORK_ERRORS, translate_error
from adapters.slack.sdk_client import make_web_client
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

    async def get_bot(self, team_id: str, enterprise_id: str | None = None) -> SlackBot:
        """Return who we are in a workspace; `enterprise_id` where it belongs to an organisation, as far as is known.

        Raises: UnreachableError: we are not installed there; DeliveryError: that cannot be learned now.
        """
        ...

    def token_refused(self, team_id: str, enterprise_id: str | None = None) -> None:
        """Look again next time: Slack has refused the token that `bot` returned."""
        ...


class SingleToken:
    """One token, for one workspace, made by hand; fulfils `TokenProvider`. Slack is asked who we are at first use."""

    def __init__(self, token: SecretStr | str, *, base_url: str) -> None:
        self._token = token.get_secret_value() if isinstance(token, SecretStr) else token
        self._base_url = base_url
        self._lock = asyncio.Lock()
        self._bot: SlackBot | None = None

    async def get_bot(self, team_id: str, enterprise_id: str | None = None) -> SlackBot:  # noqa: ARG002 - there is but one
        """Return who we are. Raises as `TokenProvider` does; the next call asks again."""
        async with self._lock:
            if self._bot is None:
                self._bot = await self._fetch_bot()
            return self._bot

    async def check(self) -> None:
        """Raise as `bot` does unless Slack accepts the token, for readiness."""
        await self.get_bot("")

    def token_refused(self, team_id: str, enterprise_id: str | None = None) -> None:  # noqa: ARG002 - there is but one
        """Ask again who we are, once the token counts again; there is no other."""
        self._bot = None

    async def _fetch_bot(self) -> SlackBot:
        try:
            found = await make_web_client(self._token, base_url=self._base_url).auth_test()
        except SlackApiError as error:
            raise translate_error(error, method="auth.test") from error
        except NETWORK_ERRORS as error:
            raise DeliveryError(method="auth.test", why=type(error).__name__) from error
        return SlackBot(self._token, found["user_id"], found.get("bot_id", ""), found["team_id"])
