"""Recognises keys that were seen before, as long as a cache keeps them."""

from typing import TypeVar

from cachetools import Cache

_K = TypeVar("_K")


def add_if_new(seen: Cache[_K, bool], key: _K) -> bool:
    """Add `key` to `seen`; return whether it is new. A repeated key does not expire later."""
    if seen.get(key):  # also marks it as recently used
        return False
    seen[key] = True
    return True
