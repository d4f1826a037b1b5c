"""Inner events of the Events API about messages."""

from collections.abc import Iterator

from .model import EVENT_CHANNEL_TYPE, FakeSlackChannel, FakeSlackMessage, Json, Workspace

SUBSCRIPTIONS = {"channel": "message.channels", "group": "message.groups", "im": "message.im"}


def subscription(event: Json) -> str:
    """The name under which an app subscribes to this event."""
    if event["type"] == "message":
        return SUBSCRIPTIONS[event["channel_type"]]
    return str(event["type"])


def of_new_message(workspace: Workspace, channel: FakeSlackChannel, message: FakeSlackMessage) -> Iterator[Json]:
    """A `message`, and an `app_mention` beside it where the app is named by someone else; never in direct messages."""
    where = {"channel": channel.id, "event_ts": message.ts}
    shown = message.to_dict()
    yield {**shown, **where, "channel_type": EVENT_CHANNEL_TYPE[channel.kind]}
    is_ours = message.user == workspace.app.bot_user
    if channel.kind != "im" and not is_ours and workspace.mention in message.text:
        yield {**shown, **where, "type": "app_mention"}


def of_change(channel: FakeSlackChannel, message: FakeSlackMessage, before: Json, *, at: str) -> Json:
    return {
        **_hidden(channel, at),
        "subtype": "message_changed",
        "message": message.to_dict(),
        "previous_message": before,
    }


def of_deletion(channel: FakeSlackChannel, before: Json, *, at: str) -> Json:
    return {
        **_hidden(channel, at),
        "subtype": "message_deleted",
        "deleted_ts": before["ts"],
        "previous_message": before,
    }


def _hidden(channel: FakeSlackChannel, at: str) -> Json:
    kind = EVENT_CHANNEL_TYPE[channel.kind]
    return {"type": "message", "hidden": True, "channel": channel.id, "ts": at, "event_ts": at, "channel_type": kind}
