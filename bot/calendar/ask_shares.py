"""Asks a source for many shares at once, a few at a time, for as long as there is time."""

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Final, Generic, TypeVar

PATIENCE: Final = 6.0  # seconds, after which a share that gives no answer counts as asked
_AT_ONCE: Final = 4  # as many as the source takes: more would wait there, and not be told from shares that hang

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Answers(Generic[T]):
    """What a source has said of shares, by symbol."""

    found: Mapping[str, T]
    silent: frozenset[str] = frozenset()  # gave no answer in time
    unasked: frozenset[str] = frozenset()  # for which there was no time


async def ask_shares(
    symbols: Iterable[str], ask: Callable[[str], Awaitable[T]], *, by: float | None = None
) -> Answers[T]:
    """Return what `ask` returns for each share, and raise what it raises; the first ones are asked first.

    `by`: the time of the event loop by which to end. Shares that hang are waited for while others are left to ask.
    """
    loop = asyncio.get_running_loop()
    waiting, found = list(symbols), dict[str, T]()
    running = dict[asyncio.Future[T], tuple[str, float]]()
    try:
        while waiting or running:
            while waiting and len(running) < _AT_ONCE and (by is None or loop.time() < by):
                symbol = waiting.pop(0)
                running[asyncio.ensure_future(ask(symbol))] = symbol, loop.time()
            seconds = _seconds_left(running, by, is_all=not waiting)
            answered = set[asyncio.Future[T]]()
            if running:
                answered, _ = await asyncio.wait(running, timeout=seconds, return_when=asyncio.FIRST_COMPLETED)
            for each in answered:
                found[running.pop(each)[0]] = each.result()
            if not answered:
                break
        ended_at = loop.time()
    finally:
        for each in running:
            each.cancel()
    silent = {symbol for symbol, since in running.values() if ended_at - since >= PATIENCE}
    unasked = {symbol for symbol, _ in running.values()} - silent
    return Answers(found, frozenset(silent), frozenset({*unasked, *waiting}))


def _seconds_left(
    running: Mapping[asyncio.Future[T], tuple[str, float]], by: float | None, *, is_all: bool
) -> float | None:
    """Return how long to wait for an answer: of the last ones, until all have had their time."""
    if by is None:
        return None
    last = max((since for _, since in running.values()), default=by) + PATIENCE
    return max((min(by, last) if is_all else by) - asyncio.get_running_loop().time(), 0)
