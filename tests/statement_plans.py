"""The statements that are sent to PostgreSQL, and what each reads to be carried out."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Final
from unittest.mock import patch

import psycopg
from pgvector import HalfVector
from pgvector.psycopg.halfvec import HalfVectorBinaryDumper
from psycopg import AsyncCursor
from psycopg.rows import TupleRow

from bot.domain.ids import TenantId
from db.sessions import Session, SessionSettings, session_conninfo

Statements = dict[tuple[str, str], Any]  # the parameters of one use of each, by role and text

MOST_BLOCKS: Final = 400  # that a function reads, whose steps are not seen


@contextmanager
def sent_statements() -> Iterator[Statements]:
    sent: Statements = {}
    execute = AsyncCursor.execute

    async def noted_execute(cursor: Any, query: Any, params: Any = None, **options: Any) -> Any:  # noqa: ANN401
        role = cursor.connection.info.options.partition("role=")[2].partition(" ")[0]
        if role:  # a connection that looks for a pooler has none
            sent.setdefault((role, str(query)), params)
        return await execute(cursor, query, params, **options)

    with patch.object(AsyncCursor, "execute", noted_execute):
        yield sent


@dataclass(frozen=True, slots=True, kw_only=True)
class StatementPlans:
    """Carries statements out again, as one role in one workspace, and takes them back."""

    database_url: str
    tenant_id: TenantId
    role: str

    async def costly_steps(self, sql: str, parameters: object, *, most_rows: int) -> list[str]:
        """Return the steps of a statement that read more than `most_rows`, where it can be carried out again."""
        return [step for plan in await self._plans(sql, parameters) for step in _costly_steps(plan, most_rows)]

    async def _plans(self, sql: str, parameters: object) -> list[dict[str, Any]]:
        connection: psycopg.AsyncConnection[TupleRow]
        settings = SessionSettings(self.role)
        async with await Session.connect(session_conninfo(self.database_url), settings=settings) as connection:
            connection.adapters.register_dumper(HalfVector, HalfVectorBinaryDumper)
            await connection.execute("SELECT set_config('parley.tenant_id', %s, true)", [str(self.tenant_id)])
            try:
                for _ in range(2):  # the first reads the catalogue too
                    explained = f"EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) {sql}"
                    cursor = await connection.execute(explained, parameters)  # type: ignore[call-overload]
                    row = await cursor.fetchone()
            except (psycopg.errors.UniqueViolation, psycopg.errors.SyntaxError):
                return []
            finally:
                await connection.rollback()
        return [each["Plan"] for each in row[0]] if row else []


def _costly_steps(plan: dict[str, Any], most_rows: int) -> Iterator[str]:
    if parts := plan.get("Plans"):
        for each in parts:
            yield from _costly_steps(each, most_rows)
        return
    removed = sum(plan.get(f"Rows Removed by {by}", 0) for by in ("Filter", "Index Recheck", "Join Filter"))
    rows = (plan["Actual Rows"] + removed) * plan["Actual Loops"]
    blocks = plan["Shared Hit Blocks"] + plan["Shared Read Blocks"]
    if rows > most_rows or blocks > MOST_BLOCKS:
        name = plan.get("Index Name") or plan.get("Relation Name") or plan.get("Function Name")
        yield f"{plan['Node Type']} of {name}: {rows:.0f} rows, {blocks} blocks"
