"""Dispatches all deliveries, from HTTP or Socket Mode, by one Bolt app that stores them before the acknowledgement."""

import asyncio
import json
import logging
from collections.abc import Awaitable, Callable, Sequence
from time import monotonic
from typing import Any, Final, Self

from aiohttp import web
from cachetools import LRUCache
from pydantic import SecretStr
from slack_bolt.async_app import AsyncApp
from slack_bolt.authorization import AuthorizeResult
from slack_bolt.middleware.async_middleware import AsyncMiddleware
from slack_bolt.request.async_request import AsyncBoltRequest
from slack_bolt.response import BoltResponse

from adapters.slack import payload as read
from adapters.slack.inbound import http
from adapters.slack.inbound.command_handler import SlackCommandHandler
from adapters.slack.inbound.event_handler import SlackEventHandler
from adapters.slack.inbound.handler_services import HandlerServices
from adapters.slack.inbound.interaction_handler import SlackInteractionHandler
from adapters.slack.inbound.socket_mode import SocketMode
from adapters.slack.outbound.modals import ADJUST, AMOUNT
from adapters.slack.payload import PLATFORM, JsonObject, text_at
from adapters.slack.sdk_client import bolt_log, make_web_client
from bot.domain.text.locale import Language, Locale
from bot.domain.text.tokens import has_chinese
from bot.errors import DeliveryError, ForeignWorkspaceError, ParleyError

_LOOKUP_SECONDS: Final = 2.0  # for asking Slack, once, which workspace the one token belongs to
_MAX_FOREIGN: Final = 1_000  # workspaces whose refusal has been logged
_OK: Final = 200
_FAILED: Final = 500
_UNAVAILABLE: Final = 503
_NO_RETRY: Final[dict[str, str | Sequence[str]]] = {"x-slack-no-retry": "1"}

_log = logging.getLogger(__name__)


