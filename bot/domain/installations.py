"""Installations of the Slack app."""

from dataclasses import dataclass, field
from datetime import datetime
from typing import Final

from bot.domain.conversation.threads import Thread

_SLACK: Final = "slack"


@dataclass(frozen=True, slots=True, kw_only=True)
class Installation:
    """One installation of the Slack app. Only a bot token is stored; users' own tokens are never requested."""

    workspace: str  # "T…": a team; "E…": an organisation, installed for all its teams
    enterprise_id: str = ""  # the organisation that a team belongs to; empty: none
    app_id: str
    bot_token: str = field(repr=False)
    bot_id: str
    bot_user_id: str
    scopes: tuple[str, ...]
    installer_id: str  # user id of the person who installed it
    installed_at: datetime


def slack_workspace_thread(workspace: str) -> Thread:
    """Return a thread without channel that carries the tenant id of a Slack team or organisation."""
    return Thread(_SLACK, workspace, "", "")
