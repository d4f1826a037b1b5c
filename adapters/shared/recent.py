"""A memory of bounded size for what was seen lately: whatever is forgotten can be learned again, or done without."""

from collections import OrderedDict
from collections.abc import Callable
from time import monotonic
from typing import Generic, TypeVar

_K = TypeVar("_K")
_V = TypeVar("_V")


class Recent(Generic[_K, _V]):
    """Values by key; beyond `most`, what was used longest ago is forgotten, as is what is older than `seconds`."""

    def __init__(self, most: int, *, seconds: float = float("inf"), now: Callable[[], float] = monotonic) -> None:
        self._most = most
        self._seconds = seconds
        self._now = now
        self._kept: OrderedDict[_K, tuple[_V, float]] = OrderedDict()

    def store_answer(self, key: _K, value: _V) -> None:
        """Remember `value`, in place of what stood under `key`."""
        self._kept[key] = (value, self._now())
        self._kept.move_to_end(key)
        if len(self._kept) > self._most:
            self._kept.popitem(last=False)

    def get_answer(self, key: _K) -> _V | None:
        """Return what is remembered under `key`, if it is."""
        found = self._kept.get(key)
        if found is None:
            return None
        value, put_at = found
        if self._now() - put_at > self._seconds:
            del self._kept[key]
            return None
        self._kept.move_to_end(key)
        return value

    def is_new(self, key: _K, value: _V) -> bool:
        """Remember `value` under `key`; return whether nothing stood there."""
        was_there = self.get_answer(key) is not None
        if not was_there:
            self.store_answer(key, value)
        return not was_there

    def remembered(self) -> list[_K]:
        """Return the keys, what was used longest ago first."""
        return list(self._kept)

    def __len__(self) -> int:
        return len(self._kept)
