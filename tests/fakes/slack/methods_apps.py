"""Web API: auth.*, apps.*, api.test, oauth.v2.access, assistant.threads.*; and the page where an app is installed."""

import base64
import time
from collections.abc import Callable
from typing import Final
from urllib.parse import urlencode

from aiohttp import web

from .calling import ApiCaller, ApiMethod, ApiServices, CallArguments
from .model import FakeSlackChannel, Json, refuse, refuse_arguments

CODE_SECONDS: Final = 600.0


def auth_test(caller: ApiCaller) -> Json:
    app, workspace = caller.installation, caller.workspace
    url = f"https://{workspace.name.lower()}.slack.com/"
    names = {"team": workspace.name, "user": workspace.users[app.bot_user].name, "team_id": workspace.id}
    organisation = {"enterprise_id": workspace.enterprise_id} if workspace.enterprise_id else {}
    bot = {"user_id": app.bot_user, "bot_id": app.bot_id, "is_enterprise_install": app.is_enterprise_install}
    return {"url": url, **names, **organisation, **bot}


def bots_info(caller: ApiCaller) -> Json:
    app = caller.installation
    if caller.args.required("bot") != app.bot_id:
        refuse("bot_not_found")
    return {"bot": {"id": app.bot_id, "app_id": app.app_id or caller.world.app.id, "user_id": app.bot_user}}


def set_suggested_prompts(caller: ApiCaller) -> Json:
    """Prompts of a chat in the assistant pane, or of an agent app's direct messages, which have no such thread."""
    prompts = caller.args.json("prompts")
    if not isinstance(prompts, list) or not 1 <= len(prompts) <= 4:
        refuse_arguments("between 1 and 4 items allowed: prompts")
    if not all(prompt.get("title") and prompt.get("message") for prompt in prompts):
        refuse_arguments("missing required field: title or message")
    is_of_thread = "thread_ts" in caller.args
    if caller.world.app.is_agent and is_of_thread:
        return {}  # nothing is shown, and nothing says so
    if not caller.world.app.is_agent and not is_of_thread:
        refuse_arguments("missing required field: thread_ts")
    return _set(caller, prompts=prompts, title=caller.args.text("title"))


def _set(caller: ApiCaller, **what: object) -> Json:
    channel: FakeSlackChannel = caller.member_channel("channel_id")
    thread_ts = caller.args.text("thread_ts")
    if thread_ts and channel.find(thread_ts) is None:
        refuse("thread_not_found")
    caller.workspace.statuses.append({"channel": channel.id, "thread_ts": thread_ts, **what})
    return {}


def connections_open(services: ApiServices, _args: CallArguments, authorization: str) -> Json:
    """A URL for one Socket Mode connection."""
    token = authorization.removeprefix("Bearer ")
    if not token:
        refuse("not_authed")
    if token.startswith("xoxb-"):
        refuse("not_allowed_token_type")
    if token != services.world.app.app_token:
        refuse("invalid_auth")
    return {"url": f"ws{services.base.removeprefix('http')}link/?ticket={services.socket_mode.ticket()}"}


def oauth_access(services: ApiServices, args: CallArguments, authorization: str) -> Json:
    """A code against a token: once, within ten minutes."""
    app = services.world.app
    client_id, secret = args.text("client_id"), args.text("client_secret")
    if authorization.startswith("Basic "):
        client_id, _, secret = base64.b64decode(authorization.removeprefix("Basic ")).decode().partition(":")
    if client_id != app.client_id:
        refuse("invalid_client_id")
    if secret != app.client_secret:
        refuse("bad_client_secret")
    code = services.codes.get(args.text("code"))
    if code is None:
        refuse("invalid_code")
    if code["is_used"]:
        refuse("code_already_used")
    if time.monotonic() > code["until"]:
        refuse("invalid_code")
    if args.text("redirect_uri") != code["redirect_uri"]:
        refuse("bad_redirect_uri")
    code["is_used"] = True
    workspace = services.world.workspaces[code["workspace"]]
    installation = services.world.install(workspace, set(code["scope"].split(",")) - {""})
    return {
        "access_token": installation.token,
        "token_type": "bot",
        "scope": ",".join(sorted(installation.scopes)),
        "bot_user_id": installation.bot_user,
        "app_id": app.id,
        "team": {"name": workspace.name, "id": workspace.id},
        "enterprise": None,
        "is_enterprise_install": False,
        "authed_user": {"id": code["user"]},
    }


async def authorize(services: ApiServices, request: web.Request) -> web.Response:
    """The page where someone allows the app, or not: straight back to the app, as if they had pressed a button."""
    query, app = request.query, services.world.app
    if query.get("client_id") != app.client_id:
        return web.Response(status=400, text="invalid_client_id")
    known = app.redirect_urls
    redirect = query.get("redirect_uri") or (known[0] if known else "")
    if not redirect or (known and not any(redirect.startswith(url) for url in known)):
        return web.Response(status=400, text="bad_redirect_uri")
    answer = {"state": query.get("state", "")}
    if services.denies:
        answer["error"] = "access_denied"
    else:
        answer["code"] = _new_code(services, query.get("scope", ""), query.get("redirect_uri", ""), query.get("team"))
    where = f"{redirect}{'&' if '?' in redirect else '?'}{urlencode(answer)}"
    raise web.HTTPFound(where)


def _new_code(services: ApiServices, scope: str, redirect_uri: str, team: str | None) -> str:
    workspaces = services.world.workspaces
    workspace = team or (services.installer[0] if services.installer else next(iter(workspaces)))
    user = services.installer[1] if services.installer else next(iter(workspaces[workspace].users), "U0ADMIN")
    code = services.world.ids.new("code-")
    services.codes[code] = {"workspace": workspace, "user": user, "scope": scope, "redirect_uri": redirect_uri}
    services.codes[code] |= {"is_used": False, "until": time.monotonic() + CODE_SECONDS}
    return code


_ASSISTANT: Final = ("assistant:write", "chat:write")
METHODS: Final = {
    "auth.test": ApiMethod(auth_test, 0),
    "bots.info": ApiMethod(bots_info, 3, ("users:read",)),
    "assistant.threads.setSuggestedPrompts": ApiMethod(set_suggested_prompts, 4, _ASSISTANT),
}
WITHOUT_INSTALLATION: Final[dict[str, Callable[[ApiServices, CallArguments, str], Json]]] = {
    "apps.connections.open": connections_open,
    "oauth.v2.access": oauth_access,
}
