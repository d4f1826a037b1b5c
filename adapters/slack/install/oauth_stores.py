"""Installations as Slack's library knows them, kept in our stores; only what we need of them."""

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
    """Return the workspace an installation is for: the team; of one over a whole organisation, the organisation."""
    first, second = (enterprise_id, team_id) if is_enterprise_install else (team_id, enterprise_id)
    return first or second or ""


class SlackInstallationStore(AsyncInstallationStore):
    """Keeps one installation per workspace: the bot's. People's own tokens are neither asked for nor kept."""

    def __init__(self, installations: Installations, *, clock: Clock) -> None:
        self._installations = installations
        self._clock = clock

    @property
    def logger(self) -> Logger:
        """Return the library's log."""
        return sdk_log

    async def async_save(self, installation: SlackInstallation) -> None:
        """Store an installation, as made now. Raises: ValueError: it has no bot; StoreUnavailableError."""
        if not installation.bot_token or not installation.bot_user_id:
            missing = "an installation without a bot"
            raise ValueError(missing)
        kept = Installation(
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
        await self._installations.save(kept)

    async def async_find_bot(
        self,
        *,
        enterprise_id: str | None,
        team_id: str | None,
        is_enterprise_install: bool | None = False,
    ) -> Bot | None:
        """Return the bot in a workspace; None: we are not installed there."""
        found = await self.async_find_installation(
            enterprise_id=enterprise_id, team_id=team_id, is_enterprise_install=is_enterprise_install
        )
        return found.to_bot() if found else None

    async def async_find_installation(
        self,
        *,
        enterprise_id: str | None,
        team_id: str | None,
        user_id: str | None = None,  # noqa: ARG002 - there is one installation for all
        is_enterprise_install: bool | None = False,
    ) -> SlackInstallation | None:
        """Return a workspace's installation; None: there is none."""
        workspace = installation_workspace(team_id, enterprise_id, is_enterprise_install=is_enterprise_install)
        found = await self._installations.find(workspace)
        return _to_slack(found) if found else None

    async def async_delete_bot(self, *, enterprise_id: str | None, team_id: str | None) -> None:
        """Forget a workspace's installation."""
        await self._installations.remove(installation_workspace(team_id, enterprise_id))

    async def async_delete_installation(
        self,
        *,
        enterprise_id: str | None,
        team_id: str | None,
        user_id: str | None = None,
    ) -> None:
        """Forget a workspace's installation; for one person there is nothing to forget."""
        if user_id is None:
            await self.async_delete_bot(enterprise_id=enterprise_id, team_id=team_id)


class SlackStateStore(AsyncOAuthStateStore):
    """Secrets of installations that have been begun."""

    def __init__(self, states: OAuthStates) -> None:
        self._states = states

    @property
    def logger(self) -> Logger:
        """Return the library's log."""
        return sdk_log

    async def async_issue(self, *_: object, **__: object) -> str:
        """Return a new one."""
        return await self._states.issue()

    async def async_consume(self, state: str) -> bool:
        """Return whether it was good until now."""
        return await self._states.consume(state)


def _workspace_of(installation: SlackInstallation) -> str:
    is_for_all = installation.is_enterprise_install
    workspace = installation_workspace(
        installation.team_id, installation.enterprise_id, is_enterprise_install=is_for_all
    )
    if not workspace:
        missing = "an installation without a workspace"
        raise ValueError(missing)
    return workspace


def _to_slack(kept: Installation) -> SlackInstallation:
    is_for_all = kept.workspace == kept.enterprise_id
    return SlackInstallation(
        app_id=kept.app_id,
        enterprise_id=kept.enterprise_id or None,
        team_id=None if is_for_all else kept.workspace,
        bot_token=kept.bot_token,
        bot_id=kept.bot_id,
        bot_user_id=kept.bot_user_id,
        bot_scopes=kept.scopes,
        user_id=kept.installer_id,
        is_enterprise_install=is_for_all,
        installed_at=kept.installed_at.astimezone(UTC).timestamp(),
    )
