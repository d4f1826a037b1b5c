"""The words of a team's files, a row each: those of files of the version before, and how they are looked up."""

import shutil
from pathlib import Path

import psycopg

from db.migrate import MIGRATIONS, migrate
from db.stores.memory.knowledge import BASES
from db.yoyo_backend import apply_migrations

BEFORE = """
INSERT INTO tenant VALUES ('00000000-0000-0000-0000-000000000001', 'slack', 'T1', now());
INSERT INTO knowledge_base (tenant_id, id, name) SELECT tenant_id, tenant_id, 'mandate' FROM tenant
"""
DOCUMENT = """
INSERT INTO knowledge_document (tenant_id, id, base_id, title, file_name, digest, passages, terms, added_by, added_name,
                                added_at)
SELECT tenant_id, gen_random_uuid(), tenant_id, %(title)s, 'a.md', 'd', 1, %(terms)s, 'U1', 'Ann', now() FROM tenant
"""
TERMS = "SELECT term, count(*) FROM knowledge_term GROUP BY term ORDER BY term"
ASKED = {"tenant_id": "00000000-0000-0000-0000-000000000001", "channel": "C1", "with_shared": True, "terms": ["gold"]}


async def test_words_of_files_of_the_version_before_and_of_its_processes_are_entered(
    empty_url: str, tmp_path: Path
) -> None:
    before = tmp_path / "before"
    before.mkdir()
    for path in MIGRATIONS.glob("*.sql"):
        if path.name < "0041":
            shutil.copy(path, before)
    apply_migrations(empty_url, before)
    with psycopg.connect(empty_url, autocommit=True) as conn:
        conn.execute(BEFORE)
        conn.execute(DOCUMENT, {"title": "old", "terms": ["gold", "leverag"]})

    await migrate(empty_url)

    with psycopg.connect(empty_url, autocommit=True) as conn:
        conn.execute(DOCUMENT, {"title": "of an old process", "terms": ["gold", "size"]})
        assert conn.execute(TERMS).fetchall() == [("gold", 2), ("leverag", 1), ("size", 1)]


async def test_words_of_a_question_are_looked_up_by_an_index(database_url: str) -> None:
    with psycopg.connect(database_url, autocommit=True) as conn:
        conn.execute(BEFORE)
        for number in range(5):
            words = [f"word{each}" for each in range(2_000)]
            conn.execute(DOCUMENT, {"title": f"{number}", "terms": ["gold", *words]})
        conn.execute("ANALYZE knowledge_term")
        plan = "\n".join(str(row[0]) for row in conn.execute(f"EXPLAIN {BASES}", ASKED).fetchall())
    assert "using knowledge_term_pkey" in plan
