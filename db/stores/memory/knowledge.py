from collections.abc import Collection, Sequence
from dataclasses import asdict
from itertools import groupby
from typing import Final

from psycopg.types.json import Json

from bot.domain.conversation.threads import MessageKey, Person, SharedFile
from bot.domain.memory.knowledge.bases import BaseContents, KnowledgeBase, KnowledgeDocument
from db.codec import decode, encode
from db.pool import Row
from db.rows import RowType
from db.stores.base import Store, insert, replacing

# The terms are looked up once per base, not once per file.
BASES = """
WITH b AS MATERIALIZED (
    SELECT b.tenant_id, b.id, b.name, b.channel,
           ARRAY(SELECT asked.term FROM unnest(%(terms)s::text[]) AS asked (term)
                  WHERE EXISTS (
                        SELECT FROM knowledge_term t
                         WHERE t.tenant_id = b.tenant_id AND t.base_id = b.id AND t.term = asked.term)) AS matched
      FROM knowledge_base b
     WHERE b.tenant_id = %(tenant_id)s AND (b.channel = %(channel)s OR (%(with_shared)s AND b.channel IS NULL)))
SELECT b.tenant_id, b.id AS base_id, b.name, b.channel, b.matched, d.title, d.file_name, d.digest, d.pages, d.passages,
       d.added_by, d.added_name, d.added_at
  FROM b
  JOIN knowledge_document d ON d.tenant_id = b.tenant_id AND d.base_id = b.id
 ORDER BY lower(b.name), b.id, lower(d.title), d.id
"""
# Who comes second waits here for the other's passages to be stored, and then deletes them.
SAVE_BASE = """
INSERT INTO knowledge_base AS b (tenant_id, id, name, channel)
VALUES (%(tenant_id)s, %(id)s, %(name)s, %(channel)s)
ON CONFLICT (tenant_id, id) DO UPDATE SET name = b.name
"""
_CONTENTS = "title, file_name, digest, pages, passages, terms, added_by, added_name, added_at"
SAVE_DOCUMENT = insert(
    "knowledge_document", f"tenant_id, id, base_id, {_CONTENTS}", replacing("tenant_id, id", _CONTENTS)
)
DELETE_PASSAGES = """
DELETE FROM episode
 WHERE tenant_id = %(tenant_id)s AND channel = %(search_channel)s AND kind = 'passage'
   AND context ->> 'document' = %(document)s
"""
DELETE_DOCUMENT = "DELETE FROM knowledge_document WHERE tenant_id = %(tenant_id)s AND id = %(id)s RETURNING id"
DELETE_EMPTY_BASE = """
DELETE FROM knowledge_base b
 WHERE b.tenant_id = %(tenant_id)s AND b.id = %(id)s
   AND NOT EXISTS (SELECT FROM knowledge_document d WHERE d.tenant_id = b.tenant_id AND d.base_id = b.id)
"""
LOCK_BASE = "SELECT FROM knowledge_base WHERE tenant_id = %(tenant_id)s AND id = %(id)s FOR UPDATE"
IS_PUBLIC = """
SELECT FROM channel_visibility
 WHERE tenant_id = %(tenant_id)s AND channel = %(channel)s AND is_public AND NOT needs_hiding
"""
FILES = """
SELECT files FROM shared_files
 WHERE tenant_id = %(tenant_id)s AND channel = %(channel)s AND message_id = %(message_id)s
"""
_MAX_FILES: Final = 10  # of one message
_DOCUMENT: Final = RowType(
    KnowledgeDocument,
    base=RowType(KnowledgeBase),
    added_by=RowType(Person, id="added_by", name="added_name", language="added_language"),
)


class PostgresKnowledge(Store):
    """Implements `bot.ports.Knowledge`."""

    async def bases(
        self, *, channel: str, terms: Collection[str] = (), with_shared: bool = True
    ) -> tuple[BaseContents, ...]:
        rows = await self._fetch_all(BASES, channel=channel, terms=list(terms), with_shared=with_shared)
        return tuple(_contents(list(group)) for _, group in groupby(rows, key=lambda row: row["base_id"]))

    async def save_document(self, document: KnowledgeDocument, *, terms: Collection[str]) -> None:
        base = document.base
        await self._execute(SAVE_BASE, id=base.id, name=base.name, channel=base.channel)
        await self._execute(
            SAVE_DOCUMENT,
            **{**_DOCUMENT.columns(document), "id": document.id, "base_id": base.id, "terms": sorted(terms)},
        )
        await self._delete_passages(document)

    async def remove_document(self, document: KnowledgeDocument) -> bool:
        await self._fetch_all(LOCK_BASE, id=document.base.id)
        removed = await self._fetch_one(DELETE_DOCUMENT, id=document.id)
        await self._delete_passages(document)
        await self._execute(DELETE_EMPTY_BASE, id=document.base.id)
        return removed is not None

    async def is_public(self, channel: str) -> bool:
        return await self._fetch_one(IS_PUBLIC, channel=channel) is not None

    async def files_of(self, message: MessageKey) -> tuple[SharedFile, ...]:
        return decode(tuple[SharedFile, ...], await self._fetch_value(FILES, **asdict(message)) or ())

    async def _delete_passages(self, document: KnowledgeDocument) -> None:
        search_channel = document.base.search_channel
        await self._execute(DELETE_PASSAGES, search_channel=search_channel, document=str(document.id))


def files_as_json(files: Sequence[SharedFile]) -> Json | None:
    """Return files as `note_files` takes them; None: there are none."""
    return Json([encode(each) for each in files[:_MAX_FILES]]) if files else None


def _contents(rows: Sequence[Row]) -> BaseContents:
    documents = tuple(map(_DOCUMENT, rows))
    return BaseContents(base=documents[0].base, documents=documents, matched=frozenset(rows[0]["matched"]))
