from typing import TypeVar

from cachetools import Cache

_K = TypeVar("_K")


def add_if_new(seen: Cache[_K, bool], key: _K) -> bool:
    """Add `key` to those seen; return whether it was not among them. Seeing it again does not make it expire later."""
    if seen.get(key):  # also marks it as used
        return False
    seen[key] = True
    return True
