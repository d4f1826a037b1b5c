"""Receives deliveries by Socket Mode, over outgoing WebSockets, so that no public address is needed.

If connecting fails, the library's own client retries the same single-use URL without end and logs it; it also closes
the old connection before it opens the next. This one requests a new URL each time, backs off, and keeps the old
connection until the next one is open.
"""

import asyncio
import json
import logging
from collections.abc import Awaitable, Callable
from contextlib import suppress
from functools import partial
from typing import Any, Final, Self

import aiohttp
from pydantic import SecretStr
from slack_bolt.response import BoltResponse
from slack_sdk.errors import SlackApiError

from adapters.shared.background import BackgroundTasks
from adapters.slack.api import BASE_URL
from adapters.slack.install.doctor import APP_TOKEN_FAULTS, advise_app_token
from adapters.slack.payload import JsonObject, object_at, text_at
from adapters.slack.sdk_client import NETWORK_ERRORS, REQUEST_SECONDS, make_web_client, translate_error
from bot.errors import AppTokenRefusedError, DeliveryError, RateLimitedError
from bot.ports import Meter

_HEARTBEAT_SECONDS: Final = 10.0
_OVERLAP_SECONDS: Final = 30.0  # how long an old connection is kept after Slack has announced its end
_PAUSE_SECONDS: Final = 0.1  # after a connection that worked
_LONGEST_PAUSE_SECONDS: Final = 30.0
_MAX_MESSAGE_BYTES: Final = 16 * 1024 * 1024
_OK: Final = 200

_log = logging.getLogger(__name__)


