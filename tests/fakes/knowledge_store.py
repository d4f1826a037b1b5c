"""The store of knowledge bases, in memory."""

from collections.abc import Collection
from itertools import groupby

from bot.domain.conversation.threads import MessageKey, SharedFile, Thread
from bot.domain.memory.knowledge.bases import BaseContents, KnowledgeDocument
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
