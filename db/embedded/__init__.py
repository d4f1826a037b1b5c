"""PostgreSQL with pgvector, and Redis, for those who have none: under PARLEY_HOME, started on demand.

Every process that uses a server holds a shared file lock, which the kernel releases however the process dies. A small
keeper process per server (`keeper.py`) owns it and stops it when nobody holds that lock any more.
"""

from db.embedded.shared_servers import Endpoints, embedded_stores

__all__ = ["Endpoints", "embedded_stores"]
