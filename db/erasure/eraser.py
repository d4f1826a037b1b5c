"""Carries out an erasure step by step. Each batch is one transaction, so that it may be killed at any point."""

import logging
from collections.abc import Iterable
from functools import lru_cache
from typing import Final
from uuid import UUID

from psycopg.types.json import Jsonb

from bot.domain.erasure import Run, runs_of
from bot.domain.ids import TenantId
from bot.ports.conversation_stores import EraseOutcome
from db.erasure import derived, knowledge, ledgers, own_words
from db.erasure.batch import Batch, Step
from db.erasure.scans import SCANS
from db.pool import Connection, Database, Row

# Whoever comes second does nothing.
CLAIM: Final = """
SELECT * FROM erasure
 WHERE tenant_id = %(tenant_id)s AND id = %(id)s AND confirmed_at IS NOT NULL
   FOR UPDATE SKIP LOCKED
"""
EXISTS: Final = "SELECT finished_at FROM erasure WHERE tenant_id = %(tenant_id)s AND id = %(id)s"
ADVANCE: Final = """
UPDATE erasure SET step = %(step)s, after_id = %(after)s, counts = %(counts)s
 WHERE tenant_id = %(tenant_id)s AND id = %(id)s
"""
FORGET_FRAGMENTS: Final = "DELETE FROM erasure_fragment WHERE tenant_id = %(tenant_id)s AND erasure_id = %(id)s"
FORGET_REFERENCE: Final = "DELETE FROM person_reference WHERE tenant_id = %(tenant_id)s AND person_id = %(person_id)s"
FINISH: Final = """
UPDATE erasure SET person_id = NULL, names = '{}', finished_at = now()
 WHERE tenant_id = %(tenant_id)s AND id = %(id)s AND finished_at IS NULL
"""
_ERASE: Final[tuple[Step, ...]] = (
    own_words.blank_request,
    own_words.erase_turns,
    own_words.erase_talk,
    own_words.erase_openings,
    own_words.erase_limits,
    ledgers.erase_own_memory,
    ledgers.refer_in_ledgers,
    knowledge.delete_own_bases,
    *SCANS,
    knowledge.rename_documents,
    derived.delete_summaries,
)
# Twice: what was begun before the first time may have been stored during it, and what was stopped stores nothing.
STEPS: Final[tuple[Step, ...]] = (
    own_words.wait_for_answers,
    *_ERASE,
    derived.stop_running_turns,
    *_ERASE,
    derived.delete_unused_terms,
)
_ROLE: Final = "SET LOCAL ROLE parley_erasure"
_FIRST: Final = 1  # step after the person's own work has ended

_log = logging.getLogger(__name__)


class PostgresEraser:
    """Implements `bot.ports.Eraser`, in a role that does nothing else."""

    def __init__(self, database: Database, *, own_texts: Iterable[str], size: int = 200) -> None:
        """Read at most `size` rows at once. `own_texts`: sentences of ours, which quote nobody."""
        self._database = database
        self._own_texts = tuple(own_texts)
        self._size = size

    async def erase_batch(self, tenant_id: TenantId, erasure_id: UUID) -> EraseOutcome:
        """See the port."""
        key = {"tenant_id": tenant_id, "id": erasure_id}
        async with self._database.transaction(tenant_id) as conn:
            await conn.execute(_ROLE)
            row = await (await conn.execute(CLAIM, key)).fetchone()
            if row is None:
                return EraseOutcome.NOT_OURS
            if row["finished_at"] is not None:
                return EraseOutcome.FINISHED
            if row["step"] >= len(STEPS):
                return EraseOutcome.ERASED
            return await self._run_step(conn, row)

    async def finish(self, tenant_id: TenantId, erasure_id: UUID) -> None:
        """See the port."""
        key = {"tenant_id": tenant_id, "id": erasure_id}
        async with self._database.transaction(tenant_id) as conn:
            await conn.execute(_ROLE)
            row = await (await conn.execute(CLAIM, key)).fetchone()
            if row is not None and row["finished_at"] is None:
                await conn.execute(FORGET_FRAGMENTS, key)
                await conn.execute(FORGET_REFERENCE, {**key, "person_id": row["person_id"]})
                await conn.execute(FINISH, key)

    async def _run_step(self, conn: Connection, row: Row) -> EraseOutcome:
        batch = self._batch(conn, row)
        number = row["step"]
        progress = await STEPS[number](batch)
        step = number + 1 if progress.is_over else number
        after = None if progress.is_over else progress.after
        position = {"tenant_id": row["tenant_id"], "id": row["id"], "step": step, "after": after}
        await conn.execute(ADVANCE, {**position, "counts": Jsonb(batch.counts)})
        if progress.is_waiting:
            return EraseOutcome.WAITING
        return EraseOutcome.READY if progress.is_over and step == _FIRST else EraseOutcome.MORE

    def _batch(self, conn: Connection, row: Row) -> Batch:
        return Batch(
            conn=conn,
            tenant_id=row["tenant_id"],
            erasure_id=row["id"],
            person_id=row["person_id"],
            reference=row["reference"],
            names=tuple(row["names"]),
            until=row["confirmed_at"],
            after=row["after_id"],
            size=self._size,
            own_runs=_runs_of_all(self._own_texts),
            counts=dict(row["counts"]),
        )


@lru_cache(maxsize=1)
def _runs_of_all(texts: tuple[str, ...]) -> frozenset[Run]:
    """Return the runs of our own sentences: thousands, so once for every erasure of a process."""
    return frozenset(run for text in texts for run in runs_of(text))
