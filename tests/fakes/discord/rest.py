"""REST over HTTP: reads requests, calls the handlers, and applies planned faults."""

import asyncio
import json
from functools import partial

from aiohttp import web

from tests.fakes.discord import rest_commands, rest_interactions, rest_messages, rest_users
from tests.fakes.discord.errors import ApiError, malformed, not_found, unauthorized
from tests.fakes.discord.model import Json, RestCall
from tests.fakes.discord.ratelimits import DiscordFault, DiscordFaults, RateLimits, refusal_headers
from tests.fakes.discord.routing import Answer, Handler
from tests.fakes.discord.state import FakeDiscordState

_PREFIX = "/api/v10"
_ROUTES: dict[str, Handler] = {
    **rest_users.ROUTES,
    **rest_messages.ROUTES,
    **rest_commands.ROUTES,
    **rest_interactions.ROUTES,
}
_OPEN = ("/gateway", "/interactions/", "/webhooks/")  # what needs no bot token: the path has one, or it is public
_MAJOR = ("channel", "guild", "application", "token")
_FORM_ERROR = 50035


class Rest:
    """The REST API."""

    def __init__(self, state: FakeDiscordState, faults: DiscordFaults, limits: RateLimits) -> None:
        self.calls: list[RestCall] = []
        self._state = state
        self._faults = faults
        self._limits = limits

    def add_routes(self, app: web.Application) -> None:
        """Serve everything below /api/v10."""
        for route, handler in _ROUTES.items():
            method, path = route.split()
            app.router.add_route(method, _PREFIX + path, partial(self._handle, _named(route), handler))
        app.router.add_route("*", "/{tail:.*}", partial(self._handle, "unknown", _nothing))

    async def _handle(self, route: str, handler: Handler, request: web.Request) -> web.StreamResponse:
        call = await _read(route, request)
        self.calls.append(call)
        fault = self._faults.take(route)
        if fault and (early := self._before(fault, call, request)):
            return early
        allowance = self._limits.spend(route, "/".join(call.params.get(name, "") for name in _MAJOR))
        if allowance.retry_after:
            is_global = allowance.headers.get("X-RateLimit-Scope") == "global"
            return _refused(call, allowance.retry_after, allowance.headers, is_global=is_global)
        with self._state.lock:
            status, body = self._answer(handler, call)
        response = _response(call, status, body, allowance.headers)
        return await _after(fault, call, response, request) if fault else response

    def _answer(self, handler: Handler, call: RestCall) -> Answer:
        try:
            self._admit(call)
            return handler(self._state, call)
        except ApiError as error:
            call.code = error.code
            kind = "invalid_form" if error.code == _FORM_ERROR else "invalid_request"
            self._state.broke(kind, f"{call.method} {call.path}: {error} {json.dumps(error.errors or {})}")
            return error.status, error.body
        except Exception as error:  # noqa: BLE001 - a body of the wrong shape, or our own mistake: a test must see it
            self._state.broke("fake_error", f"{call.method} {call.path}: {error!r} about {call.body}")
            return 400, {"message": "Invalid Form Body", "code": _FORM_ERROR}

    def _admit(self, call: RestCall) -> None:
        if not call.path.startswith(_OPEN) and call.authorization != f"Bot {self._state.token}":
            raise unauthorized()
        if call.is_malformed:
            raise malformed()

    def _before(self, fault: DiscordFault, call: RestCall, request: web.Request) -> web.StreamResponse | None:
        """What goes wrong before anything happens."""
        if fault.kind == "rate_limited":
            scope = "global" if fault.is_global else "user"
            headers = refusal_headers(fault.seconds, scope=scope)
            return _refused(call, fault.seconds, headers, is_global=fault.is_global)
        if fault.kind == "server_error":
            return _response(call, fault.status, {"message": f"{fault.status}: error", "code": 0}, {})
        if fault.kind == "html":
            call.status = fault.status
            return web.Response(status=fault.status, text="<html>Bad gateway</html>", content_type="text/html")
        return _cut(request) if fault.kind == "lost_request" else None


async def _after(
    fault: DiscordFault, call: RestCall, response: web.Response, request: web.Request
) -> web.StreamResponse:
    """What goes wrong once it has happened."""
    if fault.kind == "lost_answer":
        call.status = 0
        return _cut(request)
    if fault.kind == "failed_answer":
        return _response(call, fault.status, {"message": f"{fault.status}: error", "code": 0}, {})
    await asyncio.sleep(fault.seconds)
    return response


def _cut(request: web.Request) -> web.Response:
    if request.transport is not None:
        request.transport.abort()
    return web.Response(status=500)  # goes nowhere


def _nothing(_state: FakeDiscordState, _call: RestCall) -> Answer:
    raise not_found()


def _refused(call: RestCall, retry_after: float, headers: dict[str, str], *, is_global: bool) -> web.Response:
    body = {"message": "You are being rate limited.", "retry_after": round(retry_after, 3), "global": is_global}
    return _response(call, 429, body, headers)


def _response(call: RestCall, status: int, body: object, headers: dict[str, str]) -> web.Response:
    call.status = status
    if body is None:
        return web.Response(status=status, headers=headers)
    # the content type is exact: clients compare the header with this string
    return web.Response(status=status, headers=headers, body=json.dumps(body).encode(), content_type="application/json")


def _named(route: str) -> str:
    """ "POST /channels/{channel}/messages" as faults and limits name it: "POST /channels/{}/messages"."""
    return "/".join("{}" if part.startswith("{") else part for part in route.split("/"))


async def _read(route: str, request: web.Request) -> RestCall:
    call = RestCall(
        method=request.method,
        path=request.path.removeprefix(_PREFIX),
        route=route if route != "unknown" else f"{request.method} {request.path}",
        params=dict(request.match_info),
        query=dict(request.query),
        authorization=request.headers.get("Authorization"),
    )
    _take(call, await request.read())
    return call


def _take(call: RestCall, content: bytes) -> None:
    try:
        parsed: Json | list[Json] | None = json.loads(content) if content else {}
    except ValueError:
        parsed = None
    if isinstance(parsed, list):
        call.items = parsed
    elif isinstance(parsed, dict):
        call.body = parsed
    else:
        call.is_malformed = True
