"""Where the app is installed."""

from dataclasses import dataclass, field
from datetime import datetime
from typing import Final

from bot.domain.conversation.threads import Thread

_SLACK: Final = "slack"


@dataclass(frozen=True, slots=True, kw_only=True)
class Installation:
    """All that is kept of one installation of the Slack app. Nobody's own token is ever asked for."""

    workspace: str  # "T…": a team; "E…": an organisation, for all its teams at once
    enterprise_id: str = ""  # the organisation a team belongs to, if any
    app_id: str
    bot_token: str = field(repr=False)
    bot_id: str
    bot_user_id: str
    scopes: tuple[str, ...]
    installer_id: str  # the person who installed it
    installed_at: datetime


def slack_workspace_thread(workspace: str) -> Thread:
    """Return what names the tenant of a Slack team, or of an organisation."""
    return Thread(_SLACK, workspace, "", "")
