"""Web API: conversations.*, users.*, reactions.add"""

import base64
from collections.abc import Sequence
from typing import Final, TypeVar

from .calling import ApiCaller, ApiMethod, CallArguments
from .model import SCOPE_PREFIX, FakeSlackMessage, Json, refuse

T = TypeVar("T")
KINDS: Final = {"public_channel": "public", "private_channel": "private", "im": "im", "mpim": "mpim"}


def history(caller: ApiCaller) -> Json:
    channel = caller.member_channel(reading="history")
    shown = [message for message in reversed(channel.roots()) if _within(caller.args, message)]
    page, more = paged(caller.args, shown, default=100)
    return {"messages": _shown(caller, page), **more}


def replies(caller: ApiCaller) -> Json:
    channel = caller.member_channel(reading="history")
    ts = caller.args.required("ts")
    message = channel.find(ts)
    if message is None:
        refuse("thread_not_found")
    thread = channel.thread(message.thread_ts or ts)
    page, more = paged(caller.args, [m for m in thread if m is thread[0] or _within(caller.args, m)], default=1000)
    return {"messages": _shown(caller, page), **more}


def info(caller: ApiCaller) -> Json:
    channel = caller.channel(reading="read")
    return {"channel": channel.to_dict(caller.installation.bot_user)}


def members(caller: ApiCaller) -> Json:
    channel = caller.channel(reading="read")
    page, more = paged(caller.args, sorted(channel.members), default=100)
    return {"members": page, **more}


def open_direct(caller: ApiCaller) -> Json:
    if "channel" in caller.args:
        channel = caller.channel()
    else:
        users = [user for user in caller.args.text("users").split(",") if user]
        if len(users) != 1:
            refuse("users_list_not_supplied" if not users else "method_not_supported_for_channel_type")
        if users[0] not in caller.workspace.users:
            refuse("user_not_found")
        channel = caller.world.direct(caller.workspace, users[0])
    whole = channel.to_dict(caller.installation.bot_user) if caller.args.flag("return_im") else {"id": channel.id}
    return {"channel": whole}


def user_info(caller: ApiCaller) -> Json:
    user = caller.workspace.users.get(caller.args.required("user"))
    if user is None:
        refuse("user_not_found")
    return {"user": user.to_dict(with_locale=caller.args.flag("include_locale"))}


def user_conversations(caller: ApiCaller) -> Json:
    kinds = [KINDS.get(kind.strip(), "") for kind in caller.args.text("types", "public_channel").split(",")]
    if "" in kinds:
        refuse("invalid_types")
    for kind, prefix in SCOPE_PREFIX.items():
        if kind in kinds:
            caller.needs(f"{prefix}:read")
    bot = caller.installation.bot_user
    user = caller.args.text("user", bot)
    found = [c for c in caller.workspace.channels.values() if c.kind in kinds and user in c.members]
    found = [c for c in found if c.kind == "public" or bot in c.members]
    if caller.args.flag("exclude_archived"):
        found = [channel for channel in found if not channel.is_archived]
    page, more = paged(caller.args, found, default=100)
    return {"channels": [channel.to_dict(bot) for channel in page], **more}


def add_reaction(caller: ApiCaller) -> Json:
    channel = caller.member_channel()
    message = caller.message(channel, "timestamp")
    users = message.reactions.setdefault(caller.args.required("name"), [])
    if caller.installation.bot_user in users:
        refuse("already_reacted")
    users.append(caller.installation.bot_user)
    return {}


def paged(args: CallArguments, items: Sequence[T], *, default: int) -> tuple[list[T], Json]:
    """One page, and what says whether there is another."""
    limit = args.number("limit", default)
    if not 0 < limit <= 1000:
        refuse("invalid_limit")
    try:
        start = int(base64.b64decode(args.text("cursor")).decode().removeprefix("next:") or 0)
    except ValueError:
        refuse("invalid_cursor")
    end = start + limit
    cursor = base64.b64encode(f"next:{end}".encode()).decode() if end < len(items) else ""
    return list(items[start:end]), {"has_more": bool(cursor), "response_metadata": {"next_cursor": cursor}}


def _within(args: CallArguments, message: FakeSlackMessage) -> bool:
    ts, oldest, latest = message.ts, args.text("oldest"), args.text("latest")
    if args.flag("inclusive") and ts in (oldest, latest):
        return True
    return (not oldest or float(ts) > float(oldest)) and (not latest or float(ts) < float(latest))


def _shown(caller: ApiCaller, messages: Sequence[FakeSlackMessage]) -> list[Json]:
    return [message.to_dict(with_metadata=caller.args.flag("include_all_metadata")) for message in messages]


METHODS: Final = {
    "conversations.history": ApiMethod(history, 3),
    "conversations.replies": ApiMethod(replies, 3),
    "conversations.info": ApiMethod(info, 3),
    "conversations.members": ApiMethod(members, 4),
    "conversations.open": ApiMethod(open_direct, 3, ("im:write",)),
    "users.info": ApiMethod(user_info, 4, ("users:read",)),
    "users.conversations": ApiMethod(user_conversations, 3),
    "reactions.add": ApiMethod(add_reaction, 3, ("reactions:write",)),
}
