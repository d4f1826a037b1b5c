"""What the supervisor and its clients share: the servers by name, and the words on its command line and in its log."""

from pathlib import Path

from db.embedded.layout import Layout
from db.embedded.postgres import PostgresServer
from db.embedded.redis import RedisServer
from db.embedded.server import EmbeddedServer

DURABLE, NOT_DURABLE = "durable", "not-durable"
SUPERVISOR_GAVE_UP = "supervisor gave up: "  # before the reason, in the server's log


def create_server(home: Path, name: str, *, durable: bool) -> EmbeddedServer:
    """Return the server called `name` ("postgres" or "redis") of `home`; it is not started."""
    layout = Layout(home, name)
    return RedisServer(layout) if name == RedisServer.name else PostgresServer(layout, durable=durable)
