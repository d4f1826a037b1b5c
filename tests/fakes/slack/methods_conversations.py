"""Web API: conversations.*, users.*"""

import base64
from collections.abc import Sequence
from typing import Final, TypeVar

from .calling import ApiCaller, ApiMethod, CallArguments
from .model import FakeSlackMessage, Json, refuse

T = TypeVar("T")


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


def user_info(caller: ApiCaller) -> Json:
    user = caller.workspace.users.get(caller.args.required("user"))
    if user is None:
        refuse("user_not_found")
    return {"user": user.to_dict(with_locale=caller.args.flag("include_locale"))}


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
    "users.info": ApiMethod(user_info, 4, ("users:read",)),
}
