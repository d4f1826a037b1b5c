"""The index of one embedding model's vectors, which is made when the model is configured."""

import logging
from hashlib import blake2b
from typing import Final

import psycopg
from psycopg import errors, sql

from db.pool import translate_errors
from db.sessions import time_limit

_CONNECT_TIMEOUT: Final = 10  # seconds
_LOCK: Final = 0x7061_726C_6579_6878  # "parleyhx": the advisory lock of the process that makes an index
_EXISTS: Final = "SELECT FROM pg_class WHERE relname = %s AND relkind = 'I'"
# Only the rows of one model, cast to its dimension: a search names both in the same way.
_CREATE: Final = """
CREATE INDEX IF NOT EXISTS {name} ON episode_vector
 USING hnsw ((embedding::halfvec({dimensions})) halfvec_cosine_ops) WHERE model = {model}
"""

_log = logging.getLogger(__name__)


async def create_vector_index(database_url: str, *, model: str, dimensions: int) -> None:
    """Create the HNSW index of `model` unless there is one; returns quickly if there is.

    Made before the first vector of a model it costs nothing; later it takes minutes for a million vectors, during
    which none is added. Without the right to create it, searches read all vectors in scope. Raises:
    StoreUnavailableError.
    """
    name = vector_index_name(model, dimensions)
    connect = psycopg.AsyncConnection.connect(database_url, autocommit=True, connect_timeout=_CONNECT_TIMEOUT)
    try:
        with translate_errors():
            async with await connect as conn:
                async with time_limit():
                    found = await (await conn.execute(_EXISTS, [name])).fetchone()
                if found is None:
                    await _create_index(conn, name, model, dimensions)
    except errors.InsufficientPrivilege:
        _log.warning("the index of %s was not made: run `parley migrate` as the owner of the tables", model)


def vector_index_name(model: str, dimensions: int) -> str:
    """Return the name of a model's index."""
    return f"episode_vector_hnsw_{blake2b(f'{model}/{dimensions}'.encode(), digest_size=6).hexdigest()}"


async def _create_index(conn: psycopg.AsyncConnection, name: str, model: str, dimensions: int) -> None:
    statement = sql.SQL(_CREATE).format(
        name=sql.Identifier(name), dimensions=sql.Literal(dimensions), model=sql.Literal(model)
    )
    async with conn.transaction():
        await conn.execute("SELECT pg_advisory_xact_lock(%s)", [_LOCK])
        await conn.execute("SET LOCAL client_min_messages = warning")  # no notice that another process was quicker
        await conn.execute("SET LOCAL maintenance_work_mem = '256MB'")
        await conn.execute(statement)
