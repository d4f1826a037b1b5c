"""Web API: conversations.*, users.*"""

import base64
from collections.abc import Sequence
from typing import Final, TypeVar

from .blocks import check_view
from .calling import ApiCaller, ApiMethod, CallArguments
from .model import FakeSlackMessage, Json, View, Workspace, refuse
from .world import FakeSlackState

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


def open_view(caller: ApiCaller) -> Json:
    body = check_view(caller.args.json("view"))
    if body["type"] != "modal":
        refuse("invalid_arguments")
    trigger = caller.services.triggers.use(caller.workspace, caller.args.required("trigger_id"))
    external = body.get("external_id")
    if external and any(view.body.get("external_id") == external for view in caller.workspace.views.values()):
        refuse("duplicate_external_id")
    view = show_modal(caller.world, caller.workspace, trigger.user, body)
    return {"view": view.to_dict(caller.installation.bot_id)}


def publish_view(caller: ApiCaller) -> Json:
    body = check_view(caller.args.json("view"))
    user = caller.args.required("user_id")
    if user not in caller.workspace.users or body["type"] != "home":
        refuse("invalid_arguments")
    view = caller.workspace.homes.get(user)
    if view is None:
        view = new_view(caller.world, caller.workspace, user, body)
        caller.workspace.homes[user] = view
    else:
        replace_view(caller, view, body)
    return {"view": view.to_dict(caller.installation.bot_id)}


def new_view(world: FakeSlackState, workspace: Workspace, user: str, body: Json) -> View:
    id_ = world.ids.new("V")
    return View(id_, workspace.id, user, world.app.id, body, world.ids.ts(), root_id=id_)


def show_modal(world: FakeSlackState, workspace: Workspace, user: str, body: Json, below: View | None = None) -> View:
    """Open a modal, or push it on top of another."""
    view = new_view(world, workspace, user, body)
    if below is not None:
        view.root_id, view.previous_id = below.root_id, below.id
    workspace.views[view.id] = view
    return view


def replace_view(caller: ApiCaller, view: View, body: Json) -> None:
    """Show something else in a view, if it still is what the app believes it is."""
    if caller.args.text("hash", view.hash) != view.hash:
        refuse("hash_conflict")
    view.body, view.hash, view.values = body, caller.world.ids.ts(), {}


METHODS: Final = {
    "conversations.history": ApiMethod(history, 3),
    "conversations.replies": ApiMethod(replies, 3),
    "conversations.info": ApiMethod(info, 3),
    "users.info": ApiMethod(user_info, 4, ("users:read",)),
    "views.open": ApiMethod(open_view, 4),
    "views.publish": ApiMethod(publish_view, 4),
}