class SlackApp:
    """Receives Slack's deliveries by HTTP, by Socket Mode, or both, and answers them.

    Bolt acknowledges before a listener runs, so an event whose listener fails is lost; without a listener it answers
    404. A global middleware therefore stores everything and answers by itself. There are no listeners.

    On exit of `async with` background tasks have 5 s to finish, then they are cancelled. Close the `SlackApi`
    afterwards: the tasks use it.
    """

    def __init__(self, services: HandlerServices) -> None:
        self._services = services
        self.background = services.background
        self._logged_workspaces: LRUCache[str, bool] = LRUCache(_MAX_FOREIGN)
        self._events = SlackEventHandler(services)
        self._commands = SlackCommandHandler(services)
        self._interactions = SlackInteractionHandler(services)
        self._app = AsyncApp(
            name="parley",
            logger=bolt_log,
            client=make_web_client(None, base_url=services.api.base_url),
            before_authorize=_StoreMiddleware(self._store_payload),  # runs before Bolt's own steps
            authorize=_authorize,
            request_verification_enabled=False,  # done by `http`, which does not write bodies to the log
            ignoring_self_events_enabled=False,  # `event_payload` ignores messages of this and other bots
            attaching_function_token_enabled=False,
        )

    def routes(self, *, signing_secret: SecretStr | str) -> list[web.RouteDef]:
        """Return the routes to add to an HTTP server."""
        return http.routes(self.dispatch, signing_secret=signing_secret, meter=self._services.meter)

    def socket_mode(self, *, app_token: SecretStr | str) -> SocketMode:
        """Return the Socket Mode receiver; enter it after this app."""
        base_url, meter = self._services.api.base_url, self._services.meter
        return SocketMode(self.dispatch, app_token=app_token, base_url=base_url, meter=meter)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.background.close()

    async def dispatch(self, payload: JsonObject) -> BoltResponse:
        """Return the answer to one delivery; 5xx: it may not have been stored, and Slack should deliver it again.

        The caller parses the payload: Bolt would lose a command whose text contains the word "payload".
        """
        began = monotonic()
        request = AsyncBoltRequest(body="")
        request.body = dict(payload)
        try:
            answer = await self._app.async_dispatch(request)
        except Exception:  # noqa: BLE001  # a defect here or in the library: a traceback must not be the answer
            _log.exception("a request of Slack could not be dispatched")
            answer = BoltResponse(status=_FAILED)
        if answer.status == _OK:
            self._services.meter.acknowledged(PLATFORM, monotonic() - began)
        return answer

    async def _store_payload(self, body: JsonObject) -> BoltResponse:
        self._services.api.remember_enterprise(read.workspace_of(body), read.enterprise_of(body))
        try:
            await self._require_own_workspace(body)
            return await self._handle_payload(body)
        except ForeignWorkspaceError as error:
            return self._refuse_workspace(body, error)
        except ParleyError as error:
            _log.error("perhaps not stored, Slack is to deliver it again: %s", error)
            self._services.meter.error(type(error).__name__)
            return BoltResponse(status=_UNAVAILABLE)
        except Exception as error:  # noqa: BLE001  # any error may mean that nothing was stored
            _log.exception("perhaps not stored, Slack is to deliver it again")
            self._services.meter.error(type(error).__name__)
            return BoltResponse(status=_FAILED)

    async def _require_own_workspace(self, body: JsonObject) -> None:
        """Check that the app was installed for us in the workspace that authorised this delivery.

        Whose person wrote or pressed does not matter: in a shared channel they may belong to another company.

        Raises: ForeignWorkspaceError; DeliveryError: Slack does not say now which workspace is ours.
        """
        workspace = read.workspace_of(body)
        try:
            async with asyncio.timeout(_LOOKUP_SECONDS):
                is_served = await self._services.api.is_served(workspace)
        except TimeoutError as error:
            raise DeliveryError(method="auth.test", why="TimeoutError") from error
        if not is_served:
            raise ForeignWorkspaceError(workspace=workspace)

    def _refuse_workspace(self, body: JsonObject, error: ForeignWorkspaceError) -> BoltResponse:
        """Return an answer after which Slack does not deliver this again; a person is told where Slack can show it."""
        self._services.meter.error(type(error).__name__)
        workspace = read.workspace_of(body)
        if workspace not in self._logged_workspaces:
            self._logged_workspaces[workspace] = True
            _log.warning("nothing of this workspace is stored or answered: %s", error)
        language = Language.CHINESE if has_chinese(text_at(body, "text")) else Language.ENGLISH
        text = self._services.texts.render_error(Locale(language), error)
        if text_at(body, "command"):
            return _ephemeral_response(text)
        if text_at(body, "view", "callback_id") == ADJUST and text_at(body, "type") == "view_submission":
            return _json_response({"response_action": "errors", "errors": {AMOUNT: text}})
        return BoltResponse(status=_OK, headers=_NO_RETRY)

    async def _handle_payload(self, body: JsonObject) -> BoltResponse:
        if text_at(body, "type") == "event_callback":
            await self._events.handle_event(body)
            return BoltResponse(status=_OK)
        if text_at(body, "command"):
            text = await self._commands.handle_command(body)
            return _ephemeral_response(text) if text else BoltResponse(status=_OK)
        answer = await self._interactions.handle_interaction(body)
        return _json_response(dict(answer)) if answer else BoltResponse(status=_OK)


class _StoreMiddleware(AsyncMiddleware):
    """A global middleware that answers by itself. It is a class because Bolt parses the payload for a function."""

    def __init__(self, store: Callable[[JsonObject], Awaitable[BoltResponse]]) -> None:
        self._store = store

    async def async_process(
        self,
        *,
        req: AsyncBoltRequest,
        resp: BoltResponse,  # noqa: ARG002 - the interface
        next: Callable[[], Awaitable[BoltResponse]],  # noqa: A002 - the interface
    ) -> BoltResponse:
        if text_at(req.body, "type") == "url_verification":
            return await next()  # Bolt answers it
        return await self._store(req.body)


async def _authorize(enterprise_id: str | None, team_id: str | None) -> AuthorizeResult:
    """Accept every signed request: the workspace's token is looked up only when it is needed."""
    return AuthorizeResult(enterprise_id=enterprise_id, team_id=team_id)


def _ephemeral_response(text: str) -> BoltResponse:
    return _json_response({"response_type": "ephemeral", "text": text})


def _json_response(body: dict[str, Any]) -> BoltResponse:
    return BoltResponse(
        status=_OK, body=json.dumps(body, ensure_ascii=False), headers={"content-type": "application/json"}
    )
