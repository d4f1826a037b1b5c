"""Web API: chat.*"""

import json
from typing import Final

from .blocks import check_message_blocks
from .calling import ApiCaller, ApiMethod
from .model import Ephemeral, FakeSlackChannel, FakeSlackMessage, Json, refuse

TEXT: Final = 40_000
UPDATED_TEXT_BYTES: Final = 4000  # chat.update takes far less than chat.postMessage
MARKDOWN: Final = 12_000
METADATA_BYTES: Final = 16_000
ATTACHMENTS: Final = 100
OPTIONS: Final = ("unfurl_links", "unfurl_media", "mrkdwn", "parse", "link_names", "reply_broadcast")


def post_message(caller: ApiCaller) -> Json:
    channel = _where(caller)
    content = _content(caller)
    thread_ts = caller.args.text("thread_ts") or None
    if thread_ts and channel.find(thread_ts) is None:
        refuse("thread_not_found")
    message = own_message(caller, channel, thread_ts=thread_ts)
    _apply(message, content)
    message.options = {name: caller.args.values[name] for name in OPTIONS if name in caller.args}
    if thread_ts and caller.args.flag("reply_broadcast"):
        message.subtype = "thread_broadcast"
    caller.world.post(message)
    return {"channel": channel.id, "ts": message.ts, "message": message.to_dict(with_metadata=True)}


def update(caller: ApiCaller) -> Json:
    channel = caller.member_channel()
    message = _own(caller, channel, "cant_update_message")
    if len(caller.args.text("text").encode()) > UPDATED_TEXT_BYTES:
        refuse("msg_too_long")
    if "markdown_text" in caller.args:
        caller.args.values.setdefault("blocks", [])
    content = _content(caller)
    caller.args.values.setdefault("text", content["text"] or None)
    changes = {name: value for name, value in content.items() if name in caller.args}  # the rest stays as it was
    caller.world.edit(message, changes, editor=caller.installation.bot_user)
    return {"channel": channel.id, "ts": message.ts, "text": message.text, "message": message.to_dict()}


def delete(caller: ApiCaller) -> Json:
    channel = caller.member_channel()
    message = _own(caller, channel, "cant_delete_message")
    caller.world.delete(message)
    return {"channel": channel.id, "ts": message.ts}


def post_ephemeral(caller: ApiCaller) -> Json:
    channel, user = _where(caller), caller.args.required("user")
    if user not in channel.members:
        refuse("user_not_in_channel")
    content = _content(caller)
    thread_ts = caller.args.text("thread_ts") or None
    ephemeral = Ephemeral(caller.world.ids.ts(), channel.id, user, content["text"], content["blocks"], thread_ts)
    caller.world.whisper(caller.workspace, ephemeral)
    return {"message_ts": ephemeral.ts}


def get_permalink(caller: ApiCaller) -> Json:
    channel = caller.channel()
    message = caller.message(channel, "message_ts")
    link = f"https://{caller.workspace.name.lower()}.slack.com/archives/{channel.id}/p{message.ts.replace('.', '')}"
    thread = f"?thread_ts={message.thread_ts}&cid={channel.id}" if message.is_reply else ""
    return {"channel": channel.id, "permalink": link + thread}


def own_message(caller: ApiCaller, channel: FakeSlackChannel, *, thread_ts: str | None) -> FakeSlackMessage:
    """An empty message of the app, with a timestamp of its own."""
    app, ids = caller.installation, caller.world.ids
    message = FakeSlackMessage(
        ts=ids.ts(), channel=channel.id, team=channel.team_id, user=app.bot_user, thread_ts=thread_ts
    )
    message.bot_id, message.app_id = app.bot_id, caller.world.app.id
    return message


def _where(caller: ApiCaller) -> FakeSlackChannel:
    """The channel to post in: by id, by "#name", or a person's direct messages by their id."""
    wanted = caller.args.text("channel")
    by_name = next((c for c in caller.workspace.channels.values() if wanted in (f"#{c.name}", c.name)), None)
    if wanted in caller.workspace.users:
        return caller.world.direct(caller.workspace, wanted)
    if by_name is not None:
        caller.args.values["channel"] = by_name.id
    channel = caller.channel()
    is_open = channel.kind == "public" and "chat:write.public" in caller.installation.scopes
    if channel.is_archived:
        refuse("is_archived")
    if caller.installation.bot_user not in channel.members and not is_open:
        refuse("not_in_channel")
    return channel


def _content(caller: ApiCaller) -> Json:
    args = caller.args
    blocks = args.json("blocks", refusal="invalid_blocks_format") or []
    attachments = args.json("attachments") or []
    text = args.text("text")
    if "markdown_text" in args:
        if text or blocks:
            refuse("markdown_text_conflict")
        text = args.text("markdown_text")
    if not text and not blocks and not attachments and "metadata" not in args:
        refuse("no_text")
    if len(text) > (MARKDOWN if "markdown_text" in args else TEXT):
        refuse("msg_too_long")
    if len(attachments) > ATTACHMENTS:
        refuse("too_many_attachments")
    check_message_blocks(blocks)
    return {"text": text, "blocks": blocks, "attachments": attachments, "metadata": _metadata(caller)}


def _metadata(caller: ApiCaller) -> Json | None:
    metadata = caller.args.json("metadata", refusal="invalid_metadata_format")
    if metadata is None:
        return None
    if not isinstance(metadata, dict) or not isinstance(metadata.get("event_type"), str) or not metadata["event_type"]:
        refuse("invalid_metadata_format")
    if not isinstance(metadata.get("event_payload"), dict):
        refuse("invalid_metadata_format")
    if len(json.dumps(metadata).encode()) > METADATA_BYTES:
        refuse("metadata_too_large")
    return metadata


def _apply(message: FakeSlackMessage, content: Json) -> None:
    for name, value in content.items():
        setattr(message, name, value)


def _own(caller: ApiCaller, channel: FakeSlackChannel, refusal: str) -> FakeSlackMessage:
    message = caller.message(channel)
    if message.user != caller.installation.bot_user or message.subtype == "tombstone":
        refuse(refusal)
    return message


_WRITE: Final = ("chat:write",)
METHODS: Final = {
    "chat.postMessage": ApiMethod(post_message, 0, _WRITE),
    "chat.update": ApiMethod(update, 3, _WRITE),
    "chat.delete": ApiMethod(delete, 3, _WRITE),
    "chat.postEphemeral": ApiMethod(post_ephemeral, 4, _WRITE),
    "chat.getPermalink": ApiMethod(get_permalink, 0),
}
