"""Archival memory in memory: a passage is found if it has a word of the query."""

from dataclasses import dataclass, field
from datetime import UTC, datetime
from uuid import UUID

from bot.domain.ids import derive_id
from bot.domain.memory.archive import ArchivedPassage, ArchiveScope


@dataclass(slots=True)
class FakeArchivalMemory:
    """`ArchivalMemory`, in memory."""

    passages: dict[UUID, tuple[ArchiveScope, ArchivedPassage]] = field(default_factory=dict)
    archived: set[UUID] = field(default_factory=set)

    async def insert_passage(self, scope: ArchiveScope, text: str) -> UUID:
        passage_id = derive_id(scope.turn_id, f"passage/{text}")
        passage = ArchivedPassage(id=passage_id, text=text, by=scope.person.name, at=datetime(2026, 3, 2, tzinfo=UTC))
        self.passages[passage_id] = (scope, passage)
        return passage_id

    async def search_passages(self, scope: ArchiveScope, query: str, *, limit: int) -> tuple[ArchivedPassage, ...]:
        words = set(query.lower().split())
        found = (
            passage
            for passage_id, (owner, passage) in self.passages.items()
            if passage_id not in self.archived
            and (owner.tenant_id, owner.channel) == (scope.tenant_id, scope.channel)
            and words & set(passage.text.lower().split())
        )
        return tuple(found)[:limit]

    async def archive_passage(self, scope: ArchiveScope, passage_id: UUID) -> bool:
        owner, _ = self.passages.get(passage_id, (None, None))
        if owner is None or (owner.tenant_id, owner.channel) != (scope.tenant_id, scope.channel):
            return False
        self.archived.add(passage_id)
        return True
