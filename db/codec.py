"""Converts value types to JSON and back without loss: decimals and instants become strings, never floats.

For values stored as a document (an answer's blocks, a decision's reasons); `db/rows.py` uses it for columns.
"""

from collections.abc import Callable, Hashable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import fields, is_dataclass
from datetime import date
from decimal import Decimal
from enum import Enum
from functools import cache
from types import NoneType, UnionType
from typing import Any, NewType, TypeVar, Union, cast, get_args, get_origin, get_type_hints
from uuid import UUID

_T = TypeVar("_T")
_Conversion = Callable[[Any], Any]
_CLASS_KEY = "type"  # names the class where several are possible


def encode(value: object) -> Any:  # noqa: ANN401 - JSON
    """Return `value` as the types that `json` can write. Raises: TypeError: its type is not supported."""
    return _encoder(cast("Hashable", type(value)))(value)


def decode(target: type[_T], document: Any) -> _T:  # noqa: ANN401 - JSON
    """Return the `target` encoded as `document`. Missing fields take their defaults: it may be of an older version."""
    decoded: _T = decoder(cast("Hashable", target))(document)
    return decoded


def storable_text(text: str) -> str:
    """Return `text` as PostgreSQL can hold it: NUL characters and lone surrogates are replaced."""
    if "\x00" in text:
        text = text.replace("\x00", "\ufffd")
    try:
        text.encode()
    except UnicodeEncodeError:
        return text.encode("utf-8", "replace").decode()
    return text


@cache
def _encoder(kind: type) -> _Conversion:
    """Return the function that encodes values of one type: an answer has hundreds of values of a few types."""
    plain = {NoneType: _unchanged, bool: _unchanged, int: _unchanged, float: _unchanged, str: storable_text}
    if kind in plain:
        return plain[kind]
    by_base: Sequence[tuple[type | tuple[type, ...], _Conversion]] = (
        (Enum, lambda value: value.value),
        ((int, float), _unchanged),
        (str, storable_text),
        ((Decimal, UUID), str),
        (date, lambda value: value.isoformat()),  # a datetime too
        (Mapping, lambda value: {storable_text(str(key)): encode(item) for key, item in value.items()}),
        (Sequence, lambda value: [encode(item) for item in value]),
        (AbstractSet, lambda value: sorted(encode(item) for item in value)),
    )
    for base, conversion in by_base:
        if issubclass(kind, base):
            return conversion
    if is_dataclass(kind):
        names = tuple(field.name for field in fields(kind))
        return lambda value: {_CLASS_KEY: kind.__name__, **{name: encode(getattr(value, name)) for name in names}}
    msg = f"{kind.__name__} cannot be stored in a document"
    raise TypeError(msg)


@cache
def decoder(target: Any) -> _Conversion:  # noqa: ANN401 - a type, or a description of one
    """Return the function that decodes documents of one type, and values of a column."""
    while isinstance(target, NewType):
        target = target.__supertype__
    if get_origin(target) is not None:
        return _generic_decoder(get_origin(target), get_args(target))
    if is_dataclass(target):
        types, constructor = get_type_hints(target), cast("Callable[..., Any]", target)
        return lambda document: constructor(
            **{name: decoder(types[name])(item) for name, item in document.items() if name in types}
        )
    if target in (str, int, float, bool):
        return _unchanged
    parse = target.fromisoformat if issubclass(target, date) else target
    return lambda value: value if isinstance(value, target) else parse(value)  # in a column it is one already


def _generic_decoder(origin: Any, arguments: tuple[Any, ...]) -> _Conversion:  # noqa: ANN401 - as `decoder`
    if origin in (Union, UnionType):
        return _union_decoder(arguments)
    if origin is tuple:
        return _tuple_decoder(arguments)
    if origin is frozenset:
        return lambda document: frozenset(decoder(arguments[0])(item) for item in document)
    return lambda document: {key: decoder(arguments[1])(item) for key, item in document.items()}


def _tuple_decoder(arguments: tuple[Any, ...]) -> _Conversion:
    if arguments[-1:] == (Ellipsis,):
        return lambda document: tuple(decoder(arguments[0])(item) for item in document)
    return lambda document: tuple(decoder(each)(item) for each, item in zip(arguments, document, strict=True))


def _union_decoder(members: tuple[Any, ...]) -> _Conversion:
    candidates = [each for each in members if each is not NoneType]
    by_name = {each.__name__: each for each in candidates}

    def decoded(document: Any) -> Any:  # noqa: ANN401 - JSON
        if document is None:
            return None
        chosen = candidates[0] if len(candidates) == 1 else by_name[document[_CLASS_KEY]]
        return decoder(chosen)(document)

    return decoded


def _unchanged(value: Any) -> Any:  # noqa: ANN401 - JSON
    return value
