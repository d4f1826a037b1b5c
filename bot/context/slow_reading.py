"""Reads what takes long beside the event loop, one after the other, so that other conversations go on meanwhile."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import Final, TypeVar

from bot.context.turn import TurnContext
from bot.domain.conversation.readings import Reading
from bot.reading.reader import MessageReader
from bot.reading.trained.parser import is_parser_loaded

_T = TypeVar("_T")

MAX_QUICK_CHARACTERS: Final = 40  # a message of several clauses is longer
# One thread: each more would take its share of the interpreter from the event loop.
_READER: Final = ThreadPoolExecutor(1, thread_name_prefix="reader")


async def read_beside(text: str, read: Callable[[], _T]) -> _T:
    """Return what `read` makes of `text`: at once if that is quick, else in the reader's thread.

    Slow is a long text, and any as long as the parser is being loaded.
    """
    if len(text) <= MAX_QUICK_CHARACTERS and is_parser_loaded():
        return read()
    return await asyncio.get_running_loop().run_in_executor(_READER, read)


async def read_as(context: TurnContext, text: str) -> Reading:
    """Return what a message would be read as if it were said with other words."""
    reader, message = MessageReader(context.surroundings), replace(context.message_facts, text=text)
    return await read_beside(text, lambda: reader.read(message))
