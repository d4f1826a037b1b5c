"""Lets each person have only so much handled at once, so that one who does a lot leaves room for the others."""

import asyncio
from collections.abc import AsyncIterator, Hashable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field


@dataclass(slots=True)
class _Person:
    slots: asyncio.Semaphore
    users: int = 0


@dataclass(frozen=True, slots=True)
class PersonSlots:
    """Slots of this process, `most` for each person; who finds none free waits, first come first served."""

    most: int
    _people: dict[Hashable, _Person] = field(default_factory=dict)

    @asynccontextmanager
    async def slot(self, person: Hashable) -> AsyncIterator[None]:
        """Hold a slot of one person."""
        entry = self._people.setdefault(person, _Person(asyncio.Semaphore(self.most)))
        entry.users += 1
        try:
            async with entry.slots:
                yield
        finally:
            entry.users -= 1
            if not entry.users:
                del self._people[person]
