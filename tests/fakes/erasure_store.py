"""Requests for erasure, in memory."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from uuid import UUID

from bot.domain.erasure import Erasure, ErasureRequest
from bot.domain.ids import TurnId
from bot.errors import DuplicateError
from tests.fakes.memory import TenantStore


class FakeErasures(TenantStore):
    """`Erasures`, in memory. Nothing is erased here."""

    async def add_request(self, request: ErasureRequest) -> None:
        new = Erasure(request=request, tenant_id=self._tenant_id, reference=f"person:{request.id}")
        self._state.erasures.setdefault(request.id, new)

    async def get(self, erasure_id: UUID) -> Erasure | None:
        found = self._state.erasures.get(erasure_id)
        return found if found is not None and found.tenant_id == self._tenant_id else None

    async def confirm(self, erasure_id: UUID, *, through: TurnId, at: datetime) -> bool:
        found = await self.get(erasure_id)
        if found is None or found.finished_at is not None or found.confirmed_turn not in {None, through}:
            return False
        others = (each for each in self._state.erasures.values() if each is not found and each.confirmed_at)
        if any(each.request.person_id == found.request.person_id for each in others):
            raise DuplicateError(constraint="erasure_one_per_person")
        confirmed = replace(found, confirmed_turn=through, confirmed_at=found.confirmed_at or at)
        self._state.erasures[erasure_id] = confirmed
        return True

    async def withdraw(self, erasure_id: UUID) -> bool:
        found = await self.get(erasure_id)
        if found is None or found.confirmed_at is not None:
            return False
        del self._state.erasures[erasure_id]
        return True

    async def people_called(self, name: str) -> Sequence[tuple[str, str]]:
        known = {
            (turn.person.id, turn.person.name)
            for turn in self._state.turns.values()
            if turn.tenant_id == self._tenant_id and name.lower() in {turn.person.name.lower(), turn.person.id.lower()}
        }
        return sorted(known)[:5]
