"""Reads long messages beside the event loop, one after the other, so that other conversations go on meanwhile."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Final, TypeVar

_T = TypeVar("_T")

MAX_QUICK_CHARACTERS: Final = 80  # of 100 messages that people write, 99 are shorter
# One thread: each more would take its share of the interpreter from the event loop.
_READER: Final = ThreadPoolExecutor(1, thread_name_prefix="reader")


async def read_beside(text: str, read: Callable[[], _T]) -> _T:
    """Return what `read` makes of `text`: at once if the text is short, else in the reader's thread."""
    if len(text) <= MAX_QUICK_CHARACTERS:
        return read()
    return await asyncio.get_running_loop().run_in_executor(_READER, read)
