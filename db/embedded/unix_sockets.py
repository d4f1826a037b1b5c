"""Ask the kernel which process listens on a Unix socket: a pid file can outlive its process, a socket cannot."""

import os
import socket
import struct
import sys
from pathlib import Path

_TIMEOUT = 2.0  # seconds; a local connect either succeeds at once or is refused


def listener_pid(path: Path) -> int | None:
    """Return the id of the process that listens on the Unix socket `path`; None: there is none."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as client:
        client.settimeout(_TIMEOUT)
        try:
            client.connect(os.fspath(path))
            return _peer_pid(client)
        except OSError:
            return None


if sys.platform == "linux":

    def _peer_pid(client: socket.socket) -> int:
        """Read SO_PEERCRED, socket(7): pid, uid and gid of the process that called listen()."""
        credentials = client.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, struct.calcsize("3i"))
        return int(struct.unpack("3i", credentials)[0])

else:
    _SOL_LOCAL, _LOCAL_PEERPID = 0, 2  # <sys/un.h> of macOS; Python does not name them

    def _peer_pid(client: socket.socket) -> int:
        return client.getsockopt(_SOL_LOCAL, _LOCAL_PEERPID)
