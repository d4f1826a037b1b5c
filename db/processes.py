"""Which processes live: each holds an advisory lock as long as its session with the database lasts.

`bury_dead_processes` (db/migrations/0016) releases what those held that hold no lock any more.
"""

import secrets
from datetime import timedelta
from typing import Final

from psycopg import AsyncConnection

from db.pool import Database

# In which a living process whose connection broke connects again, before others may take over what it holds.
RECONNECT_GRACE: Final = timedelta(seconds=1.5)

BURY = "SELECT bury_dead_processes(%(grace)s) AS latest"
LOCK = "SELECT pg_advisory_lock(%(key)s)"
REGISTER = "SELECT register_process(%(owner)s, %(key)s)"
# A server notices within 11 s that a host has lost its power; nothing ends the session while the process lives.
KEEP = """
SELECT set_config('tcp_keepalives_idle', '5', false), set_config('tcp_keepalives_interval', '2', false),
       set_config('tcp_keepalives_count', '3', false), set_config('idle_session_timeout', '0', false)
"""


async def look_for_dead_processes(database: Database) -> None:
    """Note which processes are missing; those that still are when the poller looks are dead."""
    await database.system_rows(BURY, {"grace": RECONNECT_GRACE})


async def register_process(conn: AsyncConnection, owner: str) -> None:
    """Make the session of `conn`, which is in the system's role, the life of the process named `owner`.

    The key is new with each session: a broken one that the server still holds for alive is in nobody's way.
    """
    key = secrets.randbits(63)
    await conn.execute(KEEP)
    await conn.execute(LOCK, {"key": key})
    await conn.execute(REGISTER, {"owner": owner, "key": key})
