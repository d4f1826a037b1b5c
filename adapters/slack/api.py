"""Calls methods of Slack's Web API and translates its errors."""

from typing import Any, Final

import aiohttp
from cachetools import LRUCache
from slack_sdk.errors import SlackApiError

from adapters.slack.sdk_client import (
    NETWORK_ERRORS,
    REQUEST_SECONDS,
    TOKEN_REFUSED,
    make_web_client,
    retry_after_seconds,
    translate_error,
)
from adapters.slack.tokens import SlackBot, TokenProvider
from bot.errors import DeliveryError, RateLimitedError, UnreachableError

BASE_URL: Final = "https://slack.com/api/"
_MAX_TEAMS: Final = 10_000  # whose organisation is remembered
_READING: Final = frozenset(  # methods that take no JSON
    {"chat.getPermalink", "conversations.history", "conversations.info", "conversations.replies", "users.info"}
)


class SlackApi:
    """Calls the Web API with the bot's token of each workspace; close it at the end."""

    def __init__(self, tokens: TokenProvider, *, base_url: str = BASE_URL) -> None:
        self.base_url = base_url
        self._tokens = tokens
        self._session: aiohttp.ClientSession | None = None
        self._enterprises: LRUCache[str, str] = LRUCache(_MAX_TEAMS)

    def remember_enterprise(self, team_id: str, enterprise_id: str) -> None:
        """Remember the organisation that a workspace belongs to."""
        if enterprise_id and team_id != enterprise_id:
            self._enterprises[team_id] = enterprise_id

    async def get_bot(self, team_id: str) -> SlackBot:
        """Return the bot in a workspace. Raises as `TokenProvider.get_bot` does."""
        return await self._tokens.get_bot(team_id, self._enterprises.get(team_id))

    async def is_served(self, team_id: str) -> bool:
        """Return whether deliveries on behalf of a workspace are handled. Raises as `TokenProvider.is_served` does."""
        return await self._tokens.is_served(team_id, self._enterprises.get(team_id))

    async def call(self, team_id: str, method: str, **arguments: Any) -> dict[str, Any]:  # noqa: ANN401 - JSON
        """Make one request and return Slack's answer.

        `team_id`: the workspace whose token is used. `arguments`: as Slack names them; None: left out.

        Raises: RateLimitedError, UnreachableError, MessageGoneError; DeliveryError: its outcome is unknown.
        """
        bot = await self.get_bot(team_id)
        try:
            client = make_web_client(bot.token, base_url=self.base_url, session=self.session)
            given = {name: value for name, value in arguments.items() if value is not None}
            reading: dict[str, Any] = {"http_verb": "GET", "params": given}
            answer = await client.api_call(method, **(reading if method in _READING else {"json": given}))
        except SlackApiError as error:
            failure = translate_error(error, method=method)
            if failure.facts.get("why") in TOKEN_REFUSED:
                self._tokens.token_refused(team_id, self._enterprises.get(team_id))
            raise failure from error
        except NETWORK_ERRORS as error:
            raise DeliveryError(method=method, why=type(error).__name__) from error
        if not isinstance(answer.data, dict):
            raise DeliveryError(method=method, why="no JSON")
        return answer.data

    async def respond(self, response_url: str, text: str) -> None:
        """Send an ephemeral message to the person who used a command or pressed a button.

        Raises: RateLimitedError; UnreachableError: `response_url` is no longer valid; DeliveryError.
        """
        body = {"response_type": "ephemeral", "replace_original": False, "text": text}
        try:
            async with self.session.post(response_url, json=body) as answer:
                status = answer.status
        except NETWORK_ERRORS as error:
            raise DeliveryError(method="response_url", why=type(error).__name__) from error
        if status == 429:  # noqa: PLR2004 - Too Many Requests
            raise RateLimitedError(retry_after=retry_after_seconds(answer.headers))
        if status in {404, 410}:
            raise UnreachableError(method="response_url", why=f"status {status}")
        if not answer.ok:
            raise DeliveryError(method="response_url", why=f"status {status}")

    @property
    def session(self) -> aiohttp.ClientSession:
        """Return the HTTP session, shared by all workspaces."""
        if self._session is None:
            self._session = aiohttp.ClientSession(timeout=aiohttp.ClientTimeout(total=REQUEST_SECONDS), trust_env=True)
        return self._session

    async def close(self) -> None:
        """Close the HTTP session."""
        if self._session is not None:
            await self._session.close()
            self._session = None
