"""Builds objects by the types of what they are made of, each class once."""

from collections.abc import Mapping
from enum import Enum
from inspect import Parameter, isclass, signature
from types import UnionType
from typing import Any, TypeVar, cast, get_args, get_origin, get_type_hints

_T = TypeVar("_T")


class Container:
    """Makes an object of each class that is asked for, and of each that its parameters name, once.

    A parameter is what is given for its type; else an object of its class; else what is given by its name, such as a
    setting; else its default.
    """

    def __init__(self, given: Mapping[Any, object], named: Mapping[str, object]) -> None:
        """`given`: by type, also for ports, which are not built; None: there is none of that type."""
        self._known = dict(given)
        self._named = named

    def get(self, kind: type[_T]) -> _T:
        """Return the object of a class. Raises: TypeError: a parameter is not known."""
        if kind not in self._known:
            self._known[kind] = self.make(kind)
        return cast("_T", self._known[kind])

    def make(self, kind: type[_T], **arguments: object) -> _T:
        """Return another object of a class, with these arguments. Raises: as `get`."""
        hints = get_type_hints(kind.__init__)
        for name, parameter in signature(kind).parameters.items():
            if name not in arguments:
                arguments |= self._found(hints[name], parameter)
        return kind(**arguments)

    def give(self, kind: object, value: object) -> None:
        """Use `value` for parameters of a type."""
        self._known[kind] = value

    def _found(self, hint: object, parameter: Parameter) -> dict[str, object]:
        """Return the argument for a parameter; nothing: it has a default, or is not known."""
        name, members = parameter.name, get_args(hint) if get_origin(hint) is UnionType else (hint,)
        known = next((each for each in (hint, *members) if each in self._known), None)
        if known is not None:
            return {name: self._known[known]}
        if _is_built(members[0]) and (len(members) > 1 or parameter.default is Parameter.empty):
            return {name: self.get(members[0])}
        return {name: self._named[name]} if name in self._named else {}


def _is_built(hint: object) -> bool:
    is_own = isclass(hint) and hint.__module__.startswith("bot.")
    return is_own and not (getattr(hint, "_is_protocol", False) or issubclass(cast("type", hint), Enum))
