"""Value types to JSON and back, exactly: decimals and instants as strings, nothing by way of a float that was none.

For what is stored as a document (an answer's blocks, a decision's reasons), not for rows.
"""

from collections.abc import Mapping, Sequence
from dataclasses import fields, is_dataclass
from datetime import date
from decimal import Decimal
from enum import Enum
from functools import lru_cache
from types import NoneType, UnionType
from typing import Any, NewType, TypeVar, Union, get_args, get_origin, get_type_hints
from uuid import UUID

_T = TypeVar("_T")
_KIND = "type"  # names the class where several are possible


def encode(value: object) -> Any:  # noqa: ANN401 - JSON
    """Return `value` as what `json` can write. Raises: TypeError: it has no place in a document."""
    encoded: object = value
    match value:
        case None | bool() | int() | float():
            pass
        case Enum():
            encoded = value.value
        case str():
            encoded = storable_text(value)
        case Decimal() | UUID():
            encoded = str(value)
        case date():  # a datetime too
            encoded = value.isoformat()
        case Mapping():
            encoded = {storable_text(str(key)): encode(item) for key, item in value.items()}
        case Sequence():
            encoded = [encode(item) for item in value]
        case _:
            encoded = _encode_fields(value)
    return encoded


def _encode_fields(value: object) -> dict[str, object]:
    if is_dataclass(value):
        document = {field.name: encode(getattr(value, field.name)) for field in fields(value)}
        return {_KIND: type(value).__name__, **document}
    msg = f"{type(value).__name__} cannot be stored in a document"
    raise TypeError(msg)


def decode(target: type[_T], document: Any) -> _T:  # noqa: ANN401 - JSON
    """Return the `kind` that `document` was made of. Fields it lacks take their defaults: it may be older than we."""
    decoded: _T = _decode(target, document)
    return decoded


def storable_text(text: str) -> str:
    """Return `text` as PostgreSQL can hold it: NUL characters and lone surrogates are replaced."""
    return text.replace("\x00", "\ufffd").encode("utf-8", "replace").decode()


def _decode(target: Any, document: Any) -> Any:  # noqa: ANN401 - any of the types above
    while isinstance(target, NewType):
        target = target.__supertype__
    origin, arguments = get_origin(target), get_args(target)
    if origin in (Union, UnionType):
        return _decode_union(arguments, document)
    if origin is tuple:
        kinds = arguments[:1] * len(document) if arguments[-1:] == (Ellipsis,) else arguments
        return tuple(_decode(one, item) for one, item in zip(kinds, document, strict=True))
    if origin is not None and issubclass(origin, Mapping):
        return {key: _decode(arguments[1], item) for key, item in document.items()}
    if is_dataclass(target):
        make: Any = target
        types = _field_types(make)
        return make(**{name: _decode(types[name], item) for name, item in document.items() if name in types})
    if issubclass(target, date):
        return target.fromisoformat(document)
    return document if target in (str, int, float, bool) else target(document)


def _decode_union(kinds: tuple[Any, ...], document: Any) -> Any:  # noqa: ANN401 - as above
    if document is None:
        return None
    present = [kind for kind in kinds if kind is not NoneType]
    if len(present) > 1:
        present = [kind for kind in present if kind.__name__ == document[_KIND]]
    return _decode(present[0], document)


@lru_cache(maxsize=256)
def _field_types(target: Any) -> dict[str, Any]:  # noqa: ANN401 - a dataclass
    return get_type_hints(target)
