"""The app's scopes and its general command. Listed in docs/slack-manifest.yaml, explained in docs/slack.md."""

from typing import Final

SCOPES: Final = (
    *("app_mentions:read", "assistant:write", "channels:history", "chat:write", "commands", "files:read"),
    *("groups:history", "im:history", "im:read", "mpim:history", "users:read"),
)
APP_TOKEN_SCOPE: Final = "connections:write"  # noqa: S105 - the name of a scope, not a secret
ANY_COMMAND: Final = "parley"  # runs any command: "/parley status"
