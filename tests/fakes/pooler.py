"""A pooler that passes everything on but the `options` of the startup packet: those it drops, or refuses."""

import socket
import struct
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from socketserver import StreamRequestHandler, ThreadingUnixStreamServer
from typing import Final

from psycopg.conninfo import conninfo_to_dict

_NAME: Final = ".s.PGSQL.5432"
_REFUSAL: Final = b"SFATAL\0C08P01\0Munsupported startup parameter: options\0\0"


@contextmanager
def pooler_without_options(database_url: str, folder: Path, *, refuses: bool) -> Iterator[str]:
    """Yield the URL of the same database through such a pooler, which listens in `folder`."""
    server = conninfo_to_dict(database_url)

    class Handler(StreamRequestHandler):
        def handle(self) -> None:
            packet = self.rfile.read(struct.unpack("!i", self.rfile.read(4))[0] - 4)
            fields = packet[4:].split(b"\0")
            parameters = {name: value for name, value in zip(fields[::2], fields[1::2], strict=False) if name}
            if parameters.pop(b"options", None) and refuses:
                self.wfile.write(b"E" + _with_length(_REFUSAL))
                return
            startup = b"".join(name + b"\0" + value + b"\0" for name, value in parameters.items())
            with socket.socket(socket.AF_UNIX) as upstream:
                upstream.connect(f"{server['host']}/{_NAME}")
                upstream.sendall(_with_length(packet[:4] + startup + b"\0"))
                back = threading.Thread(target=_pass_on, args=(upstream, self.connection))
                back.start()
                _pass_on(self.connection, upstream)
                back.join()

    with ThreadingUnixStreamServer(str(folder / _NAME), Handler) as listening:
        threading.Thread(target=listening.serve_forever, args=(0.05,), daemon=True).start()
        yield f"postgresql://{server['user']}@/{server['dbname']}?host={folder}"
        listening.shutdown()


def _with_length(content: bytes) -> bytes:
    return struct.pack("!i", 4 + len(content)) + content


def _pass_on(source: socket.socket, target: socket.socket) -> None:
    with suppress(OSError):
        while data := source.recv(65_536):
            target.sendall(data)
    with suppress(OSError):
        target.shutdown(socket.SHUT_RDWR)
