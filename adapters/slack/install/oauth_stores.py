"""Implements the Slack library's stores of installations and OAuth states by Parley's ports."""

from datetime import UTC
from logging import Logger

from slack_sdk.oauth.installation_store import Bot
from slack_sdk.oauth.installation_store import Installation as SlackInstallation
from slack_sdk.oauth.installation_store.async_installation_store import AsyncInstallationStore
from slack_sdk.oauth.state_store.async_state_store import AsyncOAuthStateStore

from adapters.slack.sdk_client import sdk_log
from bot.domain.installations import Installation
from bot.ports import Clock, Installations, OAuthStates


def installation_workspace(
    team_id: str | None, enterprise_id: str | None, *, is_enterprise_install: bool | None = False
) -> str:
    """Return the key of an installation: its team, or its organisation if it covers a whole organisation."""
    preferred, other = (enterprise_id, team_id) if is_enterprise_install else (team_id, enterprise_id)
    return preferred or other or ""


class SlackInstallationStore(AsyncInstallationStore):
    """Stores one installation per workspace, the bot's. Persons' own tokens are neither requested nor stored."""

    def __init__(self, installations: Installations, *, clock: Clock) -> None:
        self._installations = installations
        self._clock = clock

    @property
    def logger(self) -> Logger:
        """Return the library's log."""
        return sdk_log

    async def async_save(self, installation: SlackInstallation) -> None:
        """Store an installation with the current time.

        Raises: ValueError: it has no bot or no workspace; StoreUnavailableError.
        """
        if not installation.bot_token or not installation.bot_user_id:
            msg = "an installation without a bot"
            raise ValueError(msg)
        stored = Installation(
            workspace=_workspace_of(installation),
            enterprise_id=installation.enterprise_id or "",
            app_id=installation.app_id or "",
            bot_token=installation.bot_token,
            bot_id=installation.bot_id or "",
            bot_user_id=installation.bot_user_id,
            scopes=tuple(installation.bot_scopes or ()),
            installer_id=installation.user_id or "",
            installed_at=self._clock.now(),
        )
        await self._installations.save(stored)

    async def async_find_bot(
        self, *, enterprise_id: str | None, team_id: str | None, is_enterprise_install: bool | None = False
    ) -> Bot | None:
        """Return the bot in a workspace; None: the app is not installed there."""
        found = await self.async_find_installation(
            enterprise_id=enterprise_id, team_id=team_id, is_enterprise_install=is_enterprise_install
        )
        return found.to_bot() if found else None

    async def async_find_installation(
        self,
        *,
        enterprise_id: str | None,
        team_id: str | None,
        user_id: str | None = None,  # noqa: ARG002 - a workspace has one installation for all
        is_enterprise_install: bool | None = False,
    ) -> SlackInstallation | None:
        """Return a workspace's installation; None: there is none."""
        workspace = installation_workspace(team_id, enterprise_id, is_enterprise_install=is_enterprise_install)
        found = await self._installations.find_installation(workspace)
        return _to_slack(found) if found else None

    async def async_delete_bot(self, *, enterprise_id: str | None, team_id: str | None) -> None:
        """Forget a workspace's installation."""
        await self._installations.remove(installation_workspace(team_id, enterprise_id))

    async def async_delete_installation(
        self, *, enterprise_id: str | None, team_id: str | None, user_id: str | None = None
    ) -> None:
        """Forget a workspace's installation; does nothing if `user_id` is given: persons have no installation."""
        if user_id is None:
            await self.async_delete_bot(enterprise_id=enterprise_id, team_id=team_id)


class SlackStateStore(AsyncOAuthStateStore):
    """Stores the secrets (OAuth states) of installations in progress."""

    def __init__(self, states: OAuthStates) -> None:
        self._states = states

    @property
    def logger(self) -> Logger:
        """Return the library's log."""
        return sdk_log

    async def async_issue(self, *_: object, **__: object) -> str:
        """Return a new state."""
        return await self._states.issue()

    async def async_consume(self, state: str) -> bool:
        """Invalidate `state`; return whether it was valid."""
        return await self._states.consume(state)


def _workspace_of(installation: SlackInstallation) -> str:
    workspace = installation_workspace(
        installation.team_id, installation.enterprise_id, is_enterprise_install=installation.is_enterprise_install
    )
    if not workspace:
        msg = "an installation without a workspace"
        raise ValueError(msg)
    return workspace


def _to_slack(stored: Installation) -> SlackInstallation:
    is_enterprise_install = stored.workspace == stored.enterprise_id
    return SlackInstallation(
        app_id=stored.app_id,
        enterprise_id=stored.enterprise_id or None,
        team_id=None if is_enterprise_install else stored.workspace,
        bot_token=stored.bot_token,
        bot_id=stored.bot_id,
        bot_user_id=stored.bot_user_id,
        bot_scopes=stored.scopes,
        user_id=stored.installer_id,
        is_enterprise_install=is_enterprise_install,
        installed_at=stored.installed_at.astimezone(UTC).timestamp(),
    )
