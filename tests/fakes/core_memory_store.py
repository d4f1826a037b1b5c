"""Core memory in memory."""

from collections.abc import Collection, Iterable
from datetime import datetime

from bot.domain.ids import TurnId
from bot.domain.memory.core_memory import ChangeKind, CoreMemory, MemoryChange, MemoryKey, MemoryPlace, StoredSection
from bot.domain.trading.trading_limits import LimitQuery
from bot.errors import ConcurrentUpdateError
from tests.fakes.limits_store import FakeTradingLimits
from tests.fakes.memory import TenantStore


class FakeCoreMemory(TenantStore):
    """`CoreMemoryStore`, in memory."""

    async def load(
        self, place: MemoryPlace, *, limits: LimitQuery | None = None, as_of: datetime | None = None
    ) -> CoreMemory:
        sections = (self._latest(key, as_of=as_of).shown_in(place.channel) for key in place.section_keys())
        in_force = await FakeTradingLimits(self._state, self._tenant_id).in_force(limits) if limits else ()
        return CoreMemory(tuple(each for each in sections if each.facts), in_force)

    async def sections(self, keys: Collection[MemoryKey]) -> tuple[StoredSection, ...]:
        return tuple(self._latest(key, as_of=None) for key in keys)

    async def add_change(self, change: MemoryChange) -> None:
        undone = {each.undoes for each in self._changes()}
        is_taken = any((each.key, each.version) == (change.key, change.version) for each in self._changes())
        if is_taken or change.id in self._state.memory_changes or (change.undoes and change.undoes in undone):
            raise ConcurrentUpdateError(section=change.key.section.value)
        self._state.memory_changes[change.id] = (self._tenant_id, change)

    async def history(
        self,
        place: MemoryPlace,
        *,
        limit: int,
        skip: int = 0,
        after: datetime | None = None,
        before: datetime | None = None,
    ) -> tuple[MemoryChange, ...]:
        of_span = (
            each
            for each in self._seen(place)
            if (after is None or each.at > after) and (before is None or each.at < before)
        )
        return tuple(_newest_first(of_span))[skip : skip + limit]

    async def changes_since(self, key: MemoryKey, *, since: datetime, limit: int) -> tuple[MemoryChange, ...]:
        return tuple(_newest_first(each for each in self._changes() if each.key == key and each.at > since))[:limit]

    async def changes_of_turn(self, turn_id: TurnId) -> tuple[MemoryChange, ...]:
        return tuple(reversed(_newest_first(each for each in self._changes() if each.turn_id == turn_id)))

    async def undoable_changes(self, place: MemoryPlace, *, limit: int) -> tuple[MemoryChange, ...]:
        undone = {each.undoes for each in self._changes()}
        return tuple(
            _newest_first(
                each
                for each in self._seen(place)
                if each.by.id == place.person_id and each.kind is not ChangeKind.UNDONE and each.id not in undone
            )
        )[:limit]

    def _changes(self) -> list[MemoryChange]:
        return [change for owner, change in self._state.memory_changes.values() if owner == self._tenant_id]

    def _seen(self, place: MemoryPlace) -> list[MemoryChange]:
        """Return the changes of which something is shown at a place."""
        keys = set(place.section_keys())
        return [
            each
            for each in self._changes()
            if each.key in keys and any(fact.is_shown_in(place.channel) for fact in (*each.added, *each.removed))
        ]

    def _latest(self, key: MemoryKey, *, as_of: datetime | None) -> StoredSection:
        versions = [each for each in self._changes() if each.key == key and (as_of is None or each.at <= as_of)]
        latest = max(versions, key=lambda each: each.version, default=None)
        return StoredSection(key) if latest is None else latest.section_after


def _newest_first(changes: Iterable[MemoryChange]) -> list[MemoryChange]:
    return sorted(changes, key=lambda each: (each.at, each.version), reverse=True)
