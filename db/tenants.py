"""The tenants of a database."""

from bot.domain.ids import TenantId
from db.pool import Database

ALL = "SELECT tenant_id FROM tenant ORDER BY tenant_id"


async def all_tenants(database: Database) -> tuple[TenantId, ...]:
    """Return the ids of all tenants. Raises: StoreUnavailableError."""
    return tuple(row["tenant_id"] for row in await database.system_rows(ALL))
