"""How a value is stored as columns of a row: by the names of its fields, but for those that are named here."""

from collections.abc import Callable
from dataclasses import fields
from types import NoneType
from typing import Any, Generic, TypeVar, cast, get_args, get_type_hints

from bot.domain.conversation.threads import Person, Thread
from db.codec import decoder
from db.pool import Row

_T = TypeVar("_T")


class RowType(Generic[_T]):
    """The columns of a dataclass, both ways.

    `named` has the column of each field that is called otherwise, or the row type of one that is columns of its own. Of
    such a field that may be None, the first column named is NULL then. None: it is not stored. What a row lacks has the
    field's default.
    """

    def __init__(self, kind: type[_T], /, **named: "str | RowType[Any] | None") -> None:
        types = get_type_hints(kind)
        self._kind = cast("Callable[..., _T]", kind)
        sources = {field.name: named.get(field.name, field.name) for field in fields(cast("Any", kind))}
        self._parts = {name: each for name, each in sources.items() if isinstance(each, RowType)}
        self._columns = {name: each for name, each in sources.items() if isinstance(each, str)}
        self._decoders = [(name, column, decoder(types[name])) for name, column in self._columns.items()]
        self._first = next((each for each in (*named.values(), *self._columns.values()) if isinstance(each, str)), "")
        self._optional = {name for name in self._parts if NoneType in get_args(types[name])}

    def __call__(self, row: Row) -> _T:
        """Return the value of a row."""
        plain = {name: decode(row[column]) for name, column, decode in self._decoders if column in row}
        parts = {name: self._part(name, part, row) for name, part in self._parts.items()}
        return self._kind(**plain, **parts)

    def columns(self, value: _T | None) -> dict[str, Any]:
        """Return the columns of a value, and of none."""
        own = {column: _stored(getattr(value, name, None)) for name, column in self._columns.items()}
        for name, part in self._parts.items():
            own |= part.columns(getattr(value, name, None))
        return own

    def _part(self, name: str, part: "RowType[Any]", row: Row) -> object:
        is_null = name in self._optional and row[part._first] is None  # noqa: SLF001 - of the same class
        return None if is_null else part(row)


def _stored(value: object) -> object:
    """Return a field as the driver takes it: an array is a list."""
    return list(value) if isinstance(value, tuple | frozenset) else value


PERSON = RowType(Person, id="person_id", name="person_name", language="person_language")
THREAD = RowType(Thread)  # of a row that is joined with its conversation's and its tenant's
