"""What keeper and clients agree on: the servers' names, and the words on the command line and in the log."""

from pathlib import Path

from db.embedded.layout import Layout
from db.embedded.postgres import PostgresServer
from db.embedded.redis import RedisServer
from db.embedded.server import EmbeddedServer

DURABLE, NOT_DURABLE = "durable", "not-durable"
SUPERVISOR_GAVE_UP = "keeper gave up: "  # before the reason, in the server's log


def create_server(home: Path, name: str, *, durable: bool) -> EmbeddedServer:
    """The server of that name in `home`."""
    layout = Layout(home, name)
    return RedisServer(layout) if name == RedisServer.name else PostgresServer(layout, durable=durable)
