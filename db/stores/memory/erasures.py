from collections.abc import Sequence
from datetime import datetime
from operator import itemgetter
from uuid import UUID

from bot.domain.erasure import Erasure, ErasureRequest
from bot.domain.ids import TurnId
from db.rows import RowType
from db.stores.base import Store

# The reference is the one by which the audit trail knows the person.
ADD = """
INSERT INTO erasure (tenant_id, id, asked_turn, is_own, person_id, names, reference, asked_at)
VALUES (%(tenant_id)s, %(id)s, %(asked_turn)s, %(is_own)s, %(person_id)s, %(names)s,
        reference_of_person(%(tenant_id)s, %(person_id)s), %(asked_at)s)
    ON CONFLICT DO NOTHING
"""
GET = "SELECT * FROM erasure WHERE tenant_id = %(tenant_id)s AND id = %(id)s"
CONFIRM = """
UPDATE erasure SET confirmed_at = coalesce(confirmed_at, %(at)s), confirmed_turn = %(through)s
 WHERE tenant_id = %(tenant_id)s AND id = %(id)s AND finished_at IS NULL
   AND (confirmed_turn IS NULL OR confirmed_turn = %(through)s)
RETURNING id
"""
WITHDRAW = """
DELETE FROM erasure WHERE tenant_id = %(tenant_id)s AND id = %(id)s AND confirmed_at IS NULL RETURNING id
"""
CALLED = """
SELECT DISTINCT person_id AS id, person_name AS name FROM (
    SELECT person_id, person_name FROM turn WHERE tenant_id = %(tenant_id)s AND lower(person_name) = lower(%(name)s)
    UNION ALL
    SELECT person_id, person_name FROM overheard
     WHERE tenant_id = %(tenant_id)s AND lower(person_name) = lower(%(name)s)
    UNION ALL
    SELECT person_id, person_name FROM turn WHERE tenant_id = %(tenant_id)s AND person_id = %(name)s
) known
 WHERE person_id NOT LIKE 'person:%%' ORDER BY 1, 2 LIMIT 5
"""
_REQUEST = RowType(ErasureRequest)
_ERASURE = RowType(Erasure, request=_REQUEST)


class PostgresErasures(Store):
    """Implements `bot.ports.Erasures`."""

    async def add_request(self, request: ErasureRequest) -> None:
        await self._execute(ADD, **_REQUEST.columns(request))

    async def get(self, erasure_id: UUID) -> Erasure | None:
        return await self._find(_ERASURE, GET, id=erasure_id)

    async def confirm(self, erasure_id: UUID, *, through: TurnId, at: datetime) -> bool:
        return await self._fetch_one(CONFIRM, id=erasure_id, through=through, at=at) is not None

    async def withdraw(self, erasure_id: UUID) -> bool:
        return await self._fetch_one(WITHDRAW, id=erasure_id) is not None

    async def people_called(self, name: str) -> Sequence[tuple[str, str]]:
        return await self._find_all(itemgetter("id", "name"), CALLED, name=name)
