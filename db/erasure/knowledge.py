"""Erases a person from knowledge bases. Files of their own places go; a team's stay, without the name."""

from typing import Final

from psycopg.types.json import Jsonb

from bot.domain.conversation.threads import is_own_place
from bot.domain.erasure import Erased, PersonWords
from bot.domain.memory.knowledge.bases import KnowledgeBase
from bot.domain.memory.search_terms import search_terms
from db.erasure.batch import MORE, OVER, Batch, StepProgress, after_page
from db.erasure.derived import REMAKE
from db.pool import Row
from db.stores.memory.knowledge import DELETE_EMPTY_BASE
from db.stores.overheard import DELETE_EPISODE

# `has_spoken`: in the only channel that may ask the base.
BASES: Final = """
SELECT b.id, b.name, b.channel, n.platform, n.workspace,
       EXISTS (SELECT FROM turn t WHERE t.tenant_id = b.tenant_id AND t.person_id = %(reference)s
                  AND t.channel = b.channel) AS has_spoken
  FROM knowledge_base b JOIN tenant n ON n.tenant_id = b.tenant_id
 WHERE b.tenant_id = %(tenant_id)s ORDER BY b.id
"""
DELETE_PASSAGES: Final = """
DELETE FROM episode
 WHERE tenant_id = %(tenant_id)s AND id IN (
       SELECT id FROM episode WHERE tenant_id = %(tenant_id)s AND channel = %(channel)s AND kind = 'passage'
        LIMIT %(size)s)
RETURNING id
"""
DELETE_DOCUMENTS: Final = """
DELETE FROM knowledge_document WHERE tenant_id = %(tenant_id)s AND base_id = %(base)s RETURNING id
"""
DOCUMENTS: Final = """
SELECT d.id, d.base_id, d.title, d.file_name, b.name, b.channel
  FROM knowledge_document d JOIN knowledge_base b ON b.tenant_id = d.tenant_id AND b.id = d.base_id
 WHERE d.tenant_id = %(tenant_id)s AND (%(after)s::uuid IS NULL OR d.id > %(after)s) ORDER BY d.id LIMIT %(size)s
"""
DROP_TERMS: Final = """
UPDATE knowledge_document SET terms = ARRAY(SELECT unnest(terms) EXCEPT SELECT unnest(%(terms)s::text[]) ORDER BY 1)
 WHERE tenant_id = %(tenant_id)s AND id = %(document)s
"""
ADD_BASE: Final = """
INSERT INTO knowledge_base (tenant_id, id, name, channel) VALUES (%(tenant_id)s, %(base)s, %(name)s, %(place)s)
    ON CONFLICT DO NOTHING
"""
IS_TAKEN: Final = "SELECT FROM knowledge_document WHERE tenant_id = %(tenant_id)s AND id = %(document)s"
RENAME_DOCUMENT: Final = """
UPDATE knowledge_document SET id = %(document)s, base_id = %(base)s, title = %(title)s, file_name = %(file_name)s
 WHERE tenant_id = %(tenant_id)s AND id = %(id)s
"""
# Indexed anew: the channel of a passage is among its terms, and with its vectors.
MOVE_PASSAGES: Final = """
WITH old AS (
    DELETE FROM episode
     WHERE tenant_id = %(tenant_id)s AND channel = %(old_channel)s AND kind = 'passage'
       AND context ->> 'document' = %(old)s
    RETURNING *
)
INSERT INTO episode (tenant_id, id, kind, text, symbols, tags, context, created_at, channel, said_from, said_until,
                     is_public, language)
SELECT tenant_id, gen_random_uuid(), kind, text, symbols, tags,
       context || jsonb_build_object('document', %(document)s::text, 'title', %(title)s::text), created_at, %(channel)s,
       said_from, said_until, is_public, language
  FROM old
"""


async def delete_own_bases(batch: Batch) -> StepProgress:
    """Delete what only the person themselves could ask, with its files; a bounded number of passages at once."""
    for row in await batch.rows(BASES):
        place = (row["platform"], row["workspace"], row["channel"])
        if not is_own_place(*place, person_id=batch.person_id, has_spoken=row["has_spoken"]):
            continue
        if await batch.rows(DELETE_PASSAGES, channel=_base(batch, row["name"], row["channel"]).search_channel):
            return MORE
        batch.count(Erased.FILES, len(await batch.rows(DELETE_DOCUMENTS, base=row["id"])))
        await batch.execute(DELETE_EMPTY_BASE, id=row["id"])
    return OVER


async def treat_passage(batch: Batch, words: PersonWords, row: Row) -> None:
    """Take the person's name out of one passage: it is made anew, and its file's vocabulary loses the name."""
    text = words.without_name(row["text"])
    context = {key: words.without_name(each) for key, each in row["context"].items()}
    if (text, context) == (row["text"], row["context"]):
        return
    await batch.execute(REMAKE, id=row["id"], text=text, context=Jsonb(context), speakers=[], speaker_ids=[])
    await batch.execute(DELETE_EPISODE, id=row["id"])
    terms = sorted({term for name in (words.person_id, *words.names) for term in search_terms(name)})
    await batch.execute(DROP_TERMS, document=context.get("document"), terms=terms)
    batch.count(Erased.QUOTES, 1)


async def rename_documents(batch: Batch) -> StepProgress:
    """Take the person's name out of titles, names of files and of bases; of one file at once, with its passages."""
    rows, words = await batch.rows(DOCUMENTS), await batch.words()
    for row in rows:
        named = {each: words.without_name(row[each]) for each in ("name", "title", "file_name")}
        if any(named[each] != row[each] for each in named):
            await _rename(batch, row, named)
            batch.count(Erased.QUOTES, 1)
            return StepProgress(is_over=False, after=row["id"])
    return after_page(batch, rows)


async def _rename(batch: Batch, row: Row, named: dict[str, str]) -> None:
    base = _base(batch, named["name"], row["channel"])
    title = await _free_title(batch, base, named["title"], own=row["id"])
    document = base.document_id(title)
    new = {"id": row["id"], "document": document, "base": base.id, **named, "title": title}
    await batch.execute(ADD_BASE, **new, place=row["channel"])
    await batch.execute(RENAME_DOCUMENT, **new)
    await batch.execute(
        MOVE_PASSAGES,
        old=str(row["id"]),
        old_channel=_base(batch, row["name"], row["channel"]).search_channel,
        document=str(document),
        channel=base.search_channel,
        title=title,
    )
    await batch.execute(DELETE_EMPTY_BASE, id=row["base_id"])


async def _free_title(batch: Batch, base: KnowledgeBase, title: str, *, own: object) -> str:
    """Return the title, with a number if another file of the base is called that."""
    number, free = 1, title
    while (taken := base.document_id(free)) != own and await batch.rows(IS_TAKEN, document=taken):
        number += 1
        free = f"{title} {number}"
    return free


def _base(batch: Batch, name: str, channel: str | None) -> KnowledgeBase:
    return KnowledgeBase(tenant_id=batch.tenant_id, name=name, channel=channel)
