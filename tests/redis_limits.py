"""A Redis with little memory, as an administrator may have set it."""

from collections.abc import Iterator
from contextlib import contextmanager

from redis import Redis


@contextmanager
def limited_redis(redis_url: str, *, memory: int, policy: str) -> Iterator[Redis]:
    """Limit Redis to so many bytes beyond what it uses; as it was afterwards, and empty."""
    with Redis.from_url(redis_url, decode_responses=True) as client:
        before = {name: client.config_get(name)[name] for name in ("maxmemory", "maxmemory-policy")}
        try:
            client.config_set("maxmemory", client.info("memory")["used_memory"] + memory)
            client.config_set("maxmemory-policy", policy)
            yield client
        finally:
            for name, value in before.items():
                client.config_set(name, value)
            client.flushall()
