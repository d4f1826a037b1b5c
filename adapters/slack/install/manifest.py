"""The app's scopes, events and commands. docs/slack-manifest.yaml lists the same; docs/slack.md gives the reasons."""

from typing import Final

SCOPES: Final = (
    "app_mentions:read",
    "assistant:write",
    "channels:history",
    "chat:write",
    "commands",
    "groups:history",
    "im:history",
    "im:read",
    "mpim:history",
    "users:read",
)
APP_TOKEN_SCOPE: Final = "connections:write"  # noqa: S105 - the name of a scope, not a secret
EVENTS: Final = (
    "app_home_opened",
    "app_mention",
    "app_uninstalled",
    "assistant_thread_started",
    "message.channels",
    "message.groups",
    "message.im",
    "message.mpim",
    "tokens_revoked",
)
OWN_COMMANDS: Final = ("analyze", "decide", "explain", "review", "portfolio", "pending", "orders")
ANY_COMMAND: Final = "parley"  # runs any command: "/parley status"
