"""How the database is, for `parley doctor`."""

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
    """Versions, and how much later work waits."""

    server: str
    vector: str | None
    backlog: int


async def read_database_health(database: Database) -> DatabaseHealth:
    """Return how the database is. Raises: StoreUnavailableError."""
    row = await database.system_row(HEALTH, {})
    if row is None:
        raise StoreUnavailableError(store="PostgreSQL", problem="no answer")
    return DatabaseHealth(server=row["server"], vector=row["vector"], backlog=row["backlog"])
