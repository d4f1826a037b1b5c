"""The fake's state: the app's settings, its workspaces, and the events that changes in them cause."""

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

from . import events
from .model import (
    AppInstallation,
    ChannelKind,
    Ephemeral,
    FakeSlackChannel,
    FakeSlackMessage,
    FakeSlackUser,
    Ids,
    Json,
    Workspace,
)

BOT_SCOPES: Final = frozenset(
    [
        *("app_mentions:read", "assistant:write", "chat:write", "commands", "files:read", "files:write", "users:read"),
        *("channels:history", "groups:history", "im:history", "channels:read", "groups:read", "im:read", "im:write"),
        *("reactions:read", "reactions:write"),
    ]
)
EVENTS: Final = frozenset(
    [
        *("app_home_opened", "app_mention", "app_uninstalled", "tokens_revoked", "member_joined_channel"),
        *("assistant_thread_started", "assistant_thread_context_changed", "reaction_added"),
        *("message.channels", "message.groups", "message.im"),
    ]
)


@dataclass(eq=False)
class AppSettings:
    """The app's page at Slack."""

    id: str = "A0PARLEY01"
    name: str = "parley"
    client_id: str = "1000.2000"
    client_secret: str = "client-secret-of-the-fake"  # noqa: S105 - opens nothing
    signing_secret: str = "signing-secret-of-the-fake"  # noqa: S105 - opens nothing
    verification_token: str = "verification-of-the-fake"  # noqa: S105 - opens nothing
    app_token: str = "xapp-1-A0PARLEY01-1-fake"  # noqa: S105 - opens nothing
    is_agent: bool = True  # `agent_view` in its manifest, as new apps have; False: `assistant_view`
    redirect_urls: list[str] = field(default_factory=list)  # empty: any
    events: set[str] = field(default_factory=lambda: set(EVENTS))  # "message.channels", "app_mention", …
    commands: set[str] | None = None  # None: every command is ours
    scopes: set[str] = field(default_factory=lambda: set(BOT_SCOPES))


