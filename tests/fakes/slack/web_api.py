"""The Web API over HTTP: token, scope, rate limit, method, answer; with faults before and after the method runs."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Final

from aiohttp import web

from . import methods_apps, methods_chat, methods_conversations
from .calling import ApiCall, ApiCaller, ApiMethod, ApiServices, CallArguments, read_arguments
from .faults import SlackFault, SlackFaults, SlackRateLimits
from .model import AppInstallation, Json, SlackError, Workspace, refuse

Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]
METHODS: Final[dict[str, ApiMethod]] = {
    **methods_apps.METHODS,
    **methods_chat.METHODS,
    **methods_conversations.METHODS,
}


class WebApi:
    def __init__(self, services: ApiServices, faults: SlackFaults, rates: SlackRateLimits) -> None:
        self._services = services
        self._faults = faults
        self._rates = rates
        self.calls: list[ApiCall] = []

    async def serve(self, request: web.Request) -> web.StreamResponse:
        """Answer one call, or misbehave as asked."""
        method = request.match_info["method"]
        try:
            args, token = await read_arguments(request)
        except ValueError:
            return web.json_response({"ok": False, "error": "invalid_json"})
        call = ApiCall(method, dict(args.values))
        self.calls.append(call)
        fault = self._faults.for_call(method)
        call.fault = fault.kind if fault else ""
        if fault is not None and (early := _instead(fault, request)) is not None:
            return early
        answer = self._answer(call, args, token, request.headers.get("Authorization", f"Bearer {token}"))
        return await _afterwards(fault, request) or answer

    def with_faults(self, name: str, handler: Handler) -> Handler:
        """A handler of something else than a method, that misbehaves under the name of `name`."""

        async def serve(request: web.Request) -> web.StreamResponse:
            fault = self._faults.for_call(name)
            if fault is not None and (early := _instead(fault, request)) is not None:
                return early
            answer = await handler(request)
            return await _afterwards(fault, request) or answer

        return serve

    def _answer(self, call: ApiCall, args: CallArguments, token: str, authorization: str) -> web.Response:
        headers: dict[str, str] = {}
        try:
            body = {"ok": True, **self._run(call, args, token, authorization, headers)}
        except SlackError as error:
            body = error.to_dict()
        call.response = body
        return web.json_response(body, headers=headers, status=429 if "Retry-After" in headers else 200)

    def _run(self, call: ApiCall, args: CallArguments, token: str, authorization: str, headers: dict[str, str]) -> Json:
        if call.method in methods_apps.WITHOUT_INSTALLATION:
            return methods_apps.WITHOUT_INSTALLATION[call.method](self._services, args, authorization)
        method = METHODS.get(call.method)
        if method is None:
            refuse("unknown_method", req_method=call.method)
        workspace, installation = self._authenticate(token)
        call.workspace = workspace.id
        headers["x-oauth-scopes"] = ",".join(sorted(installation.scopes))
        caller = ApiCaller(self._services, workspace, installation, args)
        wait = self._rates.retry_after(
            workspace=workspace.id, method=call.method, tier=method.tier, channel=args.text("channel")
        )
        if wait is not None:
            headers["Retry-After"] = str(wait)
            refuse("ratelimited")
        caller.needs(*method.scopes)
        return method.run(caller)

    def _authenticate(self, token: str) -> tuple[Workspace, AppInstallation]:
        if not token:
            refuse("not_authed")
        workspace = self._services.world.tokens.get(token)
        if workspace is None or workspace.installation is None:
            refuse("invalid_auth")
        if workspace.installation.is_revoked or workspace.installation.token != token:
            refuse("account_inactive")
        return workspace, workspace.installation


def _instead(fault: SlackFault, request: web.Request) -> web.Response | None:
    """What goes wrong before anything happens."""
    match fault.kind:
        case "ratelimited":
            headers = {"Retry-After": str(fault.retry_after)}
            return web.json_response({"ok": False, "error": "ratelimited"}, status=429, headers=headers)
        case "server_error":
            return web.Response(status=fault.status, text="upstream connect error")
        case "error":
            return web.json_response({"ok": False, "error": fault.error})
        case "lost_request":
            return _cut(request)
        case _:
            return None


async def _afterwards(fault: SlackFault | None, request: web.Request) -> web.Response | None:
    """What goes wrong after it has happened."""
    match fault.kind if fault else "":
        case "lost_answer":
            return _cut(request)
        case "server_error_after":
            return web.Response(status=fault.status if fault else 500, text="upstream connect error")
        case "garbage":
            return web.Response(text="<html><body>Something went wrong", content_type="text/html")
        case "slow":
            await asyncio.sleep(fault.seconds if fault else 0)
    return None


def _cut(request: web.Request) -> web.Response:
    """Close the connection: the answer does not arrive."""
    if request.transport is not None:
        request.transport.abort()
    return web.Response()
