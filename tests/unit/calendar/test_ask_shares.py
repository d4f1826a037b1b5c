"""Many shares are asked for at once, a few at a time; one that hangs keeps no other."""

import asyncio

import pytest

from bot.calendar import ask_shares as asking
from bot.calendar.ask_shares import Answers, ask_shares

SYMBOLS = [f"S{each}" for each in range(9)]


async def answer(symbol: str) -> str:
    await asyncio.sleep(0)
    if symbol in {"S1", "S2"}:
        await asyncio.Event().wait()
    return symbol.lower()


async def test_all_answer_then_at_most_four_are_asked_at_once() -> None:
    running = most = 0

    async def count(symbol: str) -> str:
        nonlocal running, most
        running += 1
        most = max(most, running)
        await asyncio.sleep(0)
        running -= 1
        return symbol.lower()

    answers = await ask_shares(SYMBOLS, count)
    assert (answers.found, most) == ({each: each.lower() for each in SYMBOLS}, 4)
    assert not answers.silent | answers.unasked


async def test_two_hang_then_the_others_are_answered_and_the_wait_ends(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(asking, "PATIENCE", 0.2)
    answers = await ask_shares(SYMBOLS, answer, by=asyncio.get_running_loop().time() + 600)
    assert answers.found.keys() == set(SYMBOLS) - {"S1", "S2"}
    assert answers.silent == {"S1", "S2"}
    assert not answers.unasked


async def test_the_time_is_over_early_then_those_without_an_answer_count_as_not_asked() -> None:
    now = asyncio.get_running_loop().time()
    answers = await ask_shares(SYMBOLS, answer, by=now + 0.2)
    assert answers.unasked == {"S1", "S2"}
    assert await ask_shares(SYMBOLS, answer, by=now) == Answers({}, unasked=frozenset(SYMBOLS))


async def test_a_fault_is_raised() -> None:
    async def fail(symbol: str) -> str:
        raise KeyError(symbol)

    with pytest.raises(KeyError):
        await ask_shares(SYMBOLS, fail)