class FakeSlackState:
    """The state of the fake Slack. Changes are reported to `on_event`."""

    def __init__(self) -> None:
        self.app = AppSettings()
        self.ids = Ids()
        self.workspaces: dict[str, Workspace] = {}
        self.tokens: dict[str, Workspace] = {}
        self.mention_first = False  # whether `app_mention` leaves before the `message` it is about
        self.on_event: Callable[[Workspace, Json], None] = lambda _workspace, _event: None

    def add_workspace(self, name: str = "Acme", *, installed: bool = True) -> Workspace:
        workspace = Workspace(self.ids.new("T"), name)
        self.workspaces[workspace.id] = workspace
        if installed:
            self.install(workspace)
        return workspace

    def install(self, workspace: Workspace, scopes: set[str] | None = None) -> AppInstallation:
        """Install the app, or grant it other scopes; an app that was removed gets a new token."""
        if workspace.installation is not None and not workspace.installation.is_revoked:
            workspace.installation.scopes |= scopes or set()
            return workspace.installation
        bot_user, bot_id = self.ids.new("U"), self.ids.new("B")
        if workspace.installation is not None:
            bot_user, bot_id = workspace.installation.bot_user, workspace.installation.bot_id
        token = f"xoxb-{workspace.id}-{self.ids.new('')}"
        name = self.app.name
        workspace.users[bot_user] = FakeSlackUser(bot_user, workspace.id, name, name.title(), bot_id=bot_id)
        workspace.installation = AppInstallation(token, bot_id, bot_user, set(scopes or self.app.scopes))
        self.tokens[token] = workspace
        return workspace.installation

    def uninstall(self, workspace: Workspace) -> None:
        """Remove the app: its token becomes invalid, and the app gets the event."""
        self.on_event(workspace, {"type": "tokens_revoked", "tokens": {"oauth": [], "bot": [workspace.app.bot_user]}})
        self.on_event(workspace, {"type": "app_uninstalled"})
        workspace.app.is_revoked = True

    def add_user(self, workspace: Workspace, name: str, *, locale: str = "en-US", bot: bool = False) -> FakeSlackUser:
        bot_id = self.ids.new("B") if bot else None
        user = FakeSlackUser(self.ids.new("U"), workspace.id, name, name.title(), locale=locale, bot_id=bot_id)
        workspace.users[user.id] = user
        return user

    def add_channel(
        self, workspace: Workspace, name: str, *, kind: ChannelKind = "public", bot: bool = True
    ) -> FakeSlackChannel:
        """Create a channel, by default with the app's bot as a member."""
        members = {workspace.app.bot_user} if bot else set()
        channel = FakeSlackChannel(self.ids.new("D" if kind == "im" else "C"), workspace.id, name, kind, members)
        workspace.channels[channel.id] = channel
        return channel

    def direct(self, workspace: Workspace, user: str) -> FakeSlackChannel:
        """The one direct-message channel of a person and the app."""
        both = {user, workspace.app.bot_user}
        found = (c for c in workspace.channels.values() if c.kind == "im" and c.members == both)
        channel = next(found, None) or self.add_channel(workspace, f"im-{user}", kind="im")
        channel.members.add(user)
        return channel

    def channel_of(self, message: FakeSlackMessage) -> tuple[Workspace, FakeSlackChannel]:
        workspace = self.workspaces[message.team]
        return workspace, workspace.channels[message.channel]

    def post(self, message: FakeSlackMessage) -> FakeSlackMessage:
        """Show a message in its channel, and tell who listens."""
        workspace, channel = self.channel_of(message)
        parent = channel.find(message.thread_ts) if message.thread_ts else None
        if parent is not None and message.is_reply:
            parent.replies.append(message)
            message.options["parent_user_id"] = parent.user
        channel.messages.append(message)
        told = list(events.of_new_message(workspace, channel, message))
        for event in reversed(told) if self.mention_first else told:
            self.tell(workspace, event, channel)
        return message

    def edit(self, message: FakeSlackMessage, changes: Json, *, editor: str, silently: bool = False) -> None:
        """Change fields of a message."""
        workspace, channel = self.channel_of(message)
        before = message.to_dict()
        message.versions.append(message.to_dict(with_metadata=True))
        for name, value in changes.items():
            setattr(message, name, value)
        if silently:
            return
        message.edited = {"user": editor, "ts": self.ids.ts()}
        self.tell(workspace, events.of_change(channel, message, before, at=self.ids.ts()), channel)

    def delete(self, message: FakeSlackMessage) -> None:
        """Take a message away; one with replies leaves a tombstone."""
        workspace, channel = self.channel_of(message)
        before = message.to_dict()
        if message.replies:
            message.subtype, message.text, message.blocks = "tombstone", "This message was deleted.", []
        else:
            channel.messages.remove(message)
            parent = channel.find(message.thread_ts) if message.is_reply and message.thread_ts else None
            if parent is not None:
                parent.replies.remove(message)
        self.tell(workspace, events.of_deletion(channel, before, at=self.ids.ts()), channel)

    def whisper(self, workspace: Workspace, ephemeral: Ephemeral) -> Ephemeral:
        workspace.ephemerals.append(ephemeral)
        return ephemeral

    def tell(self, workspace: Workspace, event: Json, channel: FakeSlackChannel | None = None) -> None:
        """Send an event if the app subscribed to it and is a member of the channel it happened in."""
        if workspace.installation is None or workspace.installation.is_revoked:
            return
        if channel is not None and workspace.app.bot_user not in channel.members:
            return
        if events.subscription(event) in self.app.events:
            self.on_event(workspace, event)

    def body(self, workspace: Workspace, event: Json) -> Json:
        """The whole of what Slack posts for one event."""
        event_id = self.ids.new("Ev")
        installation = {"enterprise_id": workspace.enterprise_id}
        authorization: Json = {**installation, "team_id": workspace.id, "user_id": workspace.app.bot_user}
        authorization |= {"is_bot": True, "is_enterprise_install": workspace.app.is_enterprise_install}
        author_team = event.get("user_team", workspace.id)
        return {
            "token": self.app.verification_token,
            "team_id": author_team,
            "enterprise_id": self.workspaces[author_team].enterprise_id,
            "context_team_id": workspace.id,
            "context_enterprise_id": workspace.enterprise_id,
            "api_app_id": self.app.id,
            "event": event,
            "type": "event_callback",
            "event_id": event_id,
            "event_time": int(time.time()),
            "authorizations": [authorization],
            "is_ext_shared_channel": author_team != workspace.id,
            "event_context": f"4-{event_id}",
        }
