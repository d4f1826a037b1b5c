"""Looks through everything that is stored: each column of each table, as text."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import psycopg
from psycopg import sql

_TABLES = "SELECT tablename::text FROM pg_tables WHERE schemaname = 'public' AND tablename NOT LIKE '%%yoyo%%'"


def found_in_database(url: str, pattern: re.Pattern[str]) -> list[str]:
    """Return the columns and values in which a pattern is found; whoever connects must see all tenants."""
    with psycopg.connect(url) as connection:
        return [
            f"{table}.{column}: {value[:200]}"
            for table, row in _rows(connection)
            for column, value in row.items()
            if pattern.search(value)
        ]


def rows_of_tenant(url: str, tenant_id: object) -> list[tuple[str, dict[str, str]]]:
    """Return every row of one tenant, as text."""
    with psycopg.connect(url) as connection:
        found = [(table, row) for table, row in _rows(connection) if row.get("tenant_id") == str(tenant_id)]
    return sorted(found, key=lambda each: (each[0], sorted(each[1].items())))


def _rows(connection: "psycopg.Connection[Any]") -> Iterator[tuple[str, dict[str, str]]]:
    for (table,) in connection.execute(_TABLES).fetchall():
        columns = [each[0] for each in connection.execute(_COLUMNS, {"table": table}).fetchall()]
        read = sql.SQL("SELECT {} FROM {}").format(
            sql.SQL(", ").join(sql.SQL("{}::text").format(sql.Identifier(each)) for each in columns),
            sql.Identifier(table),
        )
        for row in connection.execute(read):
            yield table, {name: value or "" for name, value in zip(columns, row, strict=True)}


_COLUMNS = """
SELECT column_name::text FROM information_schema.columns
 WHERE table_schema = 'public' AND table_name = %(table)s ORDER BY ordinal_position
"""


def found_in_files(folder: Path, pattern: re.Pattern[bytes], *, without: tuple[str, ...] = ()) -> list[Path]:
    """Return the files below a folder in which a pattern is found; `without`: names of folders that are left out."""
    files = (each for each in folder.rglob("*") if each.is_file() and not set(without) & set(each.parts))
    return [each for each in files if pattern.search(each.read_bytes())]
