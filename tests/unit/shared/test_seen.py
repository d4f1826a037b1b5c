from cachetools import LRUCache, TTLCache

from adapters.shared.inputs import add_if_new


def test_key_is_new_once() -> None:
    seen: LRUCache[str, bool] = LRUCache(2)

    assert [add_if_new(seen, key) for key in ("a", "a", "b", "a")] == [True, False, True, False]


def test_what_was_used_longest_ago_is_new_again() -> None:
    seen: LRUCache[str, bool] = LRUCache(2)

    assert [add_if_new(seen, key) for key in ("a", "b", "a", "c", "a", "b")] == [True, True, False, True, False, True]
    assert len(seen) == 2


def test_key_that_is_seen_again_expires_no_later() -> None:
    now = 0.0
    seen: TTLCache[str, bool] = TTLCache(2, 10, timer=lambda: now)

    assert add_if_new(seen, "a")
    now = 9.0
    assert not add_if_new(seen, "a")
    now = 11.0
    assert add_if_new(seen, "a")
