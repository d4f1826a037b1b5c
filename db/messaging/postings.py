"""Records of messages posted to a platform, written before and after each attempt, each in its own transaction."""

from datetime import timedelta
from typing import Final
from uuid import UUID

from bot.domain.conversation.posting import MessageMark, Posting
from bot.domain.conversation.threads import Thread
from db.pool import Database, answered
from db.rows import RowType

ATTEMPT_TIMEOUT: Final = timedelta(seconds=12)  # the platforms' clients give up a request before that
# What a dead process had sent is on the platform by then, or never will be.
DEATH_GRACE: Final = timedelta(seconds=3)

BEGIN = """
INSERT INTO posting AS p (tenant_id, subject, part, is_final, attempt_until, owner)
VALUES (%(tenant_id)s, %(subject)s, %(part)s, %(is_final)s, clock_timestamp() + %(attempt)s, %(owner)s)
ON CONFLICT (tenant_id, subject, part) DO UPDATE
   SET is_final = p.is_final OR excluded.is_final,
       digest = CASE WHEN p.digest = %(digest)s::bytea THEN p.digest ELSE %(changing)s::bytea END
RETURNING xmax = 0 AS is_new, attempt_until, is_final, platform_id,
          digest IS NOT DISTINCT FROM %(digest)s AND digest IS NOT NULL AS is_shown,
          xmax <> 0 AND attempt_until > clock_timestamp() AND NOT is_dead(p.owner, %(death_grace)s) AS is_under_way,
          (SELECT NOT b.is_final FROM posting b  -- as it was before this statement
            WHERE b.tenant_id = p.tenant_id AND b.subject = p.subject AND b.part = p.part) IS TRUE AS was_live
"""
AGAIN = """
UPDATE posting SET attempt_until = clock_timestamp() + %(attempt)s, owner = %(owner)s
 WHERE tenant_id = %(tenant_id)s AND subject = %(subject)s AND part = %(part)s AND attempt_until = %(until)s
RETURNING subject
"""
ENDED = """
UPDATE posting SET attempt_until = clock_timestamp()
 WHERE tenant_id = %(tenant_id)s AND subject = %(subject)s AND part = %(part)s
"""
# Compare-and-set: of two edits under way at once, of different contents, neither knows which came last on the platform.
POSTED = """
UPDATE posting SET platform_id = %(platform_id)s,
       digest = CASE WHEN %(digest)s::bytea IS NULL OR digest IS NULL OR digest IN (%(digest)s, %(changing)s)
                     THEN %(digest)s ELSE '' END
 WHERE tenant_id = %(tenant_id)s AND subject = %(subject)s AND part = %(part)s
RETURNING digest IS DISTINCT FROM '' AS is_as_posted
"""
REMOVED = """
UPDATE posting SET platform_id = NULL, digest = NULL, attempt_until = clock_timestamp()
 WHERE tenant_id = %(tenant_id)s AND subject = %(subject)s AND part = %(part)s
"""
PARTS = """
SELECT coalesce(max(part), 0) AS parts FROM posting
 WHERE tenant_id = %(tenant_id)s AND subject = %(subject)s AND platform_id IS NOT NULL
"""
WITHDRAWN = "DELETE FROM posting WHERE tenant_id = %(tenant_id)s AND subject = %(subject)s AND part = %(part)s"
_POSTING: Final = RowType(Posting, mark=RowType(MessageMark), attempt_ends_at="attempt_until")


class PostgresPostings:
    """Implements `bot.ports.Postings`."""

    def __init__(self, database: Database, *, owner: str | None = None) -> None:
        """Record attempts as those of the process `owner`: if it dies, they end with it."""
        self._database = database
        self._attempt = {"attempt": ATTEMPT_TIMEOUT, "owner": owner}

    async def begin_attempt(
        self, thread: Thread, mark: MessageMark, *, is_final: bool, digest: bytes | None = None
    ) -> Posting:
        parameters = {
            **_posting_key(thread, mark),
            **self._attempt,
            "is_final": is_final,
            "digest": digest,
            "changing": _changing(digest),
            "death_grace": DEATH_GRACE,
        }
        async with self._database.transaction(thread.tenant_id) as conn:
            row = await (await conn.execute(BEGIN, parameters)).fetchone()
        return _POSTING({**answered(row), "subject": mark.subject, "part": mark.part})

    async def retry_attempt(self, posting: Posting, thread: Thread) -> bool:
        parameters = {**_posting_key(thread, posting.mark), **self._attempt, "until": posting.attempt_ends_at}
        async with self._database.transaction(thread.tenant_id) as conn:
            return (await (await conn.execute(AGAIN, parameters)).fetchone()) is not None

    async def attempt_ended(self, thread: Thread, mark: MessageMark) -> None:
        await self._database.execute(thread.tenant_id, ENDED, _posting_key(thread, mark))

    async def mark_posted(
        self, thread: Thread, mark: MessageMark, *, platform_id: str, digest: bytes | None = None
    ) -> bool:
        posted = {"platform_id": platform_id, "digest": digest, "changing": _changing(digest)}
        async with self._database.transaction(thread.tenant_id) as conn:
            row = await (await conn.execute(POSTED, {**_posting_key(thread, mark), **posted})).fetchone()
        return row is None or row["is_as_posted"]

    async def count_parts(self, thread: Thread, subject: UUID) -> int:
        row = await self._database.read_row(thread.tenant_id, PARTS, {"subject": subject})
        return row["parts"] if row else 0

    async def mark_removed(self, thread: Thread, mark: MessageMark) -> None:
        await self._database.execute(thread.tenant_id, REMOVED, _posting_key(thread, mark))

    async def mark_withdrawn(self, thread: Thread, mark: MessageMark) -> None:
        await self._database.execute(thread.tenant_id, WITHDRAWN, _posting_key(thread, mark))


def _changing(digest: bytes | None) -> bytes | None:
    """Return what stands for a content until it is known to be shown; no digest is as long."""
    return None if digest is None else b"~" + digest


def _posting_key(thread: Thread, mark: MessageMark) -> dict[str, object]:
    return {"tenant_id": thread.tenant_id, "subject": mark.subject, "part": mark.part}
