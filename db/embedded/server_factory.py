"""What keeper and clients agree on: the servers' names, and the words on the command line and in the log."""

from pathlib import Path

from db.embedded.layout import Layout
from db.embedded.postgres import Postgres
from db.embedded.redis import Redis
from db.embedded.server import Server

DURABLE, NOT_DURABLE = "durable", "not-durable"
GAVE_UP = "keeper gave up: "  # before the reason, in the server's log


def server_for(home: Path, name: str, *, durable: bool) -> Server:
    """The server of that name in `home`."""
    layout = Layout(home, name)
    return Redis(layout) if name == Redis.name else Postgres(layout, durable=durable)
