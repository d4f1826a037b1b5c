"""The server on one loopback port, in threads of its own: for blocking callers, event loops and other processes."""

import secrets
import threading
from collections import Counter
from dataclasses import replace
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from socketserver import TCPServer
from typing import Final, Self

from .answers import answer
from .endpoints import NEEDS_CRUMB, Endpoint, NoSuchRequestError, Received, read_request
from .faults import CONSENT_PAGE, FAULTY, Response, YahooFault, YahooFaults, json_response, unauthorized
from .world import YahooWorld

HOST: Final = "127.0.0.1"
_HANG_SECONDS: Final = 120.0


class YahooServer:
    """Yahoo's API over a world: `with YahooServer(world) as server`, then `YahooClient(base_url=server.url)`.

    A request that the real yfinance does not send is answered with 400, and fails the test at the end of the block.
    """

    def __init__(self, world: YahooWorld, *, port: int = 0) -> None:
        self.world = world
        self.faults = YahooFaults()
        self.received: list[Received] = []
        self.mistakes: list[str] = []
        self.url = ""
        self._port = port
        self._cookie = secrets.token_hex(8)
        self._crumb = f"{secrets.token_hex(3)}/.{secrets.token_hex(2)}"
        self._stopping = threading.Event()
        self._http: _Http | None = None

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        self.stop()
        if kind is None:
            assert not self.mistakes, self.mistakes

    def start(self) -> None:
        """Listen; at the same port as before, if it was stopped."""
        self._stopping.clear()
        self._http = _Http(self, self._port)
        self._port = self._http.server_address[1]
        self.url = f"http://{HOST}:{self._port}"
        threading.Thread(target=self._http.serve_forever, args=(0.01,), name="yahoo-server", daemon=True).start()

    def stop(self) -> None:
        """Close every connection; further ones are refused."""
        self._stopping.set()
        if self._http is not None:
            self._http.shutdown()
            self._http.server_close()
            self._http = None

    def asked(self) -> Counter[Endpoint]:
        """How often each endpoint has been asked."""
        return Counter(each.endpoint for each in self.received)

    def respond(self, method: str, target: str, cookies: str, body: bytes) -> Response | None:
        """Return the answer; None: there is none, and the connection ends."""
        try:
            received = read_request(method, target, cookies, body)
            self.received.append(received)
            fault = self.faults.take(received)
            if fault is not None:
                return self._misbehave(fault, received)
            return self._respond(received)
        except (NoSuchRequestError, ValueError, KeyError) as error:
            self.mistakes.append(str(error))
            return Response(HTTPStatus.BAD_REQUEST, str(error))

    def _respond(self, received: Received) -> Response:
        match received.endpoint:
            case Endpoint.COOKIE:  # fc.yahoo.com has nothing but the cookie
                return Response(HTTPStatus.NOT_FOUND, "", {"Set-Cookie": self._set_cookie})
            case Endpoint.CONSENT:
                return Response(HTTPStatus.OK, CONSENT_PAGE)
            case Endpoint.COLLECT_CONSENT | Endpoint.COPY_CONSENT:
                return Response(HTTPStatus.OK, "", {"Set-Cookie": self._set_cookie})
            case Endpoint.CRUMB:
                return Response(HTTPStatus.OK, self._crumb) if self._has_cookie(received) else unauthorized()
        is_known = self._has_cookie(received) and received.query.get("crumb") == self._crumb
        if received.endpoint in NEEDS_CRUMB and not is_known:
            return unauthorized()
        return json_response(*answer(self.world, received))

    def _misbehave(self, fault: YahooFault, received: Received) -> Response | None:
        if fault is YahooFault.CUT:
            whole = self._respond(received)
            return replace(whole, text=whole.text[: len(whole.text) // 2], missing=len(whole.text))
        if fault is YahooFault.HANG:
            self._stopping.wait(_HANG_SECONDS)
        respond = FAULTY.get(fault)
        return respond(received.endpoint) if respond else None

    @property
    def _set_cookie(self) -> str:
        return f"A3={self._cookie}; Path=/; Max-Age=31557600; HttpOnly"

    def _has_cookie(self, received: Received) -> bool:
        return f"A3={self._cookie}" in received.cookies


class _Http(ThreadingHTTPServer):
    daemon_threads = True
    block_on_close = False

    def __init__(self, yahoo: YahooServer, port: int) -> None:
        self.yahoo = yahoo
        super().__init__((HOST, port), _Handler)

    def server_bind(self) -> None:
        TCPServer.server_bind(self)  # HTTPServer's asks a name server for the host's name

    def handle_error(self, request: object, client_address: object) -> None:
        """A client that left is no news."""


class _Handler(BaseHTTPRequestHandler):
    server: _Http

    def do_GET(self) -> None:
        body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        response = self.server.yahoo.respond(self.command, self.path, self.headers.get("Cookie", ""), body)
        if response is None:
            return
        content = response.text.encode()
        self.send_response_only(response.status)
        for name, value in response.headers.items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(content) + response.missing))
        self.end_headers()
        self.wfile.write(content)

    do_POST = do_GET  # noqa: N815 - named by the library

    def log_message(self, *_: object) -> None:
        """Nothing: tests read `received`."""
