"""Provides the bot's token and ids in a workspace: the one of the settings, or those of stored installations."""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from time import monotonic
from typing import Final, Protocol

from cachetools import TLRUCache
from pydantic import SecretStr
from slack_sdk.errors import SlackApiError

from adapters.slack.payload import text_at
from adapters.slack.sdk_client import NETWORK_ERRORS, make_web_client, translate_error
from bot.domain.installations import Installation
from bot.errors import DeliveryError, SettingsError, StoreUnavailableError, UnreachableError
from bot.ports import Installations

_MAX_WORKSPACES: Final = 10_000
_FOUND_SECONDS: Final = 60.0
_MISSING_SECONDS: Final = 5.0  # short, so that a new installation soon takes effect
_METHOD: Final = "installation"  # the operation as errors name it
_EVENT_TIME_PRECISION: Final = timedelta(seconds=1)  # Slack cuts the time of an event to whole seconds


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
        async with self._lock:
            if self._bot is None:
                self._bot = await self._fetch_bot()
            return self._bot

    async def is_served(self, team_id: str, enterprise_id: str | None = None) -> bool:
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


def installation_workspace(
    team_id: str | None, enterprise_id: str | None, *, is_enterprise_install: bool | None = False
) -> str:
    """Return the key of an installation: its team, or its organisation if it covers a whole organisation."""
    preferred, other = (enterprise_id, team_id) if is_enterprise_install else (team_id, enterprise_id)
    return preferred or other or ""


class CachedInstallations:
    """Implements `bot.ports.Installations` by a cache in front of another one.

    An installation is cached for a minute, a missing one for 5 s. Changes made through this object take effect at
    once, those of another process when the cached entry expires.
    """

    def __init__(self, installations: Installations, *, seconds: Callable[[], float] = monotonic) -> None:
        self._installations = installations
        self._cached: TLRUCache[str, Installation | None] = TLRUCache(_MAX_WORKSPACES, _expiry, timer=seconds)
        self._changes = 0

    async def save(self, installation: Installation) -> None:
        try:
            await self._installations.save(installation)
        finally:
            self.invalidate(installation.workspace)

    async def find_installation(self, workspace: str) -> Installation | None:
        with suppress(KeyError):
            return self._cached[workspace]
        changes = self._changes
        found = await self._installations.find_installation(workspace)
        if changes == self._changes:  # else `found` may be outdated already
            self._cached[workspace] = found
        return found

    async def remove(self, workspace: str, *, unless_after: datetime | None = None) -> bool:
        try:
            return await self._installations.remove(workspace, unless_after=unless_after)
        finally:
            self.invalidate(workspace)

    def invalidate(self, workspace: str) -> None:
        """Discard a workspace's cached installation; the next `find_installation` reads it again."""
        self._changes += 1
        self._cached.pop(workspace, None)


def _expiry(_workspace: str, found: Installation | None, now: float) -> float:
    return now + (_MISSING_SECONDS if found is None else _FOUND_SECONDS)


class InstalledTokens:
    """Implements `adapters.slack.tokens.TokenProvider`."""

    def __init__(self, installations: CachedInstallations) -> None:
        self._installations = installations

    async def get_bot(self, team_id: str, enterprise_id: str | None = None) -> SlackBot:
        """Return the bot of the workspace's own installation or, if there is none, of its organisation's."""
        try:
            found = await self._installations.find_installation(team_id)
            if found is None and enterprise_id and enterprise_id != team_id:
                found = await self._installations.find_installation(enterprise_id)
        except (StoreUnavailableError, SettingsError) as error:
            raise DeliveryError(method=_METHOD, why=type(error).__name__) from error
        if found is None:
            raise UnreachableError(method=_METHOD, why="not_installed")
        return SlackBot(found.bot_token, found.bot_user_id, found.bot_id)

    async def is_served(self, team_id: str, enterprise_id: str | None = None) -> bool:  # noqa: ARG002 - any is
        return True  # whoever installs the app; what may be done is decided by the installation

    def token_refused(self, team_id: str, enterprise_id: str | None = None) -> None:
        """Discard the cached token: the app may have been reinstalled through another process."""
        for workspace in filter(None, (team_id, enterprise_id)):
            self._installations.invalidate(workspace)

    async def forget_installation(
        self, team_id: str | None, enterprise_id: str | None, *, at: datetime | None = None
    ) -> None:
        """Forget the token of a workspace that has removed the app (`app_uninstalled`) or revoked its bot's token.

        `team_id`: the workspace; None, empty or the organisation's id: the app was removed from all of it.
        `enterprise_id`: the organisation, if there is one. `at`: Slack's `event_time`. An installation made later is
        kept: the event may be delivered late.

        Raises: StoreUnavailableError.
        """
        until = None if at is None else at + _EVENT_TIME_PRECISION
        await self._installations.remove(installation_workspace(team_id, enterprise_id), unless_after=until)
