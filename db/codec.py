"""Converts value types to JSON and back without loss: decimals and instants become strings, never floats.

For values stored as a document (an answer's blocks, a decision's reasons), not for rows.
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
_CLASS_KEY = "type"  # names the class where several are possible


def encode(value: object) -> Any:  # noqa: ANN401 - JSON
    """Return `value` as the types that `json` can write. Raises: TypeError: its type is not supported."""
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
        return {_CLASS_KEY: type(value).__name__, **document}
    msg = f"{type(value).__name__} cannot be stored in a document"
    raise TypeError(msg)


def decode(target: type[_T], document: Any) -> _T:  # noqa: ANN401 - JSON
    """Return the `target` encoded as `document`. Missing fields take their defaults: it may be of an older version."""
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
        item_types = arguments[:1] * len(document) if arguments[-1:] == (Ellipsis,) else arguments
        return tuple(_decode(each, item) for each, item in zip(item_types, document, strict=True))
    if origin is not None and issubclass(origin, Mapping):
        return {key: _decode(arguments[1], item) for key, item in document.items()}
    if is_dataclass(target):
        constructor: Any = target
        types = _field_types(constructor)
        return constructor(**{name: _decode(types[name], item) for name, item in document.items() if name in types})
    if issubclass(target, date):
        return target.fromisoformat(document)
    return document if target in (str, int, float, bool) else target(document)


def _decode_union(members: tuple[Any, ...], document: Any) -> Any:  # noqa: ANN401 - as above
    if document is None:
        return None
    candidates = [each for each in members if each is not NoneType]
    if len(candidates) > 1:
        candidates = [each for each in candidates if each.__name__ == document[_CLASS_KEY]]
    return _decode(candidates[0], document)


@lru_cache(maxsize=256)
def _field_types(target: Any) -> dict[str, Any]:  # noqa: ANN401 - a dataclass
    return get_type_hints(target)
