from collections.abc import Awaitable, Callable
from contextlib import suppress

from tests.fakes.core import Talk
from tests.fakes.core_ports import ProcessKilled


async def killed_at_every_edge(
    ready: Callable[[], Awaitable[Talk]],
    act: Callable[[Talk], Awaitable[object]],
    check: Callable[[Talk], Awaitable[None]],
) -> int:
    """Kill at the first edge of the database, the second, …; check what others make of it; return how many."""
    for edges in range(100):
        talk = await ready()
        talk.memory.edges_to_live = edges
        with suppress(ProcessKilled):
            await act(talk)
        was_killed = talk.memory.edges_to_live <= 0
        talk.memory.edges_to_live = None
        await check(talk)
        if not was_killed:
            return edges
    raise AssertionError
