"""PostgreSQL with pgvector, and Redis, embedded under PARLEY_HOME and started on demand.

Every process that uses a server holds a shared file lock, which the kernel releases however the process dies. One small
supervisor process per server (`supervisor.py`) owns the server and stops it when no process holds that lock.
"""

from db.embedded.shared_servers import Endpoints, embedded_stores

__all__ = ["Endpoints", "embedded_stores"]
