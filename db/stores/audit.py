from uuid import UUID

from psycopg.types.json import Jsonb

from bot.domain.ids import TenantId
from bot.ports import Clock, NewId
from db.codec import encode
from db.pool import Connection
from db.stores.base import Store

ADD = """
INSERT INTO audit (tenant_id, id, at, kind, subject, by, facts)
VALUES (%(tenant_id)s, %(id)s, %(at)s, %(kind)s, %(subject)s, %(by)s, %(facts)s)
"""


class PostgresAudit(Store):
    """Implements `bot.ports.Audit`: append-only, the database refuses every change."""

    def __init__(self, conn: Connection, tenant_id: TenantId, *, clock: Clock, new_id: NewId) -> None:
        super().__init__(conn, tenant_id)
        self._clock = clock
        self._new_id = new_id

    async def add_entry(self, kind: str, *, subject: UUID, by: str, facts: dict[str, str]) -> None:
        entry = {"kind": kind, "subject": subject, "by": by, "facts": Jsonb(encode(facts))}
        await self._execute(ADD, id=self._new_id(), at=self._clock.now(), **entry)
