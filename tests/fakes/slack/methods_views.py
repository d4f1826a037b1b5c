"""Web API: views.*"""

from typing import Final

from .blocks import check_view
from .calling import ApiCaller, ApiMethod
from .model import Json, View, Workspace, refuse
from .world import FakeSlackState


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
    "views.open": ApiMethod(open_view, 4),
    "views.publish": ApiMethod(publish_view, 4),
}
