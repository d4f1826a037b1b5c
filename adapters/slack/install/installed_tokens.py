"""Provides the bot's token in several workspaces, from their stored installations."""

from collections.abc import Callable
from contextlib import suppress
from datetime import datetime, timedelta
from time import monotonic
from typing import Final

from cachetools import TLRUCache

from adapters.slack.install.oauth_steps import installation_workspace
from adapters.slack.tokens import SlackBot
from bot.domain.installations import Installation
from bot.errors import DeliveryError, SettingsError, StoreUnavailableError, UnreachableError
from bot.ports import Installations

_MAX_WORKSPACES: Final = 10_000
_FOUND_SECONDS: Final = 60.0
_MISSING_SECONDS: Final = 5.0  # short, so that a new installation soon takes effect
_METHOD: Final = "installation"  # the operation as errors name it
_EVENT_TIME_PRECISION: Final = timedelta(seconds=1)  # Slack cuts the time of an event to whole seconds


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
            found = await self._find(team_id, enterprise_id)
        except (StoreUnavailableError, SettingsError) as error:
            raise DeliveryError(method=_METHOD, why=type(error).__name__) from error
        if found is None:
            raise UnreachableError(method=_METHOD, why="not_installed")
        return SlackBot(found.bot_token, found.bot_user_id, found.bot_id)

    async def is_served(self, team_id: str, enterprise_id: str | None = None) -> bool:  # noqa: ARG002 - any is
        """Return True: whoever installs the app is served, and what may be done is decided by the installation."""
        return True

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

    async def _find(self, team_id: str, enterprise_id: str | None) -> Installation | None:
        found = await self._installations.find_installation(team_id)
        if found is None and enterprise_id and enterprise_id != team_id:
            return await self._installations.find_installation(enterprise_id)
        return found
