"""With which token we speak in each of several workspaces, as installed by their own people."""

from collections.abc import Callable
from contextlib import suppress
from datetime import datetime, timedelta
from time import monotonic
from typing import Final

from cachetools import TLRUCache

from adapters.slack.install.oauth_stores import installation_workspace
from adapters.slack.tokens import SlackBot
from bot.domain.installations import Installation
from bot.errors import DeliveryError, SettingsError, StoreUnavailableError, UnreachableError
from bot.ports import Installations

_KEPT: Final = 10_000  # workspaces
_FOUND_SECONDS: Final = 60.0
_MISSED_SECONDS: Final = 5.0  # who has just installed us need not wait for long
_METHOD: Final = "installation"  # as errors name what was asked for
# Slack tells the time of an event in whole seconds, cut off.
_WITHIN_A_SECOND: Final = timedelta(seconds=1)


class CachedInstallations:
    """Remembers an installation for a minute, and for seconds that there is none; fulfils `Installations`.

    What is stored or forgotten through it counts at once; through another process, when the minute is over.
    """

    def __init__(self, installations: Installations, *, seconds: Callable[[], float] = monotonic) -> None:
        self._installations = installations
        self._kept: TLRUCache[str, Installation | None] = TLRUCache(_KEPT, _expiry, timer=seconds)
        self._changes = 0

    async def save(self, installation: Installation) -> None:
        """Store an installation, in place of the workspace's earlier one."""
        try:
            await self._installations.save(installation)
        finally:
            self.invalidate(installation.workspace)

    async def find(self, workspace: str) -> Installation | None:
        """Return a workspace's installation; None: there is none."""
        with suppress(KeyError):
            return self._kept[workspace]
        changes = self._changes
        found = await self._installations.find(workspace)
        if changes == self._changes:  # else what was found may be outdated already
            self._kept[workspace] = found
        return found

    async def remove(self, workspace: str, *, unless_after: datetime | None = None) -> bool:
        """Forget a workspace's installation, unless it was made after that instant; return whether it was forgotten."""
        try:
            return await self._installations.remove(workspace, unless_after=unless_after)
        finally:
            self.invalidate(workspace)

    def invalidate(self, workspace: str) -> None:
        """Look a workspace's installation up again when it is asked for next."""
        self._changes += 1
        self._kept.pop(workspace, None)


def _expiry(_workspace: str, found: Installation | None, now: float) -> float:
    return now + (_MISSED_SECONDS if found is None else _FOUND_SECONDS)


class InstalledTokens:
    """Fulfils `adapters.slack.tokens.TokenProvider`."""

    def __init__(self, installations: CachedInstallations) -> None:
        self._installations = installations

    async def get_bot(self, team_id: str, enterprise_id: str | None = None) -> SlackBot:
        """Return who we are in a workspace, by its own installation or by that of its organisation."""
        try:
            found = await self._find(team_id, enterprise_id)
        except (StoreUnavailableError, SettingsError) as error:
            raise DeliveryError(method=_METHOD, why=type(error).__name__) from error
        if found is None:
            raise UnreachableError(method=_METHOD, why="not_installed")
        return SlackBot(found.bot_token, found.bot_user_id, found.bot_id, team_id)

    def token_refused(self, team_id: str, enterprise_id: str | None = None) -> None:
        """Forget a token that Slack has refused: the app may have been installed anew by way of another process."""
        for workspace in filter(None, (team_id, enterprise_id)):
            self._installations.invalidate(workspace)

    async def forget_installation(
        self, team_id: str | None, enterprise_id: str | None, *, at: datetime | None = None
    ) -> None:
        """Forget the token of a workspace that has removed the app (`app_uninstalled`) or revoked its bot's token.

        Args:
            team_id: The workspace; None, empty or the organisation itself: the app was removed from all of it.
            enterprise_id: The organisation, if there is one.
            at: Slack's `event_time`. An event that comes late says nothing of an installation made since.

        Raises: StoreUnavailableError.
        """
        until = None if at is None else at + _WITHIN_A_SECOND
        await self._installations.remove(installation_workspace(team_id, enterprise_id), unless_after=until)

    async def _find(self, team_id: str, enterprise_id: str | None) -> Installation | None:
        found = await self._installations.find(team_id)
        if found is None and enterprise_id and enterprise_id != team_id:
            return await self._installations.find(enterprise_id)
        return found
