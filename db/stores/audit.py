from uuid import UUID

from bot.ports import Clock, NewId
from db.stores.base import Store, StoreSession, insert_from_json

ADD = insert_from_json("audit", "tenant_id, id, at, kind, subject, by, facts")


class PostgresAudit(Store):
    """Implements `bot.ports.Audit`: append-only, the database refuses every change."""

    def __init__(self, session: StoreSession, *, clock: Clock, new_id: NewId) -> None:
        super().__init__(session)
        self._clock = clock
        self._new_id = new_id

    async def add_entry(self, kind: str, *, subject: UUID, by: str, facts: dict[str, str]) -> None:
        entry = {"kind": kind, "subject": subject, "by": by, "facts": facts}
        self._write("audit", ADD, id=self._new_id(), at=self._clock.now(), **entry)
