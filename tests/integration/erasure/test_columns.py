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


def test_every_column_of_words_is_registered_once_and_no_other(database_url: str) -> None:
    with psycopg.connect(database_url) as connection:
        there = {f"{row[0]}.{row[1]}" for row in connection.execute(_COLUMNS).fetchall()}
    erased = {f"{table}.{column}" for table, columns in ERASABLE.items() for column in columns}
    free = [each for names in FREE_OF_WORDS.values() for each in names.split()]
    assert len(erased | set(free)) == len(erased) + len(free)
    assert there - erased - set(free) == set(), "say in tests/integration/erasure/columns.py what becomes of it"
    assert (erased | set(free)) - there == set(), "no longer there"
