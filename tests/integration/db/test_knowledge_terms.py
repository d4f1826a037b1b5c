"""The words of a team's files, and how they are looked up."""

import psycopg

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
