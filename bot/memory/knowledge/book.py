"""The knowledge bases of a workspace: files are added, replaced and removed."""

import asyncio
from collections import Counter
from dataclasses import dataclass
from enum import StrEnum
from hashlib import sha256
from typing import Final

from bot.domain.conversation.threads import Person, SharedFile
from bot.domain.conversation.turns import Turn
from bot.domain.jobs import index_episodes_job
from bot.domain.memory.knowledge.bases import BaseContents, KnowledgeBase, KnowledgeDocument, passage_episode
from bot.domain.memory.knowledge.documents import MAX_FILE_BYTES, DocumentPart, DocumentText, split_passages
from bot.domain.memory.search_terms import search_terms
from bot.domain.text.secrets import has_secret
from bot.errors import UnusableFileError
from bot.ports import Clock, DocumentReader, NewId, SharedFiles, Stores

_MAX_TERMS: Final = 5_000  # of a file's vocabulary; the most frequent ones


class Adding(StrEnum):
    """What became of a file that was to be added."""

    ADDED = "added"
    REPLACED = "replaced"  # there was another of the same title
    UNCHANGED = "unchanged"  # there is the same already


@dataclass(frozen=True, slots=True)
class AddedFile:
    """A file in its base, and what has become of it."""

    document: KnowledgeDocument
    outcome: Adding


@dataclass(frozen=True, slots=True, kw_only=True)
class KnowledgeBook:
    """Reads files and stores their passages. Workers index these; until then they are found by their words."""

    stores: Stores
    files: SharedFiles
    reader: DocumentReader
    clock: Clock
    new_id: NewId

    async def bases(self, turn: Turn) -> tuple[BaseContents, ...]:
        """Return the bases that may be asked where a message was said. Raises: StoreUnavailableError."""
        async with self.stores.read(turn.tenant_id) as tx:
            return await tx.knowledge.bases(channel=turn.thread.channel, with_shared=not turn.person.is_guest)

    async def place_of(self, turn: Turn, *, is_for_team: bool) -> str | None:
        """Return the only channel that may ask what is added by a message; None: the whole workspace.

        What is added in a private channel or a direct message stays there, unless it is said to be for everybody; a
        channel of which the platform has not told counts as private. Raises: StoreUnavailableError.
        """
        if is_for_team:
            return None
        async with self.stores.read(turn.tenant_id) as tx:
            return None if await tx.knowledge.is_public(turn.thread.channel) else turn.thread.channel

    async def add(self, turn: Turn, base: KnowledgeBase, file: SharedFile, *, title: str) -> AddedFile:
        """Add a file of a message to a base. Raises: UnusableFileError, StoreUnavailableError."""
        content = await self.files.fetch(turn, file, limit=MAX_FILE_BYTES)
        digest = sha256(content).hexdigest()
        before = await self._document(turn, base, title)
        if before is not None and before.digest == digest:
            is_of_message = before.added_by.id == turn.person.id and before.added_at >= turn.accepted_at
            return AddedFile(before, Adding.ADDED if is_of_message else Adding.UNCHANGED)  # the answer is begun anew
        text = await self.reader.read(file.name, content)
        passages, terms = await asyncio.to_thread(_prepare, text)
        if not passages:
            raise UnusableFileError(reason="empty")
        document = KnowledgeDocument(
            base=base,
            title=title,
            file_name=file.name,
            digest=digest,
            pages=text.pages,
            passages=len(passages),
            added_by=turn.person,
            added_at=self.clock.now(),
        )
        await self._store(turn, document, passages, terms)
        return AddedFile(document, Adding.ADDED if before is None else Adding.REPLACED)

    async def remove(self, documents: tuple[KnowledgeDocument, ...], *, by: Person) -> int:
        """Remove files of one base with their passages, all or none; return how many. Raises: StoreUnavailableError."""
        count = 0
        async with self.stores.transaction(documents[0].base.tenant_id) as tx:
            for each in documents:
                count += await tx.knowledge.remove_document(each)
                facts = {"base": str(each.base.id)}
                await tx.audit.add_entry("knowledge_removed", subject=each.id, by=by.id, facts=facts)
        return count

    async def _document(self, turn: Turn, base: KnowledgeBase, title: str) -> KnowledgeDocument | None:
        known = (each for contents in await self.bases(turn) for each in contents.documents)
        return next((each for each in known if each.id == base.document_id(title)), None)

    async def _store(
        self, turn: Turn, document: KnowledgeDocument, passages: tuple[DocumentPart, ...], terms: frozenset[str]
    ) -> None:
        job_id, now = self.new_id(), document.added_at
        async with self.stores.transaction(turn.tenant_id) as tx:
            await tx.knowledge.save_document(document, terms=terms)
            for number, passage in enumerate(passages):
                await tx.episodes.add_episode(passage_episode(document, passage, number=number))
            facts = {"base": str(document.base.id)}
            await tx.audit.add_entry("knowledge_added", subject=document.id, by=turn.person.id, facts=facts)
            await tx.outbox.add_job(index_episodes_job(job_id, tenant_id=turn.tenant_id, key=str(job_id), at=now))


def _prepare(text: DocumentText) -> tuple[tuple[DocumentPart, ...], frozenset[str]]:
    """Return the passages of a file without those that hold a secret, and the file's vocabulary."""
    passages = tuple(each for each in split_passages(text) if not has_secret(each.text))
    counts: Counter[str] = Counter()
    for each in passages:
        counts.update(search_terms(f"{each.heading}\n{each.text}"))
    return passages, frozenset(term for term, _ in counts.most_common(_MAX_TERMS))
