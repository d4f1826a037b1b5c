"""How values are stored as columns."""

from dataclasses import dataclass, replace
from datetime import UTC, datetime
from enum import StrEnum

from db.rows import RowType


class Mood(StrEnum):
    FINE = "fine"


@dataclass(frozen=True)
class Span:
    first: int
    last: int


@dataclass(frozen=True)
class Note:
    text: str
    mood: Mood
    at: datetime
    span: Span | None = None
    tags: tuple[str, ...] = ()
    found: str = "nothing"


NOTE = RowType(Note, at="noted_at", span=RowType(Span, first="first_line"), found=None)
FULL = Note("hi", Mood.FINE, datetime(2013, 1, 31, tzinfo=UTC), Span(1, 2), ("a", "b"), found="something")


def test_columns_are_named_as_the_fields_but_for_those_that_are_named() -> None:
    columns = {"text": "hi", "mood": "fine", "noted_at": FULL.at, "first_line": 1, "last": 2, "tags": ["a", "b"]}
    assert NOTE.columns(FULL) == columns


def test_what_is_stored_comes_back_and_what_is_not_has_its_default() -> None:
    read = NOTE(NOTE.columns(FULL))
    assert read == replace(FULL, found="nothing")
    assert isinstance(read.mood, Mood)


def test_what_may_be_none_is_columns_that_are_null() -> None:
    nothing = replace(FULL, span=None, found="nothing")
    columns = NOTE.columns(nothing)
    assert (columns["first_line"], columns["last"]) == (None, None)
    assert NOTE(columns) == nothing


def test_a_column_that_is_missing_or_not_ours_does_no_harm() -> None:
    row = {**NOTE.columns(FULL), "other": 1}
    del row["tags"]
    assert NOTE(row) == replace(FULL, tags=(), found="nothing")