class SocketMode:
    """Receives deliveries within `async with socket_mode:`, once `receive_events` has been called."""

    def __init__(
        self,
        dispatch: Callable[[JsonObject], Awaitable[BoltResponse]],
        *,
        app_token: SecretStr | str,
        base_url: str = BASE_URL,
        meter: Meter,
    ) -> None:
        self._dispatch = dispatch
        self._token = app_token.get_secret_value() if isinstance(app_token, SecretStr) else app_token
        self._base_url = base_url
        self.connected = asyncio.Event()  # set while Slack can deliver
        self._greeted_sockets: set[int] = set()  # connections on which Slack has said hello
        self._deliveries = BackgroundTasks(meter)
        self._session: aiohttp.ClientSession | None = None
        self._connecting: asyncio.Task[None] | None = None
        self._is_stopping = False

    @property
    def is_connected(self) -> bool:
        """Return whether Slack can deliver now."""
        return self.connected.is_set()

    async def __aenter__(self) -> Self:
        self._session = aiohttp.ClientSession(trust_env=True)
        return self

    async def __aexit__(self, *_: object) -> None:
        """Stop receiving, finish and acknowledge what has been received, and disconnect."""
        self._is_stopping = True
        await self._deliveries.close()
        if self._connecting is not None:
            self._connecting.cancel()
            await asyncio.gather(self._connecting, return_exceptions=True)
        if self._session is not None:
            await self._session.close()

    async def receive_events(self) -> None:
        """Connect, and reconnect without limit, until the end of `async with`, even if this call is cancelled before.

        May be called again. Raises: AppTokenRefusedError: no attempt will succeed before somebody changes something.
        """
        if self._session is None:
            msg = "not entered"
            raise RuntimeError(msg)
        self._connecting = asyncio.create_task(self._keep_connected(self._session))
        await asyncio.shield(self._connecting)

    async def _keep_connected(self, session: aiohttp.ClientSession) -> None:
        """Keep one connection open; when Slack announces its end, open the next one before."""
        failures = 0
        listening: set[asyncio.Task[bool]] = set()
        try:
            while True:
                expiring = asyncio.Event()
                connection = asyncio.create_task(self._connect(session, expiring))
                listening.add(connection)
                connection.add_done_callback(partial(_discard_connection, listening))
                announcement = asyncio.create_task(expiring.wait())
                await asyncio.wait({connection, announcement}, return_when=asyncio.FIRST_COMPLETED)
                announcement.cancel()
                if not connection.done():
                    failures = 0
                    await asyncio.sleep(_PAUSE_SECONDS)
                    continue
                failures = 0 if await self._was_greeted(connection) else failures + 1
                pause = min(0.5 * 2.0 ** (failures - 1), _LONGEST_PAUSE_SECONDS) if failures else _PAUSE_SECONDS
                await asyncio.sleep(pause)
        finally:
            for task in listening:
                task.cancel()
            await asyncio.gather(*listening, return_exceptions=True)

    async def _was_greeted(self, connection: asyncio.Task[bool]) -> bool:
        """Return whether Slack greeted on a connection that has ended; wait first if Slack limits the rate.

        Raises: AppTokenRefusedError.
        """
        try:
            return connection.result()
        except RateLimitedError as error:
            await asyncio.sleep(error.retry_after)
        except AppTokenRefusedError:
            raise
        except DeliveryError as error:
            _log.error("no connection to Slack; it is tried again: %s", error)
        except Exception:  # noqa: BLE001  # after a defect, too, receiving has to go on
            _log.exception("a connection to Slack failed; it is opened again")
        return False

    async def _connect(self, session: aiohttp.ClientSession, expiring: asyncio.Event) -> bool:
        """Open a connection and serve it to its end; return whether Slack greeted on it.

        `expiring` is set when Slack announces the end.
        """
        url = await self._open_url(session)
        try:
            async with asyncio.timeout(REQUEST_SECONDS):
                socket = await session.ws_connect(url, heartbeat=_HEARTBEAT_SECONDS, max_msg_size=_MAX_MESSAGE_BYTES)
            async with socket:
                return await self._serve(socket, expiring)
        except (*NETWORK_ERRORS, aiohttp.WebSocketError) as error:
            raise DeliveryError(method="websocket", why=type(error).__name__) from None  # its text holds the URL

    async def _open_url(self, session: aiohttp.ClientSession) -> str:
        try:
            async with asyncio.timeout(REQUEST_SECONDS):
                library = make_web_client(None, base_url=self._base_url, session=session)
                answer = await library.apps_connections_open(app_token=self._token)
        except SlackApiError as error:
            raise _translate_refusal(error) from error
        except NETWORK_ERRORS as error:
            raise DeliveryError(method="apps.connections.open", why=type(error).__name__) from None
        return text_at(answer.data, "url")

    async def _serve(self, socket: aiohttp.ClientWebSocketResponse, expiring: asyncio.Event) -> bool:
        was_greeted = False
        try:
            async for message in socket:
                envelope = _read_envelope(message)
                match text_at(envelope, "type"):
                    case "hello":
                        was_greeted = True
                        self._greeted_sockets.add(id(socket))
                        self.connected.set()
                    case "disconnect" if text_at(envelope, "reason") in {"warning", "refresh_requested"}:
                        expiring.set()
                        if (connection := asyncio.current_task()) is not None:  # in case Slack does not close it
                            asyncio.get_running_loop().call_later(_OVERLAP_SECONDS, connection.cancel)
                    case "disconnect":
                        _log.warning("Slack ends the connection: %s", text_at(envelope, "reason"))
                        return was_greeted and text_at(envelope, "reason") != "too_many_websockets"
                    case _ if text_at(envelope, "envelope_id") and not self._is_stopping:
                        self._deliveries.start(
                            "a delivery by Socket Mode", self._acknowledge_delivery(socket, envelope)
                        )
        finally:
            self._greeted_sockets.discard(id(socket))
            if not self._greeted_sockets:
                self.connected.clear()
        return was_greeted

    async def _acknowledge_delivery(self, socket: aiohttp.ClientWebSocketResponse, envelope: JsonObject) -> None:
        """Store one payload; acknowledge it if it was stored. Slack delivers it again if it is not acknowledged."""
        answer = await self._dispatch(object_at(envelope, "payload"))
        if answer.status != _OK:
            return
        acknowledgement: dict[str, Any] = {"envelope_id": envelope["envelope_id"]}
        if answer.body.startswith("{") and envelope.get("accepts_response_payload"):
            acknowledgement["payload"] = json.loads(answer.body)
        with suppress(ConnectionError, aiohttp.ClientError):  # not sent: Slack delivers it again, as a duplicate
            await socket.send_json(acknowledgement)


def _translate_refusal(error: SlackApiError) -> DeliveryError:
    reason = text_at(getattr(error.response, "data", None), "error")
    if reason in APP_TOKEN_FAULTS:
        return AppTokenRefusedError(why=reason, advice=advise_app_token(reason))
    return translate_error(error, method="apps.connections.open")


def _read_envelope(message: aiohttp.WSMessage) -> JsonObject:
    if message.type is not aiohttp.WSMsgType.TEXT:
        return {}
    try:
        found = json.loads(message.data)
    except (ValueError, RecursionError):
        return {}
    return found if isinstance(found, dict) else {}


def _discard_connection(listening: set[asyncio.Task[bool]], connection: asyncio.Task[bool]) -> None:
    listening.discard(connection)
    if not connection.cancelled():
        connection.exception()  # retrieved, or asyncio would log it: after a replacement nothing else reads it
