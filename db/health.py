"""The database's state, for `parley doctor` and the readiness check."""

from dataclasses import dataclass

from bot.errors import StoreUnavailableError
from db.pool import Database

HEALTH = """
SELECT current_setting('server_version') AS server,
       (SELECT extversion FROM pg_extension WHERE extname = 'vector') AS vector,
       (SELECT count(*) FROM outbox WHERE given_up_at IS NULL) AS backlog
"""


@dataclass(frozen=True, slots=True)
class DatabaseHealth:
    """The server's version, pgvector's (None: not installed), and the number of background jobs that wait."""

    server: str
    vector: str | None
    backlog: int


async def read_database_health(database: Database) -> DatabaseHealth:
    """Return the database's state. Raises: StoreUnavailableError."""
    row = await database.system_row(HEALTH, {})
    if row is None:
        raise StoreUnavailableError(store="PostgreSQL", problem="no answer")
    return DatabaseHealth(server=row["server"], vector=row["vector"], backlog=row["backlog"])
