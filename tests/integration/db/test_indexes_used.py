"""Records of conversations, and words of files, are read by indexes, however many there are."""

import psycopg
from psycopg import AsyncConnection

from bot.domain.conversation.threads import Thread
from db.stores.memory.conversation_records import FIND
from db.stores.memory.knowledge import BASES

BEFORE = """
INSERT INTO tenant VALUES ('00000000-0000-0000-0000-000000000001', 'slack', 'T1', now());
INSERT INTO knowledge_base (tenant_id, id, name) SELECT tenant_id, tenant_id, 'mandate' FROM tenant
"""
DOCUMENT = """
INSERT INTO knowledge_document (tenant_id, id, base_id, title, file_name, digest, passages, terms, added_by, added_name,
                                added_at)
SELECT tenant_id, gen_random_uuid(), tenant_id, %(title)s, 'a.md', 'd', 1, %(terms)s, 'U1', 'Ann', now() FROM tenant
"""
ASKED = {"tenant_id": "00000000-0000-0000-0000-000000000001", "channel": "C1", "with_shared": True, "terms": ["gold"]}


async def test_words_of_a_question_are_looked_up_by_an_index(database_url: str) -> None:
    with psycopg.connect(database_url, autocommit=True) as conn:
        conn.execute(BEFORE)
        for number in range(5):
            words = [f"word{each}" for each in range(2_000)]
            conn.execute(DOCUMENT, {"title": f"{number}", "terms": ["gold", *words]})
        conn.execute("ANALYZE knowledge_term")
        plan = "\n".join(str(row[0]) for row in conn.execute(f"EXPLAIN {BASES}", ASKED).fetchall())
    assert "using knowledge_term_pkey" in plan


async def test_page_of_records_then_neither_conversations_are_sorted_nor_messages_scanned(database_url: str) -> None:
    bounds = dict.fromkeys(
        ("channels", "conversation_id", "id_prefix", "symbols", "since", "until", "speaker", "without")
    )
    tenant_id = Thread("slack", "T1", "C1", "t1").tenant_id
    parameters = {**bounds, "tenant_id": tenant_id, "with_public": True, "limit": 20, "offset": 40}
    async with await AsyncConnection.connect(database_url, autocommit=True) as conn:
        await conn.execute("SET enable_seqscan = off; SET enable_sort = off; SET enable_bitmapscan = off")
        plan = "\n".join([str(line) async for (line,) in await conn.execute(b"EXPLAIN " + FIND.encode(), parameters)])
    assert "Index Scan using conversation_latest" in plan
    assert "using message_completed" in plan
