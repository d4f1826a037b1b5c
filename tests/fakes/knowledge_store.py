"""Knowledge bases and requests for erasure, in memory."""

from collections.abc import Collection, Sequence
from dataclasses import replace
from datetime import datetime
from itertools import groupby
from uuid import UUID

from bot.domain.conversation.threads import MessageKey, SharedFile, Thread
from bot.domain.erasure import Erasure, ErasureRequest
from bot.domain.ids import TurnId
from bot.domain.memory.knowledge.bases import BaseContents, KnowledgeDocument
from bot.errors import DuplicateError
from tests.fakes.episode_store import forget_episode
from tests.fakes.memory import StoredState, TenantStore


def note_files(state: StoredState, thread: Thread, message_id: str, files: tuple[SharedFile, ...]) -> None:
    """Note the files of a message, unless they are known."""
    if files:
        state.shared_files.setdefault((thread.tenant_id, MessageKey(thread.channel, message_id)), files)


class FakeKnowledge(TenantStore):
    """`Knowledge`, in memory."""

    async def bases(
        self, *, channel: str, terms: Collection[str] = (), with_shared: bool = True
    ) -> tuple[BaseContents, ...]:
        stored = [each for each in self._state.documents.values() if each[0].base.tenant_id == self._tenant_id]
        seen = [each for each in stored if each[0].base.channel in ({None, channel} if with_shared else {channel})]
        seen.sort(key=lambda each: (each[0].base.name.lower(), each[0].base.id, each[0].title.lower()))
        return tuple(
            BaseContents(
                base=group[0][0].base,
                documents=tuple(document for document, _ in group),
                matched=frozenset(terms) & frozenset().union(*(words for _, words in group)),
            )
            for group in (list(found) for _, found in groupby(seen, key=lambda each: each[0].base.id))
        )

    async def save_document(self, document: KnowledgeDocument, *, terms: Collection[str]) -> None:
        self._state.documents[document.id] = document, frozenset(terms)
        self._delete_passages(document)

    async def remove_document(self, document: KnowledgeDocument) -> bool:
        self._delete_passages(document)
        return self._state.documents.pop(document.id, None) is not None

    async def is_public(self, channel: str) -> bool:
        known = self._state.visibilities.get((self._tenant_id, channel))
        return known is not None and known.is_public and not known.needs_hiding

    async def files_of(self, message: MessageKey) -> tuple[SharedFile, ...]:
        return self._state.shared_files.get((self._tenant_id, message), ())

    def _delete_passages(self, document: KnowledgeDocument) -> None:
        for each in list(self._state.episodes.values()):
            if each.channel == document.base.search_channel and each.context.get("document") == str(document.id):
                forget_episode(self._state, each.id)


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
