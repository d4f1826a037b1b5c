"""Every column that can hold words is registered: as erased, with how, or as free of words, with why."""

import psycopg

from tests.integration.erasure.columns import ERASABLE, FREE_OF_WORDS

_COLUMNS = """
SELECT c.table_name::text, c.column_name::text
  FROM information_schema.columns c JOIN information_schema.tables t USING (table_schema, table_name)
 WHERE c.table_schema = 'public' AND t.table_type = 'BASE TABLE' AND c.table_name NOT LIKE '%%yoyo%%'
   AND NOT (SELECT relispartition FROM pg_class WHERE oid = to_regclass(c.table_name))
   AND c.udt_name IN ('text', '_text', 'varchar', 'json', 'jsonb', 'bytea', 'tsvector', 'halfvec', 'vector', 'name')
"""


def _entered(register: object) -> set[tuple[str, str]]:
    assert isinstance(register, dict)
    return {(table, column) for table, columns in register.items() for column in columns}


def test_every_column_of_words_is_registered_once_and_no_other(database_url: str) -> None:
    with psycopg.connect(database_url) as connection:
        there = {(row[0], row[1]) for row in connection.execute(_COLUMNS).fetchall()}
    erased, free = _entered(ERASABLE), _entered(FREE_OF_WORDS)
    assert not erased & free
    assert there - (erased | free) == set(), "say in tests/integration/erasure/columns.py what becomes of it"
    assert (erased | free) - there == set(), "no longer there"


def test_each_entry_says_how_or_why() -> None:
    for register in (ERASABLE, FREE_OF_WORDS):
        assert all(reason.strip() for columns in register.values() for reason in columns.values())
