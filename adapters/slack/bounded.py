"""A dictionary that forgets what was not used for longest."""

from collections import OrderedDict
from typing import Generic, TypeVar

_K = TypeVar("_K")
_V = TypeVar("_V")


class Bounded(Generic[_K, _V]):
    """Holds at most `most` entries."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._entries: OrderedDict[_K, _V] = OrderedDict()

    def get(self, key: _K) -> _V | None:
        """Return an entry, which counts as used; None: there is none."""
        if key not in self._entries:
            return None
        self._entries.move_to_end(key)
        return self._entries[key]

    def put(self, key: _K, value: _V) -> None:
        """Keep an entry, at the cost of another where there is no room."""
        self._entries[key] = value
        self._entries.move_to_end(key)
        if len(self._entries) > self._most:
            self._entries.popitem(last=False)
